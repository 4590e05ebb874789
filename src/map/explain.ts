import type { Mapped } from '../model/mapped.js';
import type { CellOrigin, Origin } from '../model/origin.js';
import type { FieldValue, WritableKind } from '../model/record.js';
import type { Issue } from '../model/issue.js';
import { baseName } from './base-name.js';
import { columnNumber } from './column-number.js';

/** What became of one cell. */
export interface CellExplanation {
  readonly file: string;
  readonly sheet: string;
  readonly cell: string;
  /** The tables whose row it lies in. */
  readonly tables: readonly string[];
  /** Why its row was left out; null where it was not. */
  readonly skipped: string | null;
  readonly records: readonly {
    readonly kind: WritableKind;
    readonly reference: string;
    readonly definition: string;
    readonly fields: readonly string[];
  }[];
  readonly issues: readonly Issue[];
}

/** Where one record comes from. */
export interface ReferenceExplanation {
  readonly kind: WritableKind;
  readonly reference: string;
  readonly definition: string;
  /** The rows it was made of: one, or the members of an aggregate. */
  readonly rows: readonly Origin[];
  readonly fields: readonly {
    readonly name: string;
    readonly value: FieldValue;
    readonly origins: readonly Origin[];
  }[];
  /** The evidence files: its own document, or those of its sources. */
  readonly evidence: readonly string[];
  readonly issues: readonly Issue[];
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function readArea(range: string): Area | null {
  const parts = /^\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/i.exec(range.trim());
  if (parts?.[1] === undefined || parts[2] === undefined) return null;
  const [, left, top, right = left, bottom = top] = parts;
  return {
    left: columnNumber(left.toUpperCase()),
    top: Number(top),
    right: columnNumber(right.toUpperCase()),
    bottom: Number(bottom),
  };
}

function overlaps(a: Area, b: Area): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

function sameFile(a: string, b: string): boolean {
  return baseName(a) === baseName(b);
}

function covers(origins: readonly Origin[], file: string, sheet: string, area: Area): boolean {
  return origins.some((origin) => {
    if (origin.at !== 'cell' || origin.sheet !== sheet || !sameFile(origin.file, file)) return false;
    const own = readArea(origin.cell);
    return own !== null && overlaps(own, area);
  });
}

/** `'Lab Data'!F17` or `Deliveries!F17`; null where it is no cell. */
function splitAddress(cell: string): { readonly sheet: string; readonly range: string } | null {
  const parts = /^(?:'((?:[^']|'')+)'|([^'!]+))!(.+)$/.exec(cell.trim());
  const sheet = parts?.[1]?.replaceAll("''", "'") ?? parts?.[2];
  return sheet === undefined || parts?.[3] === undefined ? null : { sheet, range: parts[3] };
}

/** From a cell (`Deliveries!F17`) to the tables, records and fields that it has a part in; null where it is no address. */
export function explainCell(mapped: Mapped, file: string, cell: string): CellExplanation | null {
  const address = splitAddress(cell);
  const area = address === null ? null : readArea(address.range);
  if (address === null || area === null) return null;
  const { sheet, range } = address;
  const records = mapped.records.flatMap((record) => {
    const fields = Object.entries(record.origins).flatMap(([name, origins]) =>
      name !== '' && covers(origins, file, sheet, area) ? [name] : [],
    );
    const inRow = covers(record.origins[''] ?? [], file, sheet, area);
    return fields.length > 0 || inRow
      ? [{ kind: record.kind, reference: record.reference, definition: record.definition, fields }]
      : [];
  });
  const inRow = (origin: CellOrigin | Origin): boolean =>
    origin.at === 'cell' &&
    origin.sheet === sheet &&
    sameFile(origin.file, file) &&
    readArea(origin.cell)?.top === area.top;
  return {
    file,
    sheet,
    cell: range,
    tables: [
      ...new Set(
        mapped.mappedRows
          .filter((row) => row.row === area.top && row.sheet === sheet && sameFile(row.file, file))
          .map((row) => row.table),
      ),
    ],
    skipped: mapped.skipped.find(({ origin }) => inRow(origin))?.reason ?? null,
    records,
    issues: mapped.issues.filter((issue) => covers(issue.origins, file, sheet, area)),
  };
}

/** From a record to the cells, rows and evidence files it was made of; null where no record has the reference. */
export function explainReference(mapped: Mapped, reference: string): ReferenceExplanation | null {
  const record = mapped.records.find((candidate) => candidate.reference === reference);
  if (record === undefined) return null;
  const documents = new Map(
    mapped.records.flatMap((candidate) => {
      const field = candidate.fields['document'];
      return field?.type === 'document' && field.value !== null
        ? [[candidate.reference, field.value.path ?? field.value.file_name] as const]
        : [];
    }),
  );
  const sources = record.fields['sources'];
  const cited = sources?.type === 'links' ? sources.value.map((link) => link.value) : [reference];
  return {
    kind: record.kind,
    reference,
    definition: record.definition,
    rows: record.origins[''] ?? [],
    fields: Object.entries(record.fields).map(([name, value]) => ({
      name,
      value,
      origins: record.origins[name] ?? [],
    })),
    evidence: cited.flatMap((each) => documents.get(each) ?? []),
    issues: mapped.issues.filter((issue) => issue.reference === reference),
  };
}
