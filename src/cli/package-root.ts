import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The package's own root: the compiled program lies in `dist/cli`. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

const manifestSchema = z.object({ version: z.string() });

/** The version of this package, whatever folder or project it is run from. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return manifestSchema.parse(manifest).version;
}

/** The program and its version, as runs keep it: `mrv-ingest 0.1.0`. */
export function thisProgram(): string {
  return `mrv-ingest ${packageVersion()}`;
}
