import { describeOrigin, type Origin } from '../model/origin.js';
import type { Attribution, FieldValue, InputBinding, Link } from '../model/record.js';
import type { ReportCell } from './report-data.js';

/** `measured_at` as people read it: `measured at`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

function linkWord(link: Link): string {
  return link.value;
}

function inputWord(input: InputBinding): string {
  return `${input.input_key}: ${input.datapoints.map(linkWord).join(', ')}`;
}

function shareWord(share: Attribution): string {
  const factor = share.factor === 1 ? '' : ` × ${share.factor}`;
  return `${linkWord(share.component)} in ${share.group}${factor}`;
}

function many(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join('; ');
}

/** A field's value in one line. */
export function valueWord(field: FieldValue | null | undefined): string {
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
      return field.value === null ? 'none' : linkWord(field.value);
    case 'links':
      return many(field.value.map(linkWord));
    case 'inputs':
      return many(field.value.map(inputWord));
    case 'template_inputs':
      return many(field.value.flatMap((made) => made.inputs.map(inputWord)));
    case 'attributions':
      return many(field.value.map(shareWord));
    case 'document':
      return field.value === null ? 'none' : field.value.file_name;
  }
}

/** The place of something as a link into the workbook, or as words where it is no cell. */
export function originCell(origins: readonly Origin[], addressOf: (file: string) => string): ReportCell {
  const [first] = origins;
  if (first === undefined) return null;
  const more = origins.length === 1 ? '' : ` +${origins.length - 1}`;
  const text = `${describeOrigin(first)}${more}`;
  return first.at === 'cell' ? { text, link: `${addressOf(first.file)}#${describeOrigin(first)}` } : text;
}
