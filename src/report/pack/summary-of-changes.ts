import { writableKinds, type FieldValue } from '../../model/record.js';
import type { Operation } from '../../model/operation.js';
import { kindLabel } from '../labels.js';
import { fixed, plural, signedTonnes, tonnes } from '../page/figures.js';
import type { ReportInput } from '../report-data.js';
import { changeWords, namesOf, plain, type NameOf } from '../words.js';

/**
 * The most characters of the text. The published description of `summary_of_changes` states no limit; a reader does,
 * and the whole lies in the report.
 */
export const mostCharacters = 2000;
const longestLine = 220;

/** What a summary is made from. */
export type ChangesInput = Pick<ReportInput, 'summary' | 'plan' | 'outcomes' | 'removals'>;

interface Group {
  readonly head: string;
  readonly lines: readonly string[];
}

function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`;
}

/** A computed figure to nine digits: a person reads this, and the report holds the rest. */
function readable<F extends FieldValue | null>(field: F): F | FieldValue {
  if (field?.type !== 'quantity') return field;
  const magnitude = Number(field.value.magnitude.toPrecision(9));
  return { type: 'quantity', value: { ...field.value, magnitude } };
}

/** What differs in a record: `quantity 24.9 t, before 24.7 t`. */
function differences(operation: Operation, nameOf: NameOf): string {
  if (operation.action !== 'update' && operation.action !== 'replace') return '';
  return operation.changes
    .map((change) => {
      const [before, after] = changeWords(readable(change.before), readable(change.after), nameOf);
      return `${plain(change.field)} ${after || 'none'}, before ${before || 'none'}`;
    })
    .join('; ');
}

/** An entry's net removal as it was read back, beside what it was; nothing where it was not read back. */
function removalLines({ summary }: ChangesInput): readonly string[] {
  return summary.entries.flatMap((entry) => {
    const [before, now] = [entry.co2e_net_removed_kg_before, entry.co2e_net_removed_kg];
    if (now === null) return [];
    const was = before === null ? 'new' : `${signedTonnes(now - before)} t, before ${tonnes(before)} t`;
    return [`Net removal of ${entry.reference}: ${tonnes(now)} t CO2e (${was}).`];
  });
}

function newRecords(applied: readonly Operation[]): readonly string[] {
  const created = applied.filter(({ action }) => action === 'create');
  if (created.length === 0) return [];
  const counts = writableKinds.flatMap((kind) => {
    const count = created.filter((operation) => operation.kind === kind).length;
    const { one, many } = kindLabel(kind);
    return count === 0 ? [] : [`${fixed(count, 0)} ${count === 1 ? one : many}`];
  });
  return [`New: ${counts.join(', ')}.`];
}

/** Whether something counts: the registry shows names, descriptions and documents at once, and wants no submission. */
function isFigure(operation: Operation): boolean {
  if (operation.action !== 'update' && operation.action !== 'replace') return false;
  const figures = ['quantity', 'inputs', 'template_inputs', 'attributions', 'instant', 'link'];
  return operation.changes.some(({ after }) => figures.includes(after.type));
}

function groupsOf(input: ChangesInput, applied: readonly Operation[]): readonly Group[] {
  const nameOf = namesOf(input.plan);
  const line = (operation: Operation) =>
    cut(`- ${kindLabel(operation.kind).one} ${operation.reference}: ${differences(operation, nameOf)}`);
  const updated = applied.filter(({ action }) => action === 'update');
  const replaced = applied.filter(({ action }) => action === 'replace');
  const corrected = updated.filter(isFigure);
  const described = updated.filter((operation) => !isFigure(operation));
  const deleted = input.removals.filter(({ act, state }) => act === 'delete' && state === 'done');
  const group = (what: string, operations: readonly Operation[]): Group => ({
    head: `${what}: ${plural(operations.length, 'record')}.`,
    lines: operations.map(line),
  });
  return [
    group('Corrected in their figures, inputs or dates', corrected),
    group('Superseded by new records, since the old ones are locked', replaced),
    {
      head: `Taken away: ${plural(deleted.length, 'record')}.`,
      lines: deleted.map(({ kind, reference }) => cut(`- ${kindLabel(kind).one} ${reference}`)),
    },
    group('Changed in names, descriptions or documents only', described),
  ].filter(({ lines }) => lines.length > 0);
}

/** As many lines as fit, group by group; every group says how many it leaves to the report. */
function fitted(firsts: readonly string[], groups: readonly Group[]): readonly string[] {
  const rest = (count: number) => `- and ${fixed(count, 0)} more, in the sheet Changes of the report`;
  const fixedPart = [...firsts, ...groups.flatMap(({ head, lines }) => [head, rest(lines.length)])];
  let room = mostCharacters - fixedPart.join('\n').length - 1;
  return [
    ...firsts,
    ...groups.flatMap(({ head, lines }) => {
      const shown: string[] = [];
      for (const line of lines) {
        if (line.length + 1 > room) break;
        shown.push(line);
        room -= line.length + 1;
      }
      const left = lines.length - shown.length;
      return [head, ...shown, ...(left === 0 ? [] : [rest(left)])];
    }),
  ];
}

/**
 * What the run changed in the registry, ready for a statement's `summary_of_changes`: what was applied and nothing
 * else, at most {@link mostCharacters} characters, never empty.
 */
export function summaryOfChanges(input: ChangesInput): string {
  const applied = new Set(
    input.outcomes.filter(({ state }) => state === 'applied').map(({ reference }) => reference),
  );
  const operations = (input.plan?.operations ?? []).filter(({ reference }) => applied.has(reference));
  const groups = groupsOf(input, operations);
  const news = newRecords(operations);
  if (groups.length === 0 && news.length === 0) return 'No change: nothing was written to the registry.\n';
  const firsts = [...removalLines(input), ...news];
  const lines = fitted(firsts, groups).join('\n');
  return `${lines.length < mostCharacters ? lines : lines.slice(0, mostCharacters - 1)}\n`;
}
