import { fileURLToPath } from 'node:url';

/** The package's own root: the compiled program lies in `dist/cli`. */
export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
