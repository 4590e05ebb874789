import type { Severity } from './issue.js';

/** What a finding's code says in general; the issue itself says it of one place. */
export interface IssueCodeEntry {
  readonly severity: Severity;
  readonly title: string;
  /** What the person who keeps the workbook or the mapping can do. */
  readonly action: string;
}

function entry(severity: Severity, title: string, action: string): IssueCodeEntry {
  return { severity, title, action };
}

/** Every code that a finding can have. Codes are stable: reports and scripts name them. */
export const issueCodes = {
  'reference-circle': entry(
    'error',
    'Records point to each other in a circle',
    'Change the mapping so that none needs itself.',
  ),
  'attribution-exceeded': entry(
    'error',
    'A component is attributed by more than 1 in all',
    'Correct the factors, so that they add up to 1 at most.',
  ),
  'field-invalid': entry(
    'error',
    'A field would be refused by the registry',
    'Shorten or correct what the field is made from.',
  ),
  'dangling-reference': entry(
    'error',
    'A record points to one that does not exist',
    'Correct the reference, or make the record that it points to first.',
  ),
  'unit-does-not-fit': entry(
    'error',
    'A datapoint has a unit that its input cannot take',
    'Use a unit of the kind of quantity that the input takes.',
  ),
  'input-not-wanted': entry(
    'error',
    'An input is given that is not wanted',
    'Leave it out: the blueprint has no such input, or the template fixes it.',
  ),
  'input-takes-one': entry(
    'error',
    'A single input is given several datapoints',
    'Aggregate them, or bind the one that is meant.',
  ),
  'input-missing': entry('error', 'An input is not given', 'Bind a datapoint to it.'),
  'blueprint-unknown': entry('error', 'The blueprint does not exist', 'Correct its key in the mapping.'),
  'template-unknown': entry(
    'error',
    'The template does not exist',
    'Correct its name in the mapping; the message lists those that there are.',
  ),
  'template-component-unknown': entry(
    'error',
    'The template has no such component',
    'Correct its name in the mapping; the message lists those that there are.',
  ),
  'locked-kept': entry(
    'warning',
    'A locked record differs and is kept',
    'Nothing, or on_locked: replace in the mapping.',
  ),
  'locked-fails': entry(
    'error',
    'A locked record differs and may not be replaced',
    'Correct the cell, or allow a replacement with on_locked: replace.',
  ),
  drift: entry(
    'warning',
    'Somebody changed a record by hand since our last run',
    'Look at it, then run with --on-drift overwrite (the workbook wins) or keep (what is there stays).',
  ),
  'consumer-outside': entry(
    'warning',
    'A record outside the workbook uses a superseded one',
    'Look whether it should follow. What is verified cannot change; what is submitted must be submitted again.',
  ),
  'limit-passed': entry(
    'warning',
    'The plan passes a limit of the mapping',
    'Look at the plan; if it is right, run with --override.',
  ),
  'mapping-invalid': entry(
    'error',
    'The mapping is not valid',
    'Correct the mapping at the line that is named.',
  ),
  'sheet-missing': entry(
    'error',
    'A sheet is missing',
    'Check the sheet names of the workbook, or mark the table optional.',
  ),
  'header-missing': entry(
    'error',
    'The header of a table was not found',
    'Check the header texts, or say header: { row: … }.',
  ),
  'column-missing': entry(
    'error',
    'A column was not found',
    'Restore the column, add its new header to the mapping, or mark it optional.',
  ),
  'column-ambiguous': entry(
    'error',
    'A header fits more than one column',
    'Say which one with nth or group.',
  ),
  'unit-missing': entry('error', 'A unit is missing', 'State the unit in the sheet or in the mapping.'),
  'unit-unknown': entry('error', 'A unit cannot be read', 'Correct it, or add its spelling under units.'),
  'unit-disagreement': entry(
    'error',
    'Two places state different units',
    'Make them agree: header, units row, cell and mapping.',
  ),
  'unit-kind': entry('error', 'A unit does not fit the kind of quantity', 'Correct the unit or the kind.'),
  'number-ambiguous': entry(
    'error',
    'A number can be read in two ways',
    'State the decimal sign under locale.',
  ),
  'number-unreadable': entry(
    'error',
    'A number cannot be read',
    'Write a number, or list the text under missing.',
  ),
  'percent-ambiguous': entry(
    'error',
    'Percentages and fractions are mixed',
    'Format the whole column alike, or say plain: percent or fraction.',
  ),
  'date-ambiguous': entry(
    'error',
    'A date can be read in two ways',
    'State how dates are written under locale.dates.',
  ),
  'date-unreadable': entry(
    'error',
    'A date cannot be read',
    'Write a date, or state its form under locale.dates.',
  ),
  'date-outside': entry('error', 'A date lies outside the period', 'Correct the date or the period.'),
  'value-unreadable': entry('error', 'A value cannot be read', 'Write it as the column says.'),
  'value-not-allowed': entry(
    'error',
    'A text is not one of those allowed',
    'Use one of the allowed texts, or add it to values.',
  ),
  'value-missing': entry('error', 'A value is missing', 'Fill in the cell.'),
  'value-too-long': entry('error', 'A text is too long', 'Shorten it.'),
  'outside-range': entry(
    'error',
    'A value is not plausible',
    'Correct it, or widen the range of the column.',
  ),
  'censored-value': entry(
    'error',
    'A result below or above a limit',
    'Say what it counts as: below_limit or above_limit.',
  ),
  'censored-replaced': entry(
    'note',
    'A result below or above a limit was replaced as the mapping says',
    'Nothing, if this is what was agreed.',
  ),
  'deviation-unclear': entry(
    'error',
    'A ± without its coverage factor',
    'Say k: 1 for a standard deviation, 2 for most certificates.',
  ),
  'cell-error': entry('error', 'A cell holds an error', 'Correct the formula and save the workbook.'),
  'formula-not-calculated': entry(
    'warning',
    'A formula has no saved result',
    'Open the workbook in Excel, let it calculate, and save it.',
  ),
  'merged-quantity': entry(
    'error',
    'A quantity is merged over several rows',
    'Say merged: each or first, or unmerge the cells.',
  ),
  'key-missing': entry('error', 'A row has no key', 'Fill in the key, or skip such rows.'),
  'key-repeated': entry('error', 'Two rows have the same key', 'Correct or remove one of them.'),
  'looks-like-total': entry(
    'warning',
    'A row looks like a total and was left out',
    'Name it under until or skip.',
  ),
  'hidden-read': entry('note', 'Hidden rows or sheets were read', 'Say hidden: skip if they are not data.'),
  'check-failed': entry('error', 'A check does not hold', 'Correct the values, or the check.'),
  'expression-failed': entry('error', 'A value cannot be computed', 'Correct the cells it is computed from.'),
  'parameter-missing': entry(
    'error',
    'A parameter has no value',
    'Fill in its cell, or give it with --set name=value.',
  ),
  'parameter-unknown': entry(
    'error',
    'A parameter that the mapping does not have',
    'Check the name given with --set.',
  ),
  'reference-repeated': entry(
    'error',
    'Two records have the same reference',
    'Make the reference text distinguish them.',
  ),
  'reference-invalid': entry(
    'error',
    'A reference is empty or too long',
    'A reference has 1 to 200 characters.',
  ),
  'text-invalid': entry('error', 'A text is empty or too long for its field', 'Shorten it, or fill it in.'),
  'text-long': entry(
    'warning',
    'A display name is long',
    'Some parts of the service take at most 100 characters.',
  ),
  'quantity-invalid': entry('error', 'A quantity cannot be sent', 'Correct the value it is made from.'),
  'instant-invalid': entry(
    'error',
    'A local time does not exist',
    'The clocks went forward then: correct the time.',
  ),
  'instant-ambiguous': entry(
    'warning',
    'A local time exists twice',
    'The clocks went back then: the earlier one was taken.',
  ),
  'dates-reversed': entry('error', 'An end lies before its start', 'Correct the dates.'),
  'link-missing': entry(
    'error',
    'A record that is pointed to is not made',
    'Check the columns that connect the tables.',
  ),
  'link-ambiguous': entry(
    'error',
    'One record is wanted and several fit',
    'Say on: which columns connect them, or take a list.',
  ),
  'depends-on-error': entry(
    'warning',
    'A record depends on one that has errors',
    'Correct the other one first.',
  ),
  'factor-invalid': entry(
    'error',
    'An attribution factor is not above 0 and at most 1',
    'Correct the factor.',
  ),
  'evidence-missing': entry(
    'error',
    'An evidence file was not found',
    'Put the file into the evidence folder, or correct its name.',
  ),
  'evidence-outside': entry(
    'error',
    'An evidence file lies outside the evidence folder',
    'Move it into the folder.',
  ),
  'evidence-not-a-file': entry('error', 'An evidence name is not a file', 'Name a file.'),
  'evidence-too-large': entry(
    'error',
    'An evidence file is too large',
    'The service takes at most 50 MB each.',
  ),
  'evidence-empty': entry('error', 'An evidence file is empty', 'Put the right file there.'),
  'evidence-ambiguous': entry('error', 'An evidence name fits several files', 'Write it with its folder.'),
  'period-submitted': entry(
    'error',
    'A new entry lies in the period of a submitted statement',
    'Correct the period, or ask the registry to open the statement again.',
  ),
  'document-public': entry(
    'warning',
    'A document becomes public',
    'Nothing, if this is what was agreed; else set is_public to false in the mapping.',
  ),
  'name-telling': entry(
    'warning',
    'A name that becomes public tells what should stay private',
    'Rename the file or record before it is sent; a public name cannot be taken back.',
  ),
  'evidence-warning': entry('warning', 'An evidence file may not be accepted', 'Check the file.'),
  'source-conflict': entry(
    'warning',
    'Rows describe one file differently',
    'The first row was taken; make them agree.',
  ),
} as const satisfies Readonly<Record<string, IssueCodeEntry>>;

/** The code of a finding: stable, so that scripts may rely on it. */
export type IssueCode = keyof typeof issueCodes;

export function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(issueCodes, code);
}
