import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { failure, ok, warning, type Check } from '../../model/check.js';
import { exitCodes, MrvError } from '../../model/errors.js';
import {
  accessChecks,
  diskCheck,
  folderCheck,
  judgeIds,
  judgeNode,
  judgeToken,
  mappingFacts,
  reachChecks,
  readToken,
  Secret,
  systemClock,
  systemRandom,
  workbookCheck,
  type MappingFacts,
} from '../../run/index.js';
import {
  checkRoot,
  environmentName,
  knownRoots,
  type EnvironmentName,
  type Variables,
} from '../environment.js';
import { openTarget, type ServiceArguments } from '../target.js';
import { style, type Style, type Terminal } from '../terminal.js';
import { plural, wrap } from '../text.js';

export interface DoctorArguments extends ServiceArguments {
  readonly workbooks: readonly string[];
  readonly mapping: string | undefined;
  readonly runsDir: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

const secrets = ['MRV_CLIENT_SECRET', 'MRV_ACCESS_TOKEN'] as const;
/** Stands for the embedded service's project in a mapping that names it by a variable: it is known only once it runs. */
const unnamedProject = 'prj_embedded';
const known: readonly string[] = [...secrets, 'MRV_ENVIRONMENT', 'MRV_BASE_URL', 'MRV_PROJECT_ID'];
const inTeamSettings =
  "it is made in the registry's team settings, and put into the environment or a .env file";

function isSet(variables: Variables, name: string): boolean {
  return (variables[name] ?? '').trim() !== '';
}

/** The `.env` file, as far as its names go. */
async function dotenvOf(folder: string): Promise<{ readonly check: Check; readonly held: Variables }> {
  const file = path.join(folder, '.env');
  try {
    const held = parseDotenv(await readFile(file, 'utf8'));
    const names = Object.keys(held).filter((name) => name.startsWith('MRV_'));
    return { check: ok('.env', `${file} sets ${names.join(', ') || 'none of our variables'}`), held };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return {
      check: missing
        ? ok('.env', 'there is none in this folder; the environment’s variables alone count')
        : failure('.env', `${file} cannot be read (${String(error)})`, 'give the right to read it'),
      held: {},
    };
  }
}

function variableChecks(own: Variables, held: Variables, embedded: boolean): readonly Check[] {
  const variables = { ...held, ...own };
  const credentials = secrets.map((name): Check => {
    if (embedded) return ok(name, 'not needed: the embedded service has its own');
    if (!isSet(variables, name)) return failure(name, 'it is not set', inTeamSettings);
    return ok(name, `set ${isSet(own, name) ? 'in the environment' : 'in .env'}`);
  });
  const strange = Object.keys(variables).filter((name) => name.startsWith('MRV_') && !known.includes(name));
  if (strange.length === 0) return credentials;
  const said = `${strange.join(', ')} ${strange.length === 1 ? 'is' : 'are'} not known here`;
  return [...credentials, warning('Variables', said, `the names are ${known.join(', ')}`)];
}

interface Place {
  readonly checks: readonly Check[];
  readonly environment: EnvironmentName | null;
  /** The service's root; null where the embedded one is meant, or none is known. */
  readonly root: string | null;
}

/** Which service is meant. */
function placeOf(flags: DoctorArguments, variables: Variables): Place {
  try {
    const environment = environmentName(flags.environment, variables);
    const given = flags.baseUrl ?? variables['MRV_BASE_URL'];
    if (given === undefined && environment === 'local')
      return { checks: [ok('Service', 'local, the embedded one')], environment, root: null };
    const root = checkRoot(given ?? (environment === 'local' ? '' : knownRoots[environment]));
    return { checks: [ok('Service', `${environment} ${root}`)], environment, root };
  } catch (error) {
    if (!(error instanceof MrvError)) throw error;
    const mend = 'correct --environment or --base-url, or MRV_ENVIRONMENT or MRV_BASE_URL';
    return { checks: [failure('Service', error.message, mend)], environment: null, root: null };
  }
}

/** Everything that is asked of the service itself. Nothing is sent with a token that has expired. */
async function serviceChecks(
  flags: DoctorArguments,
  variables: Variables,
  place: Place,
  before: readonly Check[],
  projectId: string | null,
): Promise<readonly Check[]> {
  if (place.environment === null) return [];
  const reached = place.root === null ? [] : await reachChecks(place.root, systemClock);
  if ([...before, ...reached].some(({ state }) => state === 'failure')) return reached;
  const service = await openTarget(flags, variables, () => undefined);
  try {
    const { target } = service;
    const world = {
      clock: systemClock,
      random: systemRandom,
      observe: () => undefined,
      signal: new AbortController().signal,
    };
    const embedded = place.root === null ? await reachChecks(target.baseUrl, systemClock) : [];
    return [...reached, ...embedded, ...(await accessChecks(target, projectId ?? target.projectId, world))];
  } finally {
    await service.close();
  }
}

const styles: Readonly<Record<Check['state'], Style>> = { ok: 'green', warning: 'yellow', failure: 'red' };

function show(checks: readonly Check[], flags: DoctorArguments, terminal: Terminal): void {
  const shown = flags.quiet ? checks.filter(({ state }) => state === 'failure') : checks;
  const named = Math.max(0, ...shown.map(({ name }) => name.length));
  const indent = ' '.repeat(named + 11);
  for (const { name, state, said, mend } of shown) {
    const text = mend === null ? said : `${said}\n→ ${mend}`;
    const line = `${name.padEnd(named)}  ${wrap(text, terminal.width, indent)}`;
    terminal.out.write(`${style(terminal, styles[state], state.padEnd(7))}  ${line}\n`);
  }
}

function count(checks: readonly Check[], state: Check['state']): number {
  return checks.filter((check) => check.state === state).length;
}

/** Checks everything that a first run would trip over. Gives 2 where something fails. */
export async function doctor(flags: DoctorArguments, terminal: Terminal): Promise<number> {
  const own = terminal.variables;
  const dotenv = await dotenvOf(terminal.folder);
  const variables: Variables = { ...dotenv.held, ...own };
  const place = placeOf(flags, variables);
  const embedded = place.root === null && place.environment === 'local';
  const token = variables['MRV_ACCESS_TOKEN'];
  const before: Check[] = [dotenv.check, ...variableChecks(own, dotenv.held, embedded)];
  if (!embedded && token !== undefined && isSet(variables, 'MRV_ACCESS_TOKEN'))
    before.push(judgeToken(readToken(new Secret(token.trim()), systemClock.now())));
  if (embedded) before.push(await folderCheck('State folder', flags.stateDir, '--state-dir'));
  const project = flags.project ?? variables['MRV_PROJECT_ID'] ?? null;
  const mapping: MappingFacts | null =
    flags.mapping === undefined
      ? null
      : await mappingFacts(flags.mapping, {
          ...variables,
          MRV_PROJECT_ID: project ?? (embedded ? unnamedProject : undefined),
        });
  const mapped = mapping?.projectId === unnamedProject ? null : (mapping?.projectId ?? null);
  const projectId = embedded ? (flags.project ?? null) : (project ?? mapped);
  const ids = [projectId, mapped, ...(mapping?.ids ?? [])].filter((id) => id !== null);
  const checks = [
    judgeNode(process.version),
    ...before,
    ...place.checks,
    ...(await serviceChecks(flags, variables, place, before, projectId)),
    ...(place.environment === null ? [] : [judgeIds(place.environment, [...new Set(ids)])]),
    await folderCheck('Runs folder', flags.runsDir, '--runs-dir'),
    await diskCheck(flags.runsDir),
    ...(mapping === null ? [] : [mapping.check]),
    ...(await Promise.all(flags.workbooks.map(workbookCheck))),
  ];
  const [failures, warnings] = [count(checks, 'failure'), count(checks, 'warning')];
  if (flags.json) terminal.out.write(`${JSON.stringify({ checks, failures, warnings })}\n`);
  else {
    show(checks, flags, terminal);
    if (!flags.quiet)
      terminal.out.write(`\n${plural(failures, 'failure')}, ${plural(warnings, 'warning')}\n`);
  }
  return failures === 0 ? exitCodes.done : exitCodes.usage;
}
