import { z } from 'zod';
import { messageOf } from '../../model/errors.js';
import { CredentialsError } from '../../api/api-error.js';
import { readAll } from '../../api/pages.js';
import { serviceRoots } from '../../api/request.js';
import type { Clock } from '../../model/clock.js';
import { failure, ok, warning, type Check } from '../../model/check.js';
import { openGate, type Target, type World } from '../connect.js';
import { judgeClock } from './judge.js';

const timeoutMs = 15_000;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    return cause.message === '' ? code : `${code}: ${cause.message}`;
  }
  return error.name === 'TimeoutError' ? `no answer in ${timeoutMs / 1000} s` : error.message;
}

/** Asks without any credential, so that nothing is shown to whoever answers. */
export async function reachChecks(baseUrl: string, clock: Clock): Promise<readonly Check[]> {
  const name = 'Reachable';
  const began = clock.now();
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${serviceRoots.mrv}/projects?first=1`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
  } catch (error) {
    return [
      failure(
        name,
        `${baseUrl} does not answer (${reasonOf(error)})`,
        'check the address, the network, a proxy or a firewall on the way',
      ),
    ];
  }
  const ended = clock.now();
  const { status } = response;
  const date = Date.parse(response.headers.get('date') ?? '');
  const ahead = Number.isNaN(date) ? null : (began + ended) / 2 - date;
  return [judgeAnswer(name, baseUrl, status, ended - began), judgeClock(ahead)];
}

function judgeAnswer(name: string, baseUrl: string, status: number, durationMs: number): Check {
  if (status >= 300 && status < 400)
    return failure(
      name,
      `${baseUrl} answers with a redirect (${status}), which is not followed`,
      'give the address that it leads to with --base-url, if that is the service',
    );
  if (status === 404)
    return failure(
      name,
      `${baseUrl} answers, and has no ${serviceRoots.mrv}`,
      'check --base-url and MRV_BASE_URL: they end before /mrv/v0',
    );
  if (status >= 500) return warning(name, `${baseUrl} answers with ${status}`, 'try again later');
  return ok(name, `${baseUrl} answers in ${Math.round(durationMs)} ms`);
}

const projectSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

/** Whether the credentials are accepted, and which projects they see. `projectId`: the one that a run would use. */
export async function accessChecks(
  target: Target,
  projectId: string | null,
  world: World,
): Promise<readonly Check[]> {
  const name = 'Credentials';
  let projects: z.infer<typeof projectSchema>;
  try {
    const nodes = await readAll(openGate(target, world).send, { path: '/projects', query: {} });
    projects = projectSchema.parse(nodes);
  } catch (error) {
    const said = messageOf(error);
    return [
      failure(
        name,
        said,
        error instanceof CredentialsError
          ? 'both must be of this environment: make them anew in the team settings, and look for blanks or a missing part'
          : 'try again; if it stays, check --base-url',
      ),
    ];
  }
  return [ok(name, 'both are accepted'), judgeProject(projects, projectId)];
}

function judgeProject(projects: z.infer<typeof projectSchema>, projectId: string | null): Check {
  const name = 'Project';
  const seen = projects.map(({ id, name: called }) => `${id} (${called})`).join(', ');
  const found = projects.find(({ id }) => id === projectId);
  if (found !== undefined) return ok(name, `${found.id} (${found.name})`);
  if (projects.length === 0)
    return failure(
      name,
      'these credentials see no project',
      'have the project set up in the registry, or the token made by its organisation',
    );
  return projectId === null
    ? warning(
        name,
        `none is named; seen are ${seen}`,
        'name one with --project, MRV_PROJECT_ID or in the mapping',
      )
    : failure(
        name,
        `${projectId} is not seen; seen are ${seen}`,
        'check --project, MRV_PROJECT_ID and the mapping, and that they are of this environment',
      );
}
