import { fitsKind, parseUnit, quantityKinds, type Unit } from '../../quantity/index.js';
import { compileDateFormat } from '../cells/date-format.js';
import { dateTextReader, readTimeText } from '../cells/date-text.js';
import { cellText, isPercentFormat } from '../cells/cell-text.js';
import { readDigits } from '../cells/number-text.js';
import { unitInHeader, unitReader, withoutUnit } from '../tables/unit-text.js';
import type { SurveyedColumn } from './survey.js';

/** What a column seems to be, with what is unsure about that. */
export interface GuessedColumn {
  readonly key: string;
  readonly label: string;
  readonly nth: number;
  readonly type: 'text' | 'quantity' | 'number' | 'date' | 'datetime' | 'time' | 'flag' | 'files';
  /** As the sheet spells it; null where it names none. */
  readonly unit: string | null;
  /** Whether the unit stands in the header or below it, so that the mapping need not repeat it. */
  readonly unitIsShown: boolean;
  readonly kind: string | null;
  /** Text dates: every form that reads them all. */
  readonly dateForms: readonly string[];
  readonly hasCensored: boolean;
  readonly isUnique: boolean;
  readonly hasBlanks: boolean;
  /** Words among numbers or dates, which may mean that there is no value. */
  readonly words: readonly string[];
  readonly doubts: readonly string[];
}

const dateForms = [
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'dd-MM-yyyy',
  'd/M/yyyy',
  'M/d/yyyy',
  'dd MMM yyyy',
  'dd-MMM-yyyy',
  'yyyy/MM/dd',
  'yyyyMMdd',
  'dd/MM/yy',
  'MM/dd/yy',
  'yyyy-MM-dd HH:mm',
  'dd/MM/yyyy HH:mm',
  'MM/dd/yyyy HH:mm',
] as const;
const reader = unitReader();
const none = new Set<string>();
const fileName = /^[^\s/\\][^/\\]{0,200}\.(?:pdf|csv|jpe?g|png|heic|tiff?|docx?|xlsx?|txt|json)$/i;
const flagWord = /^(?:yes|no|y|n|true|false)$/i;
/** What has a meaning in expressions, and the words that CEL keeps for itself. */
const reserved = new Set(
  (
    'this rows true false null in cel file value label position as break const continue else for function if import ' +
    'let loop package namespace prototype return var void while'
  ).split(' '),
);

/** A name of the mapping language for a label: `haul_distance` for "Haul distance (km)". */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const words = withoutUnit(label)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  const base = /^[a-z]/.test(words) ? words : `column_${words}`.replace(/_$/, '');
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? base : `${base}_${nth}`;
    if (!taken.has(key) && !reserved.has(key)) return key;
  }
}

/** Whether a text is a number, if only under one of two readings. */
export function isNumberText(text: string): boolean {
  const reading = readDigits(text, { decimal: null, group: null, dates: null });
  return reading.ok || reading.code === 'number-ambiguous';
}

/** The kind of quantity that a unit says by itself, among the plain ones; null where several would fit. */
function kindOf(unit: Unit): string | null {
  const plain = [
    'mass',
    'energy',
    'distance',
    'volume',
    'time',
    'power',
    'area',
    'temperature',
    'mass_distance',
  ];
  return plain.find((kind) => quantityKinds.has(kind) && fitsKind(unit, kind)) ?? null;
}

interface Counts {
  readonly numbers: number;
  readonly dates: number;
  readonly times: number;
  readonly files: number;
  readonly flags: number;
  readonly censored: number;
  readonly words: readonly string[];
}

function count(texts: readonly string[], column: SurveyedColumn): Counts {
  const typed = (type: string): number => column.cells.filter((cell) => cell.type === type).length;
  const inText = column.cells.filter((cell) => cell.type === 'text').map((cell) => cellText(cell));
  const numbers = inText.filter(isNumberText);
  const censored = inText.filter((text) => /^[<>≤≥]\s*[\d.,]+/.test(text));
  const ofDates = inText.filter((text) => dateTextReader(null)(text).ok || formsOf([text]).length > 0);
  const words = inText.filter(
    (text) => !numbers.includes(text) && !censored.includes(text) && !ofDates.includes(text),
  );
  return {
    numbers: typed('number') + numbers.length,
    dates: typed('date') + ofDates.length,
    times: inText.filter((text) => readTimeText(text) !== null).length,
    files: texts.filter((text) => text.split(/[;\n]/).every((name) => fileName.test(name.trim()))).length,
    flags: texts.filter((text) => flagWord.test(text)).length,
    censored: censored.length,
    words: [...new Set(words)],
  };
}

