import type { ErrorCode } from '../model/error-codes.js';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { exitCodes, MrvError } from '../model/errors.js';

/** The variables a command works with: the process's own, over those of a `.env` file in the working folder. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The registry's known roots (`api-facts.md` §1.1). The local service has no fixed one. */
export const knownRoots = {
  sandbox: 'https://api.sandbox.isometric.com',
  production: 'https://api.isometric.com',
} as const;

export const environmentNames = ['local', 'sandbox', 'production'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

export function usageError(code: ErrorCode, message: string): MrvError {
  return new MrvError(code, message, exitCodes.usage);
}

/** Reads `.env` beside the caller, if there is one; real variables win. */
export async function readVariables(folder: string, own: Variables): Promise<Variables> {
  const text = await readFile(path.join(folder, '.env'), 'utf8').catch(() => '');
  return { ...parseDotenv(text), ...own };
}

function isEnvironmentName(name: string): name is EnvironmentName {
  return environmentNames.some((known) => known === name);
}

/** `--environment`, else `MRV_ENVIRONMENT`, else `local`. */
export function environmentName(flag: string | undefined, variables: Variables): EnvironmentName {
  const name = flag ?? variables['MRV_ENVIRONMENT'] ?? 'local';
  if (isEnvironmentName(name)) return name;
  throw usageError(
    'environment-unknown',
    `there is no environment "${name}": it is one of ${environmentNames.join(', ')}`,
  );
}

/**
 * The origin of a service: `https`, or `http` on a loopback address. A path, a query or credentials in it are
 * refused, since they would go unnoticed.
 */
export function checkRoot(text: string): string {
  const root = URL.canParse(text) ? new URL(text) : null;
  if (root === null)
    throw usageError('base-url', `--base-url "${text}" is not an address: write it as https://host`);
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(root.hostname);
  if (root.protocol !== 'https:' && !(root.protocol === 'http:' && loopback)) {
    throw usageError(
      'base-url',
      `--base-url ${root.origin} would send the credentials in the clear: use https`,
    );
  }
  if (root.username !== '' || root.password !== '' || root.search !== '' || root.hash !== '') {
    throw usageError('base-url', '--base-url must be an address alone, without user, query or fragment');
  }
  return `${root.origin}${root.pathname.replace(/\/+$/, '')}`;
}
