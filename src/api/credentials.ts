import { z } from 'zod';
import type { Secret } from './secret.js';

/** `interface.md`, Authentication: both go with every request. */
export interface Credentials {
  readonly clientSecret: Secret;
  readonly accessToken: Secret;
}

/** What an access token says of itself. It is read and not verified: that is the registry's part. */
export type TokenFacts =
  | { readonly state: 'unreadable' }
  | { readonly state: 'expired'; readonly expiredAt: Date }
  | {
      readonly state: 'valid';
      readonly organisation: string | null;
      /** null where the token does not say. */
      readonly expiresAt: Date | null;
      readonly expiresSoon: boolean;
    };

const payloadSchema = z.looseObject({
  exp: z.number().optional(),
  org: z.string().optional(),
  organisation_id: z.string().optional(),
});

const dayMs = 86_400_000;

/** Reads the organisation and the expiry of a token. `now` in ms; "soon" is within 30 days. */
export function readToken(token: Secret, now: number): TokenFacts {
  const [, payload] = token.reveal().split('.');
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8'));
  } catch {
    return { state: 'unreadable' };
  }
  const parsed = payloadSchema.safeParse(claims);
  if (!parsed.success) return { state: 'unreadable' };
  const { exp, org, organisation_id } = parsed.data;
  const expiresAt = exp === undefined ? null : new Date(exp * 1000);
  if (expiresAt !== null && expiresAt.getTime() <= now) return { state: 'expired', expiredAt: expiresAt };
  return {
    state: 'valid',
    organisation: org ?? organisation_id ?? null,
    expiresAt,
    expiresSoon: expiresAt !== null && expiresAt.getTime() - now < 30 * dayMs,
  };
}
