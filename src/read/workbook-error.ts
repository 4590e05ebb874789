import { MrvError, exitCodes } from '../model/errors.js';

/** Why a file cannot be read as a workbook: stable, for people who sort faults by cause. */
export type WorkbookErrorCode =
  | 'not-found'
  | 'unreadable'
  | 'empty-file'
  | 'not-a-workbook'
  | 'encrypted'
  | 'legacy-xls'
  | 'binary-workbook'
  | 'truncated'
  | 'damaged'
  | 'too-large'
  | 'zip-bomb'
  | 'entity'
  | 'too-deep'
  | 'too-long'
  | 'encoding'
  | 'quoting'
  | 'changed';

/** A file that is not read. The message is one line: the file, what is wrong with it, what to do. */
export class WorkbookError extends MrvError {
  override readonly name = 'WorkbookError';
  /** As the user gave it. */
  readonly path: string;
  /** The message without the file's name. */
  readonly reason: string;

  constructor(code: WorkbookErrorCode, path: string, reason: string, options?: ErrorOptions) {
    super(code, `${path}: ${oneLine(reason)}`, exitCodes.invalidWorkbook, options);
    this.path = path;
    this.reason = oneLine(reason);
  }
}

/** Raises the refusals of one file, so that the parts that find a fault need not know the file's name. */
export interface Refusal {
  readonly path: string;
  refuse(code: WorkbookErrorCode, reason: string, cause?: unknown): never;
}

/** The refusals of the file at `path`. */
export function refusalOf(path: string): Refusal {
  return {
    path,
    refuse(code, reason, cause): never {
      throw new WorkbookError(code, path, reason, cause === undefined ? {} : { cause });
    },
  };
}

/** Text that came out of a file is shown on one line, without control characters, and short. */
export function excerpt(text: string, length = 60): string {
  const plain = oneLine(text);
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
