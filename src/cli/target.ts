import {
  dayOf,
  readToken,
  Secret,
  soonDays,
  systemClock,
  type Credentials,
  type Target,
} from '../run/index.js';
import {
  checkRoot,
  environmentName,
  knownRoots,
  usageError,
  type EnvironmentName,
  type Variables,
} from './environment.js';
import { positive } from './pairs.js';

/** The flags that say where to read and write. */
export interface ServiceArguments {
  readonly environment: string | undefined;
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  readonly stateDir: string;
  readonly seedData: string | undefined;
  readonly rate: number | undefined;
  readonly concurrency: number;
}

/** An open target; closing it stops the embedded service where one was started. */
export interface OpenTarget {
  readonly target: Target;
  close(): Promise<void>;
}

function credential(variables: Variables, name: string, environment: EnvironmentName): Secret {
  const value = variables[name];
  if (value !== undefined && value.trim() !== '') return new Secret(value.trim());
  throw usageError(
    'credentials-missing',
    `${name} is not set, so nothing can be read from ${environment}: put it into the environment or a .env file (both credentials are made in the registry's team settings)`,
  );
}

/** How a new token comes about (`interface.md`, Authentication). */
const renewal = "make a new one in the registry's team settings and put it into MRV_ACCESS_TOKEN";

/**
 * Both credentials, with a warning where the token ends soon. @throws a usage error where one is missing or the token
 * has ended: nothing is sent with it.
 */
function credentials(
  variables: Variables,
  environment: EnvironmentName,
  warn: (line: string) => void,
): Credentials {
  const clientSecret = credential(variables, 'MRV_CLIENT_SECRET', environment);
  const accessToken = credential(variables, 'MRV_ACCESS_TOKEN', environment);
  const facts = readToken(accessToken, systemClock.now());
  if (facts.state === 'expired')
    throw usageError(
      'token-expired',
      `the access token expired on ${dayOf(facts.expiredAt)}, so nothing was sent: ${renewal}`,
    );
  if (facts.state === 'valid' && facts.expiresSoon && facts.expiresAt !== null)
    warn(`The access token expires on ${dayOf(facts.expiresAt)}, in less than ${soonDays} days: ${renewal}`);
  return { clientSecret, accessToken };
}

/** Finds the service and the credentials for it; starts the embedded one where `local` names no other. */
export async function openTarget(
  flags: ServiceArguments,
  variables: Variables,
  warn: (line: string) => void,
): Promise<OpenTarget> {
  const environment = environmentName(flags.environment, variables);
  const root = flags.baseUrl ?? variables['MRV_BASE_URL'];
  const projectId = flags.project ?? variables['MRV_PROJECT_ID'] ?? null;
  const common = {
    environment,
    rate: positive('rate', flags.rate),
    concurrency: positive('concurrency', flags.concurrency) ?? 1,
  };
  if (environment === 'local' && root === undefined) {
    const { startLocalService } = await import('./local-service.js');
    const service = await startLocalService({ stateDir: flags.stateDir, seedData: flags.seedData ?? null });
    const target: Target = {
      ...common,
      baseUrl: service.baseUrl,
      projectId: flags.project ?? service.projectId,
      credentials: {
        clientSecret: new Secret(service.clientSecret),
        accessToken: new Secret(service.accessToken),
      },
    };
    return { target, close: () => service.close() };
  }
  const baseUrl = checkRoot(root ?? (environment === 'local' ? '' : knownRoots[environment]));
  const target: Target = {
    ...common,
    baseUrl,
    projectId,
    credentials: credentials(variables, environment, warn),
  };
  return { target, close: () => Promise.resolve() };
}
