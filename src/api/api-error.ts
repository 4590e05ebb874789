import type { ErrorCode } from '../model/error-codes.js';
import { exitCodes, MrvError, type ExitCode } from '../model/errors.js';

/** What was asked, for a message: `POST /datapoints`. Never holds a query's or header's secrets. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

/** A failed exchange with the service. One class per shape of failure, so that the retry table only asks. */
export abstract class ApiError extends MrvError {
  readonly asked: Asked;

  constructor(code: ErrorCode, asked: Asked, message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(code, `${asked.method} ${asked.path}: ${message}`, exitCode, options);
    this.asked = asked;
  }
}

/** 429, or 503 with Retry-After: the account must wait. Nothing was done. */
export class ThrottledError extends ApiError {
  override readonly name = 'ThrottledError';
  /** null where the service does not say how long. */
  readonly retryAfterMs: number | null;
  /** What it says of its limits. */
  readonly headers: Headers;

  constructor(asked: Asked, status: number, retryAfterMs: number | null, headers: Headers = new Headers()) {
    const wait = retryAfterMs === null ? '' : `, asked to wait ${Math.ceil(retryAfterMs / 1000)} s`;
    super('throttled', asked, `the service is limiting requests (${status}${wait})`, exitCodes.failures);
    this.retryAfterMs = retryAfterMs;
    this.headers = headers;
  }
}

/** Refused connection, no such host: nothing was sent. */
export class UnreachableError extends ApiError {
  override readonly name = 'UnreachableError';

  constructor(asked: Asked, cause: unknown, reason: string) {
    super(
      'unreachable',
      asked,
      `the service cannot be reached (${reason}); nothing was sent`,
      exitCodes.failures,
      {
        cause,
      },
    );
  }
}

/** Cut, timed out, 408 or 5xx: the service may have done it. */
export class AmbiguousError extends ApiError {
  override readonly name = 'AmbiguousError';
  readonly status: number | null;

  constructor(asked: Asked, status: number | null, reason: string, cause?: unknown) {
    super('ambiguous', asked, `${reason}; it may have been done`, exitCodes.inDoubt, { cause });
    this.status = status;
  }
}

/** Any other 4xx: the service understood and refused. `detail` is its full text. */
export class RejectedError extends ApiError {
  override readonly name: string = 'RejectedError';
  readonly status: number;
  readonly detail: string;

  constructor(asked: Asked, status: number, detail: string, exitCode: ExitCode = exitCodes.failures) {
    super('rejected', asked, `refused with ${status}: ${detail}`, exitCode);
    this.status = status;
    this.detail = detail;
  }
}

/** 401 or 403: no request of this run will do better. */
export class CredentialsError extends RejectedError {
  override readonly name = 'CredentialsError';

  constructor(asked: Asked, status: number, detail: string) {
    super(
      asked,
      status,
      `${detail}. Check MRV_CLIENT_SECRET and MRV_ACCESS_TOKEN: both must be of this environment and the token not expired`,
      exitCodes.usage,
    );
  }
}

/** An answer with a success status that does not parse. A create may have been done. */
export class MalformedError extends ApiError {
  override readonly name = 'MalformedError';

  constructor(asked: Asked, reason: string, cause?: unknown) {
    super('malformed', asked, `the answer cannot be understood: ${reason}`, exitCodes.inDoubt, { cause });
  }
}
