import type { Case } from './cases.js';

/**
 * What must be planned, said a second time and apart from the program: small tables over the words of a case, without
 * records, quantities or links.
 */
export interface Expected {
  /** The action for the datapoint, with its reference's place in the chain; null where it is not planned at all. */
  readonly datapoint: { readonly action: string; readonly step: number } | null;
  /** The actions for the component and the entry of this workbook, where there are such. */
  readonly component: string | null;
  readonly entry: string | null;
  /** Codes of the issues that name the case. */
  readonly issues: readonly string[];
  /** How many of the chain there are afterwards. */
  readonly chainAfter: number;
  /** Whether anything of the case stays blocked: the run ends with 6. */
  readonly blocked: boolean;
}

const differs = {
  absent: 'nothing',
  same: 'nothing',
  'other-spelling': 'nothing',
  'other-name': 'a name',
  'other-quantity': 'what counts',
  'other-unit': 'what counts',
  'other-deviation': 'what counts',
} as const satisfies Readonly<Record<Case['value'], string>>;

function datapointAction({ chain, value, lock, onLocked }: Case): string {
  if (chain === 0) return 'create';
  if (differs[value] === 'nothing') return 'unchanged';
  if (lock === 'not_locked') return 'update';
  if (differs[value] === 'a name') return 'unchanged';
  return { replace: 'replace', keep: 'unchanged', fail: 'blocked' }[onLocked];
}

/** What a consumer of this workbook needs: nothing, or to be pointed to the current datapoint. */
function consumerAction(use: Case['use'], moved: boolean): string {
  if (use.by === 'new-component' || use.by === 'new-entry') return 'create';
  const stale = 'bound' in use && use.bound !== 'current';
  if (!moved && !stale) return 'unchanged';
  return 'entry' in use && use.entry === 'VERIFIED' ? 'blocked' : 'update';
}

export function expected(given: Case): Expected {
  const { value, chain, lock, onLocked, use } = given;
  const planned = value !== 'absent';
  const action = datapointAction(given);
  const replaced = planned && action === 'replace';
  const chainAfter = chain + (action === 'create' || replaced ? 1 : 0);
  const consumer = consumerAction(use, replaced);
  const ofComponent = use.by === 'component' || use.by === 'new-component';
  const ofEntry = use.by === 'entry' || use.by === 'new-entry';
  const left = use.by === 'outsider' && planned && (replaced || use.bound === 'old');
  const lockTold = planned && chain > 0 && lock !== 'not_locked' && differs[value] === 'what counts';
  const told = { replace: [], keep: ['locked-kept'], fail: ['locked-fails'] }[onLocked];
  return {
    datapoint: planned ? { action, step: chainAfter } : null,
    component: ofComponent ? consumer : null,
    // The component keeps its id, so that its share in the entry needs nothing.
    entry: ofEntry ? consumer : use.by === 'component' ? 'unchanged' : null,
    issues: [...(lockTold ? told : []), ...(left ? ['consumer-outside'] : [])],
    chainAfter,
    blocked: (planned && action === 'blocked') || ((ofComponent || ofEntry) && consumer === 'blocked'),
  };
}
