import type { ErrorCode } from './error-codes.js';

/** The exit codes of the program, and what each says of the run. */
export const exitCodes = {
  done: 0,
  usage: 2,
  invalidWorkbook: 3,
  changesPending: 4,
  refused: 5,
  failures: 6,
  inDoubt: 7,
  bug: 70,
  interrupted: 130,
} as const;

/** What the program ends with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * A fault of the run, as opposed to an issue of the data. The message says what, where and what to do next;
 * `exitCode` is what the process ends with when nobody can mend it.
 */
export class MrvError extends Error {
  override readonly name: string = 'MrvError';
  readonly code: ErrorCode;
  readonly exitCode: ExitCode;

  constructor(code: ErrorCode, message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Something that this program's own logic holds impossible: reported as our bug, exit 70. */
export class InternalError extends MrvError {
  override readonly name = 'InternalError';

  constructor(message: string, options?: ErrorOptions) {
    super('internal', message, exitCodes.bug, options);
  }
}

/** Closes a switch over a union: a new member is a type error here. */
export function unreachable(value: never): never {
  throw new InternalError(`unexpected value ${JSON.stringify(value)}`);
}

/** What an error says, or whatever was thrown in the place of one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
