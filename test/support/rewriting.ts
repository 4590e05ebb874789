import { z } from 'zod';

/** What a service may do to an answer without changing what it says. */
export interface Rewriting {
  /** Which of the spellings of a unit is used. */
  readonly spelling: number;
  /** Digits that numbers are rounded to. */
  readonly digits: 15 | 16 | 17;
  readonly instants: 'Z' | 'milliseconds' | 'microseconds' | 'offset' | 'another-offset' | 'no-zone';
  readonly empty: 'null' | 'blank' | 'absent';
  /** Lists without an order are turned around so far. */
  readonly turn: number;
  /** Unknown fields, unknown members of open sets of names, and the older names of fields beside the new ones. */
  readonly extras: boolean;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Spellings by the one that the service gives: each means the very same. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  kilogram: ['kilogram', 'kg', 'kilograms'],
  metric_ton: ['metric_ton', 'tonne', 't'],
  'kilometer * metric_ton': ['kilometer * metric_ton', 'metric_ton * kilometer', 'tonne·km', 'km*t'],
  'metric_ton * kilometer': ['kilometer * metric_ton', 'metric_ton*kilometer', 't km'],
  'kgCO2e / metric_ton / kilometer': [
    'kgCO2e / kilometer / metric_ton',
    'kgCO2e/(tonne * km)',
    'kgCO2e/(km·t)',
  ],
  'milligram / kilogram': ['milligram / kilogram', 'mg/kg', 'mg kg^-1'],
  percent: ['percent', '%'],
};

const unordered = new Set(['source_ids', 'datapoint_ids', 'inputs']);
const openSets = new Set(['scope', 'credit_type', 'allocation_strategy']);
const olderNames: Readonly<Record<string, string>> = {
  ghg_entry_id: 'removal_id',
  ghg_entry_template_component_id: 'removal_template_component_id',
};
const rounded = new Set(['magnitude', 'standard_deviation', 'attribution_factor']);
const mayBeEmpty = new Set(['description', 'uncertainty_justification', 'standard_deviation']);

function spelled(unit: string, { spelling }: Rewriting): string | null {
  // A pure number may come back without any unit.
  if (unit === 'dimensionless') return spelling % 2 === 0 ? unit : null;
  const choices = spellings[unit] ?? [unit];
  return choices[spelling % choices.length] ?? unit;
}

function instant(text: string, form: Rewriting['instants']): string {
  const iso = new Date(text).toISOString();
  switch (form) {
    case 'Z':
      return iso.replace('.000Z', 'Z');
    case 'milliseconds':
      return iso;
    case 'microseconds':
      return iso.replace('.000Z', '.000000Z');
    case 'offset':
      return iso.replace('.000Z', '+00:00');
    case 'another-offset':
      return new Date(Date.parse(text) + 10_800_000).toISOString().replace('.000Z', '+03:00');
    case 'no-zone':
      return iso.replace('.000Z', '');
  }
}

function turned<T>(list: readonly T[], by: number): readonly T[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)].toReversed();
}

function value(key: string, held: Json, how: Rewriting): Json {
  if (key === 'unit' && typeof held === 'string') return spelled(held, how);
  if (key.endsWith('_at') && typeof held === 'string' && held.includes('T'))
    return instant(held, how.instants);
  if (rounded.has(key) && typeof held === 'number') return Number(held.toPrecision(how.digits));
  if (openSets.has(key) && how.extras && typeof held === 'string') return 'OF_NEXT_YEAR';
  const inside = rewritten(held, how);
  return unordered.has(key) && Array.isArray(inside) ? turned(inside, how.turn) : inside;
}

/** `undefined` drops the field. */
function emptied(key: string, held: Json, { empty }: Rewriting): Json | undefined {
  if (!mayBeEmpty.has(key) || (held !== null && held !== '')) return held;
  if (empty === 'absent') return undefined;
  return empty === 'null' || key === 'standard_deviation' ? null : '';
}

function rewritten(held: Json, how: Rewriting): Json {
  if (Array.isArray(held)) return held.map((member: Json) => rewritten(member, how));
  if (held === null || typeof held !== 'object') return held;
  const fields: Record<string, Json> = how.extras ? { of_next_year: { unit: 'kg', kept: [1, null] } } : {};
  for (const [key, member] of Object.entries(held)) {
    const now = emptied(key, value(key, member, how), how);
    if (now !== undefined) fields[key] = now;
    const older = olderNames[key];
    if (how.extras && older !== undefined && now !== undefined) fields[older] = now;
  }
  return fields;
}

/** An answer that says the same in other words. */
export function rewrite(body: unknown, how: Rewriting): unknown {
  return rewritten(z.json().parse(body), how);
}
