import { dayOf, soonDays, type TokenFacts } from '../../api/token.js';
import { failure, ok, warning, type Check } from '../../model/check.js';

/** The least that `package.json` asks for. */
const leastNode = [20, 19] as const;

/** `version` as Node.js says it: `v20.19.0`. */
export function judgeNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [least, leastMinor] = leastNode;
  return major > least || (major === least && minor >= leastMinor)
    ? ok('Node.js', version)
    : failure('Node.js', `${version} is too old`, `install Node.js ${leastNode.join('.')} or later`);
}

const renew = "make a new one in the registry's team settings and put it into MRV_ACCESS_TOKEN";

/** A token is read and not verified. `expired` fails, since nothing is sent with it. */
export function judgeToken(facts: TokenFacts): Check {
  const name = 'Access token';
  switch (facts.state) {
    case 'unreadable':
      return warning(
        name,
        'it is no JWT, so its organisation and expiry are not known',
        'check that MRV_ACCESS_TOKEN is the whole token and nothing but the token',
      );
    case 'expired':
      return failure(name, `it expired on ${dayOf(facts.expiredAt)}`, renew);
    case 'valid': {
      const whose = facts.organisation === null ? '' : `, of ${facts.organisation}`;
      if (facts.expiresAt === null) return ok(name, `it says no expiry${whose}`);
      const day = dayOf(facts.expiresAt);
      return facts.expiresSoon
        ? warning(name, `it expires on ${day}, in less than ${soonDays} days${whose}`, renew)
        : ok(name, `good until ${day}${whose}`);
    }
  }
}

const mostSecondsApart = 60;

/** `aheadMs`: how much this machine's clock is ahead of the service's; null where the service says no time. */
export function judgeClock(aheadMs: number | null): Check {
  const name = 'Clock';
  if (aheadMs === null)
    return warning(name, 'the service says no time', 'compare the clock of this machine by hand');
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= mostSecondsApart) return ok(name, 'as the service’s, to a minute');
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return warning(
    name,
    `this machine is ${seconds} s ${side} the service`,
    'set the clock of this machine: expiries and times of measurement are judged by it',
  );
}

const megabyte = 1_000_000;

/** `free` in bytes. A run leaves copies of its workbooks, a report and a journal. */
export function judgeDisk(free: number): Check {
  const name = 'Free disk';
  const said = `${Math.floor(free / megabyte)} MB`;
  const mend = 'make room, or name another place with --runs-dir';
  if (free < 50 * megabyte) return failure(name, `${said} are too little for a run`, mend);
  return free < 500 * megabyte ? warning(name, `${said} are little`, mend) : ok(name, said);
}

const marks = { SBX: 'sandbox', '1S0': 'production' } as const;

/** The environment that an id looks as if it were of (`api-facts.md` §5); null where it does not say. */
export function environmentOfId(id: string): 'sandbox' | 'production' | null {
  const mark = /^[a-z]{3}_[0-9A-Z]{9}(SBX|1S0)[0-9A-Z]{4}$/.exec(id)?.[1];
  return mark === 'SBX' || mark === '1S0' ? marks[mark] : null;
}

/** Every id in a text, as a mapping's. */
export function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]{3}_[0-9A-Z]{16}\b/g))];
}

/** Ids that look like the other environment's: they will not be found. */
export function judgeIds(environment: string, ids: readonly string[]): Check {
  const name = 'Ids';
  const strange = ids.filter((id) => {
    const own = environmentOfId(id);
    return environment !== 'local' && own !== null && own !== environment;
  });
  if (strange.length === 0)
    return ok(name, ids.length === 0 ? 'none are named' : `none looks like another environment's`);
  const other = environment === 'production' ? 'sandbox' : 'production';
  return warning(
    name,
    `${strange.join(', ')} look${strange.length === 1 ? 's' : ''} like ${other}, and this is ${environment}`,
    `take the ids of ${environment} (mrv-ingest list shows them), or choose --environment ${other}`,
  );
}
