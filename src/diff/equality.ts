import { InternalError } from '../model/errors.js';
import type { Attribution, FieldValue, InputBinding, Link, TemplateInputs } from '../model/record.js';
import { equalQuantities } from '../quantity/index.js';

/**
 * What a link leads to, as one comparable word: the registry's id where it is known, else a word that equals no
 * id, since the record is yet to be made.
 */
export type Target = (link: Link) => string;

function sameText(a: string | null, b: string | null): boolean {
  // The registry answers null for a text that was never given; an empty one says as little.
  return (a ?? '') === (b ?? '');
}

function sameInstant(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  // To the second: the registry cuts off finer parts, and a workbook has none.
  return Math.floor(Date.parse(a) / 1000) === Math.floor(Date.parse(b) / 1000);
}

/** The same members, whatever their order; a member that is there twice must be there twice. */
function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const [left, right] = [a.toSorted(), b.toSorted()];
  return left.every((member, place) => member === right[place]);
}

function sameInput(wanted: InputBinding, there: InputBinding | undefined, target: Target): boolean {
  return (
    there !== undefined &&
    wanted.shape === there.shape &&
    sameMembers(wanted.datapoints.map(target), there.datapoints.map(target))
  );
}

function byKey(inputs: readonly InputBinding[], key: string): InputBinding | undefined {
  return inputs.find((input) => input.input_key === key);
}

function sameInputs(
  wanted: readonly InputBinding[],
  there: readonly InputBinding[],
  target: Target,
): boolean {
  return (
    wanted.length === there.length &&
    wanted.every((input) => sameInput(input, byKey(there, input.input_key), target))
  );
}

/** The template's fixed inputs are there too and are not ours: only the wanted ones are compared. */
function sameTemplateInputs(
  wanted: readonly TemplateInputs[],
  there: readonly TemplateInputs[],
  target: Target,
): boolean {
  return wanted.every((made) => {
    const now = there.find((candidate) => target(candidate.component) === target(made.component));
    return (
      now !== undefined &&
      made.inputs.every((input) => sameInput(input, byKey(now.inputs, input.input_key), target))
    );
  });
}

function sameFactor(a: number, b: number): boolean {
  const unit = 'dimensionless';
  return equalQuantities({ magnitude: a, unit }, { magnitude: b, unit });
}

function sameAttributions(
  wanted: readonly Attribution[],
  there: readonly Attribution[],
  target: Target,
): boolean {
  if (wanted.length !== there.length) return false;
  const sorted = (shares: readonly Attribution[]) =>
    shares
      .map(({ component, group, factor }) => ({ word: `${target(component)} ${group}`, factor }))
      .toSorted((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : a.factor - b.factor));
  const right = sorted(there);
  return sorted(wanted).every(({ word, factor }, place) => {
    const other = right[place];
    return other !== undefined && word === other.word && sameFactor(factor, other.factor);
  });
}

/** Whether the registry would call the two the same: written down once, per meaning of a field. */
export function sameValue(wanted: FieldValue, there: FieldValue, target: Target): boolean {
  switch (wanted.type) {
    case 'text':
      return there.type === 'text' && sameText(wanted.value, there.value);
    case 'flag':
      return there.type === 'flag' && wanted.value === there.value;
    case 'date':
      return there.type === 'date' && wanted.value === there.value;
    case 'instant':
      return there.type === 'instant' && sameInstant(wanted.value, there.value);
    case 'quantity':
      return there.type === 'quantity' && equalQuantities(wanted.value, there.value);
    case 'link':
      return (
        there.type === 'link' &&
        sameMembers(optionalTarget(wanted.value, target), optionalTarget(there.value, target))
      );
    case 'links':
      return (
        there.type === 'links' &&
        sameMembers(unique(wanted.value.map(target)), unique(there.value.map(target)))
      );
    case 'inputs':
      return there.type === 'inputs' && sameInputs(wanted.value, there.value, target);
    case 'template_inputs':
      return there.type === 'template_inputs' && sameTemplateInputs(wanted.value, there.value, target);
    case 'attributions':
      return there.type === 'attributions' && sameAttributions(wanted.value, there.value, target);
    case 'document':
      return there.type === 'document' && sameDocument(wanted.value?.sha256 ?? null, there.value);
  }
}

/** The reference of a document is made from its bytes: what is left to compare is whether they are there. */
function sameDocument(sha256: string | null, there: { readonly sha256: string | null } | null): boolean {
  return there !== null && (there.sha256 === null || there.sha256 === sha256);
}

function optionalTarget(link: Link | null, target: Target): readonly string[] {
  return link === null ? [] : [target(link)];
}

function unique(members: readonly string[]): readonly string[] {
  return [...new Set(members)];
}

/** Two shapes of one field can only come from our own code. */
export function assertSameType(field: string, wanted: FieldValue, there: FieldValue): void {
  if (wanted.type !== there.type) {
    throw new InternalError(`field ${field} is wanted as ${wanted.type} and read as ${there.type}`);
  }
}
