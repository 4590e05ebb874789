import { describeOrigin, type Origin } from '../model/origin.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Attribution, FieldValue, InputBinding, Link } from '../model/record.js';
import type { ReportCell } from './report-data.js';

/** `measured_at` as people read it: `measured at`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** What a link leads to, in words: our reference wherever it is known, since nobody reads ids. */
export type NameOf = (link: Link) => string;

/**
 * Names by the registry's ids, as far as the plan knows them. What is wanted is named as it will be: `R~2` where `R` is
 * or was replaced, so that what used `R` can be seen to change.
 */
export function namesOf(plan: DecidedPlan | null): NameOf {
  const names = new Map<string, string>();
  const current = new Map<string, string>();
  for (const [key, id] of Object.entries(plan?.known ?? {})) {
    const reference = /^\w+ reference (?<reference>.+)$/.exec(key)?.groups?.['reference'];
    if (reference !== undefined) names.set(id, reference);
  }
  for (const operation of plan?.operations ?? []) {
    current.set(operation.desired.reference, operation.reference);
    if (operation.action === 'create' || operation.remote === null) continue;
    names.set(operation.remote.id, operation.remote.reference ?? operation.remote.id);
  }
  return (link) => {
    switch (link.by) {
      case 'id':
        return names.get(link.value) ?? link.value;
      case 'reference':
        return current.get(link.value) ?? link.value;
      case 'display_name':
        return link.value;
    }
  };
}

/** The parts of a value that is a set, each in words; null for a single value. */
function members(field: FieldValue, nameOf: NameOf): readonly string[] | null {
  const ofInput = (input: InputBinding) =>
    input.datapoints.map((link) => `${plain(input.input_key)}: ${nameOf(link)}`);
  const ofShare = ({ component, group, factor }: Attribution) =>
    `${nameOf(component)} in ${group}${factor === 1 ? '' : ` × ${factor}`}`;
  switch (field.type) {
    case 'links':
      return field.value.map(nameOf);
    case 'inputs':
      return field.value.flatMap(ofInput);
    case 'template_inputs':
      return field.value.flatMap((made) => made.inputs.flatMap(ofInput));
    case 'attributions':
      return field.value.map(ofShare);
    case 'text':
    case 'flag':
    case 'date':
    case 'instant':
    case 'quantity':
    case 'link':
    case 'document':
      return null;
  }
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join('; ');
}

/** A field's value in one line. */
export function valueWord(field: FieldValue | null | undefined, nameOf: NameOf): string {
  if (field === null || field === undefined) return 'none';
  switch (field.type) {
    case 'text':
    case 'date':
    case 'instant':
      return field.value ?? 'none';
    case 'flag':
      return field.value ? 'yes' : 'no';
    case 'quantity': {
      const { magnitude, unit, standard_deviation: sd } = field.value;
      return `${magnitude} ${unit}${sd === null ? '' : ` ± ${Number(sd.toPrecision(4))}`}`;
    }
    case 'link':
      return field.value === null ? 'none' : nameOf(field.value);
    case 'document':
      return field.value === null ? 'none' : field.value.file_name;
    case 'links':
    case 'inputs':
    case 'template_inputs':
    case 'attributions':
      return listed(members(field, nameOf) ?? []);
  }
}

/** Both sides of a change. Of sets only what differs is shown: the rest would hide it. */
export function changeWords(
  before: FieldValue | null,
  after: FieldValue,
  nameOf: NameOf,
): readonly [before: string, after: string] {
  const [old, now] = [before === null ? null : members(before, nameOf), members(after, nameOf)];
  if (now === null) return [valueWord(before, nameOf), valueWord(after, nameOf)];
  const gone = (old ?? []).filter((word) => !now.includes(word));
  const come = now.filter((word) => !(old ?? []).includes(word));
  const same = now.length - come.length;
  const rest = same === 0 ? '' : ` (beside ${same} that stay${same === 1 ? 's' : ''})`;
  return [listed(gone), `${listed(come)}${rest}`];
}

/** The place of something as a link into the workbook, or as words where it is no cell. */
export function originCell(origins: readonly Origin[], addressOf: (file: string) => string): ReportCell {
  const [first] = origins;
  if (first === undefined) return null;
  const more = origins.length === 1 ? '' : ` +${origins.length - 1}`;
  const text = `${describeOrigin(first)}${more}`;
  return first.at === 'cell' ? { text, link: `${addressOf(first.file)}#${describeOrigin(first)}` } : text;
}
