import { exitCodes } from '../../model/errors.js';
import { writeTemplate } from '../../run/index.js';
import { readVariables } from '../environment.js';
import { say, type Terminal } from '../terminal.js';

/** Writes the blank workbook of a mapping. */
export async function template(
  flags: { readonly mapping: string; readonly out: string },
  terminal: Terminal,
): Promise<number> {
  await writeTemplate(flags.mapping, flags.out, await readVariables(terminal.folder, terminal.variables));
  say(terminal, `Written: ${flags.out}`);
  return exitCodes.done;
}
