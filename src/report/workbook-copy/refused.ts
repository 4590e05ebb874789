/**
 * Why no copy of a workbook can be made, in words. It never leaves this folder as an error: `writeResultCopies`
 * catches it and tells the reason beside the copies that were made.
 */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}
