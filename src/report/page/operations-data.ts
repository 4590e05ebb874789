import type { Operation } from '../../model/operation.js';
import { describeOrigin, type Origin } from '../../model/origin.js';
import { kindLabel } from '../labels.js';
import { endedOf, type ReportInput } from '../report-data.js';
import { idOf, message, toneOf } from '../sheets/operations.js';
import { listedOperations } from './listed.js';
import { changeWords, namesOf, plain, valueWord, type NameOf } from '../words.js';

/** `[place in files, or -1 where there is no link, its words]`. */
export type CellData = readonly [file: number, text: string];

/** One field: what it was (null: not there, or the same), what it is to be, its cell, and whether it differs. */
export type FieldData = readonly [
  field: string,
  before: string | null,
  after: string,
  cell: CellData | null,
  differs: 0 | 1,
];

/** One operation as the page's script reads it. Short names, since there may be many thousands. */
export interface OperationData {
  readonly c: CellData | null;
  readonly k: string;
  readonly r: string;
  /** The display name, where it has one. */
  readonly n: string;
  readonly i: string;
  readonly a: Operation['action'];
  readonly o: string;
  readonly v: string;
  readonly t: string;
  readonly w: string;
  readonly s: number;
  readonly f: readonly FieldData[];
  /** Places in `documents`. */
  readonly d: readonly number[];
}

export interface DocumentData {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the operations share, told once. */
export interface SharedData {
  /** Addresses of workbooks and other files, as seen from the page. */
  readonly files: readonly string[];
  readonly documents: readonly DocumentData[];
}

/** A file's address that can only lead to a file: a name such as `javascript:` is a name and no scheme. */
export function pageAddress(address: string): string {
  const drive = /^[A-Za-z]:\//.exec(address)?.[0] ?? '';
  const path = address.slice(drive.length).replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (drive !== '') return `file:///${drive}${encoded}`;
  return encoded.startsWith('/') ? `file://${encoded.replace(/^\/+/, '/')}` : `./${encoded}`;
}

class Places {
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    return place;
  }

  all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

function cellData(origins: readonly Origin[], files: Places): CellData | null {
  const [first] = origins;
  if (first === undefined) return null;
  const more = origins.length === 1 ? '' : ` +${origins.length - 1}`;
  return [first.at === 'cell' ? files.of(first.file) : -1, `${describeOrigin(first)}${more}`];
}

function fieldsOf(operation: Operation, nameOf: NameOf, files: Places): readonly FieldData[] {
  const changes =
    operation.action === 'create'
      ? []
      : operation.action === 'unchanged'
        ? operation.ignored
        : operation.changes;
  const changed = new Map(changes.map((change) => [change.field, change]));
  const differing = changes.map((change): FieldData => {
    const [before, after] = changeWords(change.before, change.after, nameOf);
    return [plain(change.field), before, after, cellData(change.origins, files), 1];
  });
  const rest = Object.entries(operation.desired.fields)
    .filter(([field]) => !changed.has(field))
    .map(([field, value]): FieldData => {
      const cell = cellData(operation.desired.origins[field] ?? [], files);
      return [plain(field), null, valueWord(value, nameOf), cell, 0];
    });
  return [...differing, ...rest];
}

function nameOfRecord({ desired }: Operation): string {
  const name = desired.fields['display_name'];
  return name?.type === 'text' ? (name.value ?? '') : '';
}

interface Documents {
  readonly documents: readonly DocumentData[];
  readonly of: (operation: Operation) => readonly number[];
}

/** The evidence: each document once, and which operations hold or cite it. */
function documentsOf(input: ReportInput): Documents {
  const documents: DocumentData[] = [];
  const places = new Map<string, number>();
  for (const { desired } of input.plan?.operations ?? []) {
    for (const field of Object.values(desired.fields)) {
      if (field.type !== 'document' || field.value === null) continue;
      const { path, file_name, content_length, sha256 } = field.value;
      places.set(desired.reference, documents.length);
      documents.push({ name: path ?? file_name, bytes: content_length, sha256: sha256 ?? '' });
    }
  }
  const of = ({ desired }: Operation) => {
    const cited = Object.values(desired.fields).flatMap((field) =>
      field.type === 'links' ? field.value.map((link) => link.value) : [],
    );
    return [desired.reference, ...cited]
      .map((reference) => places.get(reference))
      .filter((place) => place !== undefined);
  };
  return { documents, of };
}

/** The operations one by one; `shared` is whole only after the last of them. */
export function operationsData(input: ReportInput): {
  readonly operations: Iterable<OperationData>;
  readonly shared: () => SharedData;
} {
  const files = new Places();
  const { outcome, verdict } = endedOf(input);
  const nameOf = namesOf(input.plan);
  const evidence = documentsOf(input);
  function* operations(): Iterable<OperationData> {
    for (const operation of listedOperations(input)) {
      const [ended, now] = [outcome(operation.reference), verdict(operation.reference)];
      yield {
        c: cellData(operation.desired.origins[''] ?? [], files),
        k: kindLabel(operation.kind).one,
        r: operation.reference,
        n: nameOfRecord(operation),
        i: idOf(operation, ended, now) ?? '',
        a: operation.action,
        o: ended?.state ?? '',
        v: now?.state ?? '',
        t: toneOf(operation, ended, now),
        w: message(operation, ended, now),
        s: ended?.attempts ?? 0,
        f: fieldsOf(operation, nameOf, files),
        d: evidence.of(operation),
      };
    }
  }
  return {
    operations: operations(),
    shared: () => ({
      files: files.all().map((file) => pageAddress(input.addressOf(file))),
      documents: evidence.documents,
    }),
  };
}
