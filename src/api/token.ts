import { z } from 'zod';
import type { Secret } from './secret.js';

/** What an access token says of itself. It is read and not verified: that is the registry's part. */
export type TokenFacts =
  | { readonly state: 'unreadable' }
  | { readonly state: 'expired'; readonly organisation: string | null; readonly expiredAt: Date }
  | {
      readonly state: 'valid';
      /** null where the token does not say. */
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

/** A token lives a year (`interface.md`, Authentication); a month is time enough to have a new one made. */
export const soonDays = 30;

function decoded(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Reads the organisation and the expiry of a token, a JWT. `now` in ms; "soon" is within `soonDays`. */
export function readToken(token: Secret, now: number): TokenFacts {
  const parts = token.reveal().split('.');
  const payload = payloadSchema.safeParse(decoded(parts[1]));
  if (parts.length !== 3 || !payload.success) return { state: 'unreadable' };
  const { exp, org, organisation_id } = payload.data;
  const organisation = org ?? organisation_id ?? null;
  const expiresAt = exp === undefined ? null : new Date(exp * 1000);
  if (expiresAt !== null && !(expiresAt.getTime() > now))
    return { state: 'expired', organisation, expiredAt: expiresAt };
  return {
    state: 'valid',
    organisation,
    expiresAt,
    expiresSoon: expiresAt !== null && expiresAt.getTime() - now < soonDays * dayMs,
  };
}

/** The day of a moment, `2026-11-21`, in UTC; words where a token names a moment that no calendar has. */
export function dayOf(moment: Date): string {
  return Number.isNaN(moment.getTime()) ? 'a day that no calendar has' : moment.toISOString().slice(0, 10);
}
