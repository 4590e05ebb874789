/** What a fault's code says in general; the error's message says it of one run, with the place and the remedy. */
export interface ErrorCodeEntry {
  readonly title: string;
  readonly action: string;
}

function entry(title: string, action: string): ErrorCodeEntry {
  return { title, action };
}

/** Every code that a fault of the run can have. Codes are stable: summaries, events and scripts name them. */
export const errorCodes = {
  usage: entry(
    'The command line is not understood',
    'Follow the message; `--help` lists the flags of a command.',
  ),
  'flag-invalid': entry('A flag has a value that it cannot take', 'Correct the flag that the message names.'),
  'list-flags': entry(
    'A filter does not belong to the kind that is listed',
    'Leave the filter out, or list the kind it belongs to.',
  ),
  'file-exists': entry(
    'The file to be written is there already',
    'Name another file, or remove the old one.',
  ),
  out: entry('The file cannot be written', 'Check the folder, the rights and the space on the disk.'),
  'environment-unknown': entry('No such environment', 'Use local, sandbox or production.'),
  'base-url': entry(
    'The address of the service is not one that secrets may be sent to',
    'Use https, or http on loopback for a service on this machine.',
  ),
  'seed-data': entry(
    'The file that the embedded service starts from cannot be read',
    'Correct the file, or leave the flag out.',
  ),
  'credentials-missing': entry(
    'A credential is missing',
    'Put MRV_CLIENT_SECRET and MRV_ACCESS_TOKEN into the environment or `.env`; `doctor` checks them.',
  ),
  'token-expired': entry(
    'The access token has expired',
    'Make a new one in the registry’s team settings and replace it in `.env`.',
  ),
  'production-consent': entry(
    'Nobody agreed to write to production',
    'Answer with the project’s id, or give `--yes` where nobody can be asked.',
  ),
  'project-unknown': entry(
    'The project is not named, or the credentials do not see it',
    'Set MRV_PROJECT_ID, `--project` or the mapping’s `project_id`; `list projects` shows those there are.',
  ),
  'project-differs': entry(
    'Mapping and run name two projects',
    'Use the mapping of this project, or correct `--project` and the environment.',
  ),
  'runs-dir': entry(
    'The folder of the runs cannot be written',
    'Give a folder that can be, by `--runs-dir`.',
  ),
  unwritable: entry(
    'A file of the run cannot be written',
    'Make room on the disk, or give another folder by `--runs-dir`, and run again: what was sent is not repeated.',
  ),
  'run-under-way': entry(
    'Another run is writing to the project',
    'Wait for its end, or let this run wait with `--wait`. The message names it, and the file to remove where it is none.',
  ),
  'mapping-missing': entry('No mapping is given', 'Name one with `--mapping FILE`; `init` drafts one.'),
  'mapping-invalid': entry(
    'The mapping does not hold',
    'Correct the lines that the message names; every fault is told in one go.',
  ),
  'pack-changed': entry(
    'A file changed while it was packed',
    'Wait until nothing writes to it, and pack again.',
  ),
  'cell-unknown': entry(
    'The cell is not in the workbook, or nothing is made of it',
    'Write it as `Sheet!A1`; `inspect` shows the sheets.',
  ),
  'range-unknown': entry(
    'The range is not in the workbook',
    'Write it as `Sheet!A1:D9`; `inspect` shows the sheets.',
  ),
  'reference-unknown': entry(
    'No record of the workbook has this reference',
    'Check it in the report’s sheet Operations.',
  ),
  'explain-what': entry('It is not said what to explain', 'Give a cell or `--reference`, and not both.'),
  'override-unknown': entry(
    'An override names no limit, or gives no reason',
    'Write `--override limit="why it may be passed"`.',
  ),
  'workbook-invalid': entry(
    'The workbook has errors, and nothing was sent',
    'Correct the cells of the issues, or send the other rows with `--partial`.',
  ),
  'limit-passed': entry(
    'The plan is beyond a limit of the mapping',
    'Look at the plan. Where it is right, pass the limit by name with `--override limit="why"`.',
  ),
  drift: entry(
    'Somebody changed a record by hand since the last run',
    'Decide with `--on-drift keep` or `--on-drift overwrite`, or correct the workbook.',
  ),
  'snapshot-incomplete': entry(
    'The registry could not be read whole',
    'Run again. No plan is made on half a list.',
  ),
  'remote-ambiguous': entry(
    'The registry has two records of one reference',
    'Take one of them away or rename it in the registry; the message shows both.',
  ),
  'not-read-back': entry(
    'What was sent could not be read back',
    'Run `verify`: what was sent stands, and is not proven yet.',
  ),
  'plan-missing': entry('There is no plan file', 'Make one with `plan --out FILE`.'),
  'plan-unusable': entry(
    'The plan file is altered, or of another version',
    'Make the plan anew; a plan is never edited.',
  ),
  'plan-refused': entry(
    'The plan is not for this place or these files',
    'Make the plan anew with the files, environment and project of now.',
  ),
  'run-unknown': entry('There is no such run', 'Name a folder of `--runs-dir`, or `latest`.'),
  'run-without-plan': entry(
    'The run ended before it decided anything',
    'There is nothing to report or undo of it; its `run.log` says why.',
  ),
  'run-cut': entry(
    'The run was cut before its end',
    'Run it again: what was done is found and not repeated.',
  ),
  'run-ended-badly': entry(
    'The run ended with a fault that this version does not know',
    'Read its `run.log`, with the version that ran it.',
  ),
  undo: entry('The run cannot be taken back', 'It has no plan, so nothing is known of what it did.'),
  journal: entry(
    'The journal cannot be written or read',
    'Check the disk and the folder of the runs. Without a journal nothing is sent.',
  ),
  'document-changed': entry(
    'A document changed while it was uploaded',
    'Run again when the file is at rest.',
  ),
  'entry-unknown': entry('The project has no such entry', 'Check the reference with `list entries`.'),
  'registry-unknown': entry(
    'The registry has no such thing, or does not show it',
    'Check the id; what is public appears once credits are issued.',
  ),
  'request-invalid': entry(
    'A call of the client asks for something that the interface does not have',
    'Correct the call: the message names the field. Nothing was sent.',
  ),
  'read-refused': entry(
    'The service refused to show something',
    'Follow the message; `doctor` checks the credentials.',
  ),
  throttled: entry(
    'The service kept asking to wait',
    'Run again later, or with a lower `--rate`. What was done is not repeated.',
  ),
  unreachable: entry(
    'The service cannot be reached',
    'Check the network and the address, then run again. Nothing was sent by this request.',
  ),
  ambiguous: entry(
    'An answer was lost, and what it would have said is not established',
    'Run again: a record is looked up by its reference before anything is sent.',
  ),
  rejected: entry(
    'The service refused a request',
    'The message holds its words. Correct the cell or the mapping and run again.',
  ),
  malformed: entry(
    'An answer is not in the interface’s shape',
    'Run again; where it stays, update mrv-ingest or report it.',
  ),
  'not-found': entry('A file is not there', 'Check its path.'),
  unreadable: entry('A file cannot be read', 'Check its rights, and that no other program holds it.'),
  'empty-file': entry('The file is empty', 'Save it again from the program that made it.'),
  'not-a-workbook': entry('The file is neither a workbook nor a table', 'Give an xlsx, xlsm or csv file.'),
  encrypted: entry('The workbook has a password', 'Save it without one; nothing here asks for passwords.'),
  'legacy-xls': entry('The workbook is of the old format', 'Save it as .xlsx.'),
  'binary-workbook': entry('The workbook is binary (.xlsb)', 'Save it as .xlsx.'),
  truncated: entry('The file ends too early', 'Copy or download it again.'),
  damaged: entry('The file is damaged', 'Open it in its program, let that mend it, and save it again.'),
  'too-large': entry(
    'The file is beyond a limit',
    'Split it, or remove what is not data; the message names the limit.',
  ),
  'zip-bomb': entry(
    'The file unpacks to far more than it is',
    'It is not opened. Save it again from the program that made it.',
  ),
  entity: entry('The file declares entities', 'It is not opened: no spreadsheet program writes them.'),
  'too-deep': entry('The file is nested too deeply', 'It is not opened: no spreadsheet program writes so.'),
  'too-long': entry('A text of the file is too long', 'Shorten it; a cell holds 32,767 characters.'),
  encoding: entry(
    'The text’s encoding cannot be told',
    'Save it as UTF-8, or state the encoding in the mapping.',
  ),
  quoting: entry(
    'The quotes of the text do not close',
    'Save it again, or correct the line that the message names.',
  ),
  changed: entry('The file changed while it was read', 'Close it in its program and run again.'),
  internal: entry(
    'A bug of mrv-ingest',
    'Nothing more was sent. Please report it with what the terminal shows.',
  ),
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

/** The code of a fault of the run: stable, so that scripts may rely on it. */
export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
