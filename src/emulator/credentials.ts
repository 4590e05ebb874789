import { createHash, createHmac } from 'node:crypto';

/** Both credentials of a service, bound to its environment. The same seed and moment give the same ones. */
export interface ServiceCredentials {
  readonly clientSecret: string;
  readonly accessToken: string;
}

const year = 365 * 86_400;

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A client secret that never expires and a JWT that lives a year (`interface.md`, Authentication). */
export function makeCredentials(seed: number, organisation: string, nowMs: number): ServiceCredentials {
  const key = createHash('sha256').update(`key ${seed}`).digest();
  const clientSecret = `local_${createHash('sha256').update(`secret ${seed}`).digest('hex').slice(0, 40)}`;
  // A day's grid keeps the token the same for runs of one day, and never younger than a service that goes on.
  const issued = Math.floor(nowMs / 86_400_000) * 86_400;
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ org: organisation, environment: 'local', iat: issued, exp: issued + year })}`;
  return {
    clientSecret,
    accessToken: `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`,
  };
}

/** Whether a token was made by this service and has not expired. */
export function acceptsToken(token: string, seed: number, nowMs: number): boolean {
  const key = createHash('sha256').update(`key ${seed}`).digest();
  const [head, payload, signature] = token.split('.');
  if (
    createHmac('sha256', key)
      .update(`${head ?? ''}.${payload ?? ''}`)
      .digest('base64url') !== signature
  )
    return false;
  const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8'));
  return (
    typeof claims === 'object' && claims !== null && 'exp' in claims && Number(claims.exp) * 1000 > nowMs
  );
}
