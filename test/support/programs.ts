import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether a program of the machine's own is there, for checks by somebody else's eyes. */
export async function hasProgram(name: string): Promise<boolean> {
  return promisify(execFile)('sh', ['-c', 'command -v "$1"', 'sh', name]).then(
    () => true,
    () => false,
  );
}
