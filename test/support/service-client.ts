import type { Emulator } from '../../src/emulator/index.js';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the service as a client of its own would: no line of ours is between. */
export function clientOf(service: Emulator) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${service.baseUrl}/mrv/v0${path}`, {
      method,
      headers: {
        'x-client-secret': service.clientSecret,
        authorization: `Bearer ${service.accessToken}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
}
