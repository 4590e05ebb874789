import type { Secret } from './secret.js';

/** `interface.md`, Authentication: both go with every request. */
export interface Credentials {
  readonly clientSecret: Secret;
  readonly accessToken: Secret;
}
