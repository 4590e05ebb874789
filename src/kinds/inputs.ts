import type { IssueCode } from '../model/issue-codes.js';
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
  return input.datapoints.flatMap((link): Finding[] => {
    const seen = lookup.find(link);
    if (seen === null) {
      return [
        {
          code: 'dangling-reference',
          severity: 'error',
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
        severity: 'error',
        field,
        message: `input ${input.input_key} takes ${quantityKind.replaceAll('_', ' ')} (as ${unit}), and the datapoint ${nameOf(link)} is in ${quantity.unit}: use a unit of that kind`,
      },
    ];
  });
}

/** What is wrong with the keys alone: too many for what is wanted, or too few. `name` is the blueprint's key. */
function checkKeys(
  inputs: readonly InputBinding[],
  known: readonly string[],
  wanted: readonly string[],
  name: string,
  field: string,
): readonly Finding[] {
  const error = (code: IssueCode, message: string): Finding => ({ code, severity: 'error', field, message });
  const given = new Set(inputs.map((input) => input.input_key));
  const tooMuch = inputs.filter((input) => !wanted.includes(input.input_key));
  const missing = wanted.filter((key) => !given.has(key));
  return [
    ...tooMuch.map(({ input_key }) =>
      error(
        'input-not-wanted',
        known.includes(input_key)
          ? `input ${input_key} is fixed by the template and must not be given: leave it out`
          : `the blueprint ${name} has no input ${input_key}: it takes ${wanted.join(', ') || 'none'}`,
      ),
    ),
    ...missing.map((key) =>
      error('input-missing', `input ${key} of ${name} is not given: bind a datapoint to it`),
    ),
  ];
}

interface PreparedInputs {
  readonly inputs: readonly InputBinding[];
  readonly findings: readonly Finding[];
}

/**
 * Checks the inputs of a template's component whose blueprint the catalogue lacks: only the template says which keys
 * there are (`known`) and which are to be given (`wanted`). Shapes stay as the mapping has them.
 */
export function prepareUnknown(
  inputs: readonly InputBinding[],
  name: string,
  known: readonly string[],
  wanted: readonly string[],
  field: string,
): PreparedInputs {
  return { inputs, findings: checkKeys(inputs, known, wanted, name, field) };
}

/** Gives each input the shape its blueprint wants and checks keys, shapes and units. `wanted` are the keys to be given. */
export function prepareInputs(
  inputs: readonly InputBinding[],
  blueprint: Blueprint,
  wanted: readonly string[],
  field: string,
  lookup: Lookup,
): PreparedInputs {
  const known = blueprint.inputs.map((input) => input.input_key);
  const findings: Finding[] = [...checkKeys(inputs, known, wanted, blueprint.key, field)];
  const prepared = inputs.map((input): InputBinding => {
    const rule = blueprint.inputs.find((candidate) => candidate.input_key === input.input_key);
    if (rule === undefined || !wanted.includes(input.input_key)) return input;
    findings.push(...checkUnits(input, rule.quantity_kind, rule.compatible_unit, field, lookup));
    const shape = rule.data_shape === 'LIST' ? 'list' : 'scalar';
    if (shape === 'scalar' && input.datapoints.length !== 1) {
      findings.push({
        code: 'input-takes-one',
        severity: 'error',
        field,
        message: `input ${input.input_key} of ${blueprint.key} takes one datapoint and is given ${input.datapoints.length}: aggregate them, or bind the one that is meant`,
      });
    }
    return input.shape === shape ? input : { ...input, shape };
  });
  // Lists that need no change are kept, so that a plan of a hundred thousand records holds them once.
  const asGiven = prepared.every((input, place) => input === inputs[place]);
  return { inputs: asGiven ? inputs : prepared, findings };
}
