import { exitCodes, MrvError } from '../model/errors.js';

/** A call that the interface does not have: a field too long, an empty id, a filter without a value. Nothing was sent. */
export class RequestError extends MrvError {
  override readonly name = 'RequestError';

  constructor(message: string) {
    super('request-invalid', message, exitCodes.usage);
  }
}