function formsOf(texts: readonly string[]): readonly string[] {
  return dateForms.filter((form) => {
    const compiled = compileDateFormat(form);
    return texts.length > 0 && compiled !== null && texts.every((text) => compiled.read(text) !== null);
  });
}

/** A column of numbers: their unit, and what tells that it is none of a measurement. */
function numbersColumn(
  column: SurveyedColumn,
): Pick<GuessedColumn, 'type' | 'unit' | 'unitIsShown' | 'kind' | 'doubts'> {
  const inHeader = unitInHeader(column.label, reader, none)?.canonical ?? null;
  const unit = column.unitBelow ?? inHeader;
  const isShare = column.cells.some((cell) => isPercentFormat(cell.numberFormat));
  const known = unit === null ? null : reader(unit);
  if (unit !== null && known?.ok === true) {
    // The sheet may decorate it, as in [kg]; the mapping's own units are bare.
    const bare = parseUnit(unit).ok ? unit : known.unit.canonical;
    return { type: 'quantity', unit: bare, unitIsShown: true, kind: kindOf(known.unit), doubts: [] };
  }
  if (isShare)
    return {
      type: 'quantity',
      unit: '%',
      unitIsShown: false,
      kind: null,
      doubts: ['its cells are formatted as percentages'],
    };
  const suffix = /[_ ]([A-Za-z%][A-Za-z0-9%./^*]*)$/.exec(column.label)?.[1];
  const doubts = [
    unit === null
      ? 'no unit was found: if this is a measurement, say type: quantity and unit'
      : `"${unit}" is no unit that is known: say what it means under units`,
    ...(suffix !== undefined && unit === null && suffix.length <= 8 && reader(suffix).ok
      ? [`the header ends in "${suffix}", which may be its unit`]
      : []),
  ];
  return { type: 'number', unit: null, unitIsShown: false, kind: null, doubts };
}

const plainParts = { unit: null, unitIsShown: false, kind: null } as const;

function typeOf(
  column: SurveyedColumn,
  counts: Counts,
  total: number,
): Pick<GuessedColumn, 'type' | 'unit' | 'unitIsShown' | 'kind' | 'doubts'> {
  if (counts.files === total) return { type: 'files', ...plainParts, doubts: [] };
  if (counts.flags === total) return { type: 'flag', ...plainParts, doubts: [] };
  const isIdentifier = /(?:\b(?:no|nr|num|number|id|code|ref|ticket|batch|lab)\b\.?|#)/i.test(column.label);
  if (counts.dates >= total * 0.7 && counts.dates > counts.numbers) {
    const hasTime = column.cells.some(
      (cell) => /T(?!00:00:00)/.test(String(cell.value)) || /\d:\d\d/.test(cellText(cell)),
    );
    const isTime = column.cells.every((cell) => cell.type === 'date' && String(cell.value).length <= 8);
    return { type: isTime ? 'time' : hasTime ? 'datetime' : 'date', ...plainParts, doubts: [] };
  }
  if (counts.times === total) return { type: 'time', ...plainParts, doubts: [] };
  const measured = counts.numbers + counts.censored;
  const isNumeric = counts.numbers > 0 && measured >= total * 0.6;
  const hasUnit = column.unitBelow !== null || unitInHeader(column.label, reader, none) !== null;
  if (isNumeric && (!isIdentifier || hasUnit)) return numbersColumn(column);
  return { type: 'text', ...plainParts, doubts: [] };
}

/** Guesses what a column holds; what it is not sure of it says. */
export function guessColumn(
  column: SurveyedColumn,
  dataRows: number,
  taken: ReadonlySet<string>,
): GuessedColumn {
  const texts = column.cells.map((cell) => cellText(cell));
  const counts = count(texts, column);
  const guessed = typeOf(column, counts, column.cells.length);
  const isValue = guessed.type === 'quantity' || guessed.type === 'number' || guessed.type === 'date';
  const dateTexts = column.cells.filter((cell) => cell.type === 'text').map((cell) => cellText(cell));
  return {
    ...guessed,
    key: keyOf(column.label, taken),
    label: column.label,
    nth: column.nth,
    dateForms:
      guessed.type === 'date' || guessed.type === 'datetime'
        ? formsOf(dateTexts.filter((text) => !counts.words.includes(text)))
        : [],
    hasCensored: isValue && counts.censored > 0,
    isUnique: new Set(texts).size === texts.length && texts.length === dataRows,
    hasBlanks: texts.length < dataRows || (isValue && counts.words.length > 0),
    words: isValue ? counts.words.slice(0, 12) : [],
  };
}
