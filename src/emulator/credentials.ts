import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from './visibility.js';

/** Both credentials of a service, bound to its environment. The same seed and moment give the same ones. */
export interface ServiceCredentials {
  readonly clientSecret: string;
  readonly accessToken: string;
  /** The token of the verifier, who sees what was submitted. */
  readonly verifierToken: string;
  /** The token of another organisation, which sees what is public. */
  readonly otherToken: string;
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
  const token = (caller: Caller) => {
    const claims = { org: organisation, environment: 'local', iat: issued, exp: issued + year };
    const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(caller === 'owner' ? claims : { ...claims, org: caller, caller })}`;
    return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
  };
  return {
    clientSecret,
    accessToken: token('owner'),
    verifierToken: token('verifier'),
    otherToken: token('public'),
  };
}

const claimsSchema = z.looseObject({
  exp: z.number(),
  caller: z.enum(['owner', 'verifier', 'public']).default('owner'),
});

/** Whose token it is; null where this service did not make it, or it has expired. */
export function callerOf(token: string, seed: number, nowMs: number): Caller | null {
  const key = createHash('sha256').update(`key ${seed}`).digest();
  const [head, payload, signature] = token.split('.');
  const signed = createHmac('sha256', key)
    .update(`${head ?? ''}.${payload ?? ''}`)
    .digest('base64url');
  if (signed !== signature) return null;
  const { exp, caller } = claimsSchema.parse(
    JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8')),
  );
  return exp * 1000 > nowMs ? caller : null;
}
