import type { Mapped } from '../../../src/model/mapped.js';
import { describeOrigin } from '../../../src/model/origin.js';
import { loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import { madeEvidence, madeWorkbook, type MadeSheet } from './made-workbook.js';

export interface MadeRun {
  readonly files?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Maps sheets made in memory by a mapping without its first lines. */
export async function mapMade(
  mapping: string,
  sheets: Readonly<Record<string, MadeSheet>>,
  run: MadeRun = {},
): Promise<Mapped> {
  const text = `mapping: 1\nname: made\n${mapping.includes('timezone:') ? '' : 'timezone: UTC\n'}${mapping}`;
  const loaded = loadMapping(text, 'made.yaml', { environment: {} });
  return mapWorkbooks(loaded, [madeWorkbook(sheets)], {
    evidence: madeEvidence(run.files ?? {}),
    parameters: run.parameters ?? {},
    projectId: null,
  });
}

/** `code Sheet!A1: message`, as a person sees it. */
export function told(mapped: Mapped): string[] {
  return mapped.issues.map((issue) => {
    const [origin] = issue.origins;
    return `${issue.code} ${origin === undefined ? '' : describeOrigin(origin)}: ${issue.message}`;
  });
}

/** Reference to magnitude and unit: `75.2 %`. */
export function quantities(mapped: Mapped): Record<string, string> {
  return Object.fromEntries(
    mapped.records.flatMap((record) => {
      const field = record.fields['quantity'];
      if (field?.type !== 'quantity') return [];
      const { magnitude, unit, standard_deviation: deviation } = field.value;
      return [[record.reference, `${magnitude}${deviation === null ? '' : ` ± ${deviation}`} ${unit}`]];
    }),
  );
}

/** The fields of a definition as the mapping writes them. */
export type RecordFields = Readonly<Record<string, string>>;

/** The fields as a YAML flow map without its braces; `own` win over `usual`. */
export function fieldsOf(usual: RecordFields, own: RecordFields): string {
  return Object.entries({ ...usual, ...own })
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
}
