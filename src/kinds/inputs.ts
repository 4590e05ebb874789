import type { InputBinding, Link, RemoteRecord } from '../model/record.js';
import { fitsKind, parseUnit } from '../quantity/index.js';
import { blueprintSchema, type Blueprint } from './component-blueprint.js';
import { optional } from './fields.js';
import type { Finding, Lookup } from './kind.js';

/** Thousands of components have one blueprint, whose record never changes. */
const readBlueprints = new WeakMap<RemoteRecord, Blueprint>();

function blueprintOf(record: RemoteRecord): Blueprint {
  const known = readBlueprints.get(record);
  if (known !== undefined) return known;
  const read = blueprintSchema.parse(record.detail);
  readBlueprints.set(record, read);
  return read;
}

/** The blueprint of that key, or null where the catalogue lacks it: a template may use such a key. */
export function findBlueprint(key: string, lookup: Lookup): Blueprint | null {
  const seen = lookup.find({ kind: 'component_blueprint', by: 'reference', value: key });
  return seen?.remote === null || seen === null ? null : blueprintOf(seen.remote);
}

function nameOf(link: Link): string {
  return link.value;
}

/** A datapoint's unit must be convertible to the kind of quantity that the input takes. */
function checkUnits(
  input: InputBinding,
  quantityKind: string,
  unit: string,
  field: string,
  lookup: Lookup,
): Finding[] {
  return input.datapoints.flatMap((link) => {
    const seen = lookup.find(link);
    if (seen === null) {
      return [
        {
          code: 'dangling-reference',
          severity: 'error' as const,
          field,
          message: `input ${input.input_key} points to the datapoint ${nameOf(link)}, which is neither in the workbook nor in the project: correct the reference`,
        },
      ];
    }
    const quantity = optional(seen.fields, 'quantity', 'quantity');
    if (quantity === undefined) return [];
    const parsed = parseUnit(quantity.unit);
    if (parsed.ok && fitsKind(parsed.unit, quantityKind)) return [];
    return [
      {
        code: 'unit-does-not-fit',
        severity: 'error' as const,
        field,
        message: `input ${input.input_key} takes ${quantityKind.replaceAll('_', ' ')} (as ${unit}), and the datapoint ${nameOf(link)} is in ${quantity.unit}: use a unit of that kind`,
      },
    ];
  });
}

/**
 * Gives each input the shape its blueprint wants and checks keys, shapes and units. `wanted` are the keys that
 * must be there; an unknown blueprint leaves everything as the mapping has it.
 */
export function prepareInputs(
  inputs: readonly InputBinding[],
  blueprint: Blueprint,
  wanted: readonly string[],
  field: string,
  lookup: Lookup,
): { readonly inputs: readonly InputBinding[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const error = (code: string, message: string) => findings.push({ code, severity: 'error', field, message });
  const prepared = inputs.map((input): InputBinding => {
    const rule = blueprint.inputs.find((candidate) => candidate.input_key === input.input_key);
    if (rule === undefined || !wanted.includes(input.input_key)) {
      const choices = wanted.join(', ') || 'none';
      error(
        'input-not-wanted',
        rule === undefined
          ? `the blueprint ${blueprint.key} has no input ${input.input_key}: it takes ${choices}`
          : `input ${input.input_key} is fixed by the template and must not be given: leave it out`,
      );
      return input;
    }
    findings.push(...checkUnits(input, rule.quantity_kind, rule.compatible_unit, field, lookup));
    const shape = rule.data_shape === 'LIST' ? 'list' : 'scalar';
    if (shape === 'scalar' && input.datapoints.length !== 1) {
      error(
        'input-takes-one',
        `input ${input.input_key} of ${blueprint.key} takes one datapoint and is given ${input.datapoints.length}: aggregate them, or bind the one that is meant`,
      );
    }
    return input.shape === shape ? input : { ...input, shape };
  });
  for (const key of wanted) {
    if (!inputs.some((input) => input.input_key === key)) {
      error('input-missing', `input ${key} of ${blueprint.key} is not given: bind a datapoint to it`);
    }
  }
  // Lists that need no change are kept, so that a plan of a hundred thousand records holds them once.
  const asGiven = prepared.every((input, place) => input === inputs[place]);
  return { inputs: asGiven ? inputs : prepared, findings };
}
