import type { DesiredRecord, Fields, TemplateInputs } from '../model/record.js';
import { required } from './fields.js';
import { templateComponentSchema } from './ghg-entry-template.js';
import { findBlueprint, prepareInputs, prepareUnknown } from './inputs.js';
import type { Finding, Lookup } from './kind.js';
import { linkTo } from './wire.js';

interface TemplateInput {
  readonly input_key: string;
  readonly datapoint_id?: string | null | undefined;
  readonly type?: string | undefined;
}

/** A fixed input has its datapoint on the template and is not given; a monitored one is (`api-facts.md` §5). */
export function isMonitored(input: TemplateInput): boolean {
  return input.type === undefined
    ? input.datapoint_id === null || input.datapoint_id === undefined
    : input.type !== 'fixed';
}

function monitoredKeys(inputs: readonly TemplateInput[]): readonly string[] {
  return inputs.filter(isMonitored).map((input) => input.input_key);
}

interface Prepared {
  readonly fields: Fields;
  readonly findings: readonly Finding[];
}

function prepareComponents(record: DesiredRecord, template: { id: string }, lookup: Lookup): Prepared {
  const field = 'template_inputs';
  const findings: Finding[] = [];
  const components = lookup.all('template_component').filter((component) => component.parent === template.id);
  const given = new Map<string, TemplateInputs>();
  for (const made of required(record.fields, field, 'template_inputs')) {
    const seen = lookup.find(made.component);
    if (seen?.remote === null || seen === null) {
      const names = components.map((component) => `"${component.displayName ?? component.id}"`).join(', ');
      const message = `the template has no component "${made.component.value}": it has ${names || 'none'}`;
      findings.push({ code: 'template-component-unknown', severity: 'error', field, message });
    } else {
      given.set(seen.remote.id, made);
    }
  }
  const value = components.flatMap((component): TemplateInputs[] => {
    const detail = templateComponentSchema.parse(component.detail);
    const wanted = monitoredKeys(detail.inputs);
    const link = linkTo('template_component', component.id);
    const made = given.get(component.id);
    const blueprint = findBlueprint(detail.blueprint_key, lookup);
    const inputs = made?.inputs ?? [];
    const known = detail.inputs.map((input) => input.input_key);
    const prepared =
      blueprint === null
        ? prepareUnknown(inputs, detail.blueprint_key, known, wanted, field)
        : prepareInputs(inputs, blueprint, wanted, field, lookup);
    findings.push(
      ...prepared.findings.map((finding) => ({
        ...finding,
        message: `template component "${detail.display_name}": ${finding.message}`,
      })),
    );
    return prepared.inputs.length === 0 ? [] : [{ component: link, inputs: prepared.inputs }];
  });
  return { fields: { ...record.fields, [field]: { type: 'template_inputs', value } }, findings };
}

/** Matches the mapping's template inputs with the template as it is now, and finds what is missing or too much. */
export function prepareEntry(record: DesiredRecord, lookup: Lookup): Prepared {
  const link = required(record.fields, 'template', 'link');
  const template = link === null ? null : lookup.find(link);
  if (template?.remote === null || template === null) {
    const names = lookup.all('ghg_entry_template').map((seen) => `"${seen.displayName ?? seen.id}"`);
    const message = `the project has no template "${link?.value ?? ''}": it has ${names.join(', ') || 'none'}`;
    return {
      fields: record.fields,
      findings: [{ code: 'template-unknown', severity: 'error', field: 'template', message }],
    };
  }
  return prepareComponents(record, template.remote, lookup);
}
