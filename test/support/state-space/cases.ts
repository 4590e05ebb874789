/**
 * Every state in which a planner can meet a datapoint: what the workbook says, what the registry holds, whether that
 * is locked, whether it was replaced before, and who uses it. Each case is a small world of its own, told from the
 * others by its name.
 */

/** What the workbook says of the datapoint, beside what the current remote one holds. */
export const workbookValues = [
  'absent',
  'same',
  'other-quantity',
  /** The same quantity, written in another unit. */
  'other-spelling',
  /** The same number in another unit: another quantity. */
  'other-unit',
  'other-name',
  'other-deviation',
] as const;

export const locks = [
  'not_locked',
  'locked_library_datapoint',
  'locked_used_in_verified_removal',
  'locked_measurement_sample_datapoint',
] as const;

export const onLocked = ['replace', 'keep', 'fail'] as const;

/** The statement of the entry; `none` is a draft. */
export const entryStates = ['none', 'DRAFT', 'AWAITING_VERIFICATION', 'VERIFIED'] as const;
export type EntryState = (typeof entryStates)[number];

/** Which of the chain a consumer uses: the current one, the one before it, or one that is not of the chain. */
type Bound = 'current' | 'old' | 'elsewhere';

export type Use =
  | { readonly by: 'nothing' }
  /** A component of this workbook, which its entry has a share of; or an input of the entry itself. */
  | { readonly by: 'component' | 'entry'; readonly bound: Bound; readonly entry: EntryState }
  /** A component of this workbook or an entry's input that the registry does not hold yet. */
  | { readonly by: 'new-component' | 'new-entry' }
  /** A component that somebody made by hand, in an entry of its own. */
  | { readonly by: 'outsider'; readonly bound: 'current' | 'old'; readonly entry: EntryState };

export interface Case {
  /** Its datapoint's reference, and the beginning of all others of its world. */
  readonly name: string;
  readonly value: (typeof workbookValues)[number];
  readonly lock: (typeof locks)[number];
  /** How many there are of `R`, `R~2`, `R~3`; 0: none yet. */
  readonly chain: 0 | 1 | 2 | 3;
  readonly onLocked: (typeof onLocked)[number];
  readonly use: Use;
}

function uses(chain: Case['chain']): readonly Use[] {
  const nothing: Use = { by: 'nothing' };
  const made: readonly Use[] = [nothing, { by: 'new-component' }, { by: 'new-entry' }];
  const bounds: readonly Bound[] =
    chain === 0 ? ['elsewhere'] : chain === 1 ? ['current'] : ['current', 'old'];
  return entryStates.flatMap((entry, place): readonly Use[] => [
    ...(place === 0 ? made : []),
    ...bounds.flatMap((bound): readonly Use[] => [
      { by: 'component', bound, entry },
      { by: 'entry', bound, entry },
      // Nobody outside can use what is not there.
      ...(bound === 'elsewhere' ? [] : [{ by: 'outsider', bound, entry } as const]),
    ]),
  ]);
}

/** Why a combination is no case of its own; null where it is one. */
export function whyImpossible(given: Omit<Case, 'name'>): string | null {
  const { value, lock, chain, use } = given;
  if (chain === 0 && value === 'absent')
    return 'a datapoint that neither side has is nothing to plan; that a component points to it is a dangling reference and has tests of its own';
  if (chain === 0 && value !== 'same') return 'nothing is there to differ from';
  if (chain === 0 && lock !== 'not_locked') return 'nothing is there to be locked';
  if (value === 'absent' && given.onLocked !== 'replace')
    return 'what the workbook does not have takes no on_locked of the mapping';
  if (value === 'absent' && use.by === 'nothing')
    return 'neither the workbook nor anything of it speaks of the datapoint';
  return null;
}

/** Every possible case, in a fixed order. */
export function allCases(): readonly Case[] {
  const cases: Case[] = [];
  for (const chain of [0, 1, 2, 3] as const)
    for (const value of workbookValues)
      for (const lock of locks)
        for (const rule of onLocked)
          for (const use of uses(chain)) {
            const given = { value, lock, chain, onLocked: rule, use };
            if (whyImpossible(given) !== null) continue;
            cases.push({ ...given, name: `c${String(cases.length + 1).padStart(4, '0')}` });
          }
  return cases;
}

/** A case in words, for the message of a test that fails. */
export function describeCase({ name, value, lock, chain, onLocked: rule, use }: Case): string {
  const bound = 'bound' in use ? ` on ${use.bound}, entry ${use.entry}` : '';
  return `${name}: workbook ${value}, chain of ${chain}, ${lock}, on_locked ${rule}, used by ${use.by}${bound}`;
}
