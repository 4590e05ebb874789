import path from 'node:path';
import { exitCodes } from '../../model/errors.js';
import {
  systemClock,
  systemRandom,
  writeTables,
  type Found,
  type Target,
  type World,
} from '../../run/index.js';
import { readVariables, usageError } from '../environment.js';
import { drawTable, partsOf } from '../table.js';
import { wrap } from '../text.js';
import { openTarget, type ServiceArguments } from '../target.js';
import { say, style, type Terminal } from '../terminal.js';

/** The flags of a command that only reads. */
export interface ReadingArguments extends ServiceArguments {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The workbook that is written; undefined: none. */
  readonly out: string | undefined;
}

function show(found: Found, quiet: boolean, terminal: Terminal): void {
  const tables = found.tables.flatMap(partsOf);
  const unseen = new Set<string>();
  for (const [place, table] of tables.entries()) {
    const { lines, leftOut } = drawTable(table, terminal.width);
    const headed = tables.length > 1 || table.partedBy !== undefined;
    if (headed) terminal.out.write(`${place === 0 ? '' : '\n'}${table.title}\n\n`);
    if (table.rows.length > 0) terminal.out.write(`${lines.join('\n')}\n`);
    else if (headed) terminal.out.write('none\n');
    if (table.rows.length > 0) for (const title of leftOut) unseen.add(title);
  }
  if (quiet) return;
  say(terminal, style(terminal, 'grey', found.count));
  if (unseen.size === 0) return;
  const text = `No room for: ${[...unseen].join(', ')} (--json and --out have all)`;
  say(terminal, style(terminal, 'grey', wrap(text, terminal.width, '')));
}

/** Opens the service, reads, and shows what was found: as a table, as JSON, or in a workbook. */
export async function reading(
  flags: ReadingArguments,
  terminal: Terminal,
  read: (target: Target, world: World) => Promise<Found>,
): Promise<number> {
  if (flags.out !== undefined && path.extname(flags.out).toLowerCase() !== '.xlsx')
    throw usageError(
      'out',
      `--out ${flags.out} must end in .xlsx: it is a workbook (JSON comes with --json)`,
    );
  const variables = await readVariables(terminal.folder, terminal.variables);
  const service = await openTarget(flags, variables, (line) => {
    if (!flags.quiet) say(terminal, style(terminal, 'yellow', line));
  });
  try {
    const found = await read(service.target, {
      clock: systemClock,
      random: systemRandom,
      observe: () => undefined,
      signal: new AbortController().signal,
    });
    if (flags.out !== undefined) {
      const { environment, baseUrl } = service.target;
      const made = new Date(systemClock.now()).toISOString();
      const foot = `${environment}${environment === 'local' ? '' : ` ${baseUrl}`}, read ${made.slice(0, 16)}Z`;
      await writeTables(found.tables, foot, made, flags.out);
    }
    if (flags.json) terminal.out.write(`${JSON.stringify(found.json)}\n`);
    else if (flags.out === undefined) show(found, flags.quiet, terminal);
    else if (!flags.quiet) say(terminal, `${found.count}, in ${path.resolve(flags.out)}`);
    return exitCodes.done;
  } finally {
    await service.close();
  }
}
