import type { z } from 'zod';

/** An answer that is not a success, on its way out of a handler. */
export class Failure extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429;
  readonly body: unknown;

  constructor(status: Failure['status'], body: unknown) {
    super(`answer ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** A business refusal: 400 with a text (`api-facts.md` §2). */
export function refused(detail: string): Failure {
  return new Failure(400, { detail });
}

export function notFound(what: string, id: string): Failure {
  return new Failure(404, { detail: `${what} ${id} was not found` });
}

/** One fault of the input, in the shape of `interface.md`, Errors. */
export interface Fault {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
  readonly input: unknown;
}

export function invalid(faults: readonly Fault[]): Failure {
  return new Failure(422, { detail: faults });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === String(key))?.[1];
  }, input);
}

/** The faults that a schema finds, as 422. `where` is `body`, `query` or `path`. */
export function invalidBy(error: z.ZodError, where: string, input: unknown): Failure {
  return invalid(
    error.issues.flatMap((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null];
      return keys.map((key) => {
        const path = key === null ? issue.path : [...issue.path, key];
        return {
          loc: [where, ...path.map(String)],
          msg: issue.message,
          type: issue.code,
          input: valueAt(input, path) ?? null,
        };
      });
    }),
  );
}
