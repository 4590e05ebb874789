import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/diff/decide.js';
import type { DesiredRecord, Fields, Link, RemoteRecord, TemplateInputs } from '../../../src/model/record.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import {
  byReference,
  cell,
  desiredComponent,
  desiredDatapoint,
  localBinding,
  mapped,
  massBlueprint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';

function decideAll(wanted: readonly DesiredRecord[], remote: readonly RemoteRecord[] = []) {
  return decide(buildPlan(mapped(wanted)), new RemoteState([massBlueprint, ...remote]), localBinding);
}

const template: RemoteRecord = {
  ...massBlueprint,
  kind: 'ghg_entry_template',
  id: 'rvt_0000000000000000',
  reference: null,
  displayName: 'Month',
};

/** `mass` is monitored, or fixed by the template. */
function templateComponent(type: 'monitored' | 'fixed', blueprint = massBlueprint.id): RemoteRecord {
  const input = {
    input_key: 'mass',
    display_name: 'Mass',
    type,
    datapoint_id: type === 'fixed' ? 'dtp_fixed00000000000' : null,
  };
  return {
    ...template,
    kind: 'template_component',
    id: 'rtc_0000000000000000',
    displayName: 'Made',
    parent: template.id,
    detail: {
      id: 'rtc_0000000000000000',
      display_name: 'Made',
      blueprint_key: blueprint,
      inputs: [input],
    },
  };
}

const month: Link = { kind: 'ghg_entry_template', by: 'display_name', value: 'Month' };
const made: Link = { kind: 'template_component', by: 'display_name', value: 'Made', within: month };

function entry(
  reference: string,
  given: { inputs?: readonly string[]; factor?: number } = {},
): DesiredRecord {
  const inputs: readonly TemplateInputs[] =
    given.inputs === undefined
      ? []
      : [
          {
            component: made,
            inputs: [
              {
                input_key: 'mass',
                shape: 'scalar',
                datapoints: given.inputs.map((name) => byReference('datapoint', name)),
              },
            ],
          },
        ];
  const fields: Fields = {
    template: { type: 'link', value: month },
    started_on: { type: 'date', value: '2026-10-01' },
    completed_on: { type: 'date', value: '2026-10-31' },
    template_inputs: { type: 'template_inputs', value: inputs },
    attributions: {
      type: 'attributions',
      value:
        given.factor === undefined
          ? []
          : [{ component: byReference('component', 'C'), group: 'all', factor: given.factor }],
    },
  };
  return {
    ...desiredDatapoint(reference),
    kind: 'ghg_entry',
    fields,
    origins: {
      '': [cell('A1', 'Month')],
      template_inputs: [cell('B4', 'Month')],
      attributions: [cell('C9')],
    },
  };
}

/** Codes with the first cell of each, and what is done all the same. */
function told(wanted: readonly DesiredRecord[], remote: readonly RemoteRecord[] = []) {
  const { issues, operations } = decideAll(wanted, remote);
  const firstCell = (issue: (typeof issues)[number]) => {
    const [origin] = issue.origins;
    return origin?.at === 'cell' ? origin.cell : null;
  };
  return {
    issues: issues.map((issue) => `${issue.code} ${firstCell(issue) ?? 'nowhere'}`),
    actions: operations.map(({ action, reference }) => `${action} ${reference}`),
    reasons: operations.filter(({ action }) => action === 'blocked').map(({ reason }) => reason),
  };
}

describe('what is found offline', () => {
  it('keeps both records of a repeated reference from being sent, within a kind and between kinds', () => {
    const again = desiredDatapoint('R', { origins: { '': [cell('A9')] }, fields: quantity(3, 't') });
    const { issues, actions } = told([desiredDatapoint('R'), again, desiredDatapoint('S')]);
    expect(issues).toEqual(['reference-repeated A9']);
    expect(actions).toEqual(['blocked R', 'blocked R', 'create S']);
    const between = told([desiredDatapoint('R'), desiredDatapoint('T'), desiredComponent('R', 'T')]);
    expect(between.actions).toEqual(['blocked R', 'create T', 'blocked R']);
  });

  it.each(['x'.repeat(201), 'a\u0007b', '', 'R~2'])('keeps a record with the reference %j', (reference) => {
    const { issues, actions, reasons } = told([desiredDatapoint(reference)]);
    expect(issues[0]).toBe('reference-invalid A7');
    expect(actions).toEqual([`blocked ${reference}`]);
    expect(reasons.join()).not.toBe('');
  });

  it('keeps a record with a field that would be refused, and what needs it', () => {
    const bad = desiredDatapoint('R', { fields: quantity(1, 't', -1) });
    const { issues, actions, reasons } = told([bad, desiredComponent('C', 'R')]);
    expect(issues).toEqual(['field-invalid F7']);
    expect(actions).toEqual(['blocked R', 'blocked C']);
    expect(reasons[1]).toBe('it needs R, which is blocked');
  });

  it('keeps every record of a circle', () => {
    const circle = ['A', 'B'].map((reference, place) => ({
      ...desiredComponent(reference, 'R'),
      fields: {
        inputs: {
          type: 'inputs' as const,
          value: [
            {
              input_key: 'mass',
              shape: 'scalar' as const,
              datapoints: [byReference('component', place === 0 ? 'B' : 'A')],
            },
          ],
        },
      },
    }));
    const { issues, actions } = told(circle);
    expect(issues.filter((issue) => issue.startsWith('reference-circle'))).toEqual([
      'reference-circle A7',
      'reference-circle A7',
    ]);
    expect(actions).toEqual(['blocked A', 'blocked B']);
  });

  it('keeps the entries that share a component out by more than 1 in all', () => {
    const wanted = [desiredDatapoint('R'), desiredComponent('C', 'R')];
    const remote = [template];
    const { issues, actions, reasons } = told(
      [...wanted, entry('E', { factor: 0.6 }), entry('F', { factor: 0.5 })],
      remote,
    );
    expect(issues).toEqual(['attribution-exceeded A7', 'attribution-exceeded A7']);
    expect(actions).toEqual(['create R', 'create C', 'blocked E', 'blocked F']);
    expect(reasons[0]).toContain('C is attributed by 1.1 in all');
    const thirds = ['E', 'F', 'G'].map((name) => entry(name, { factor: 1 / 3 }));
    expect(told([...wanted, ...thirds], remote).issues).toEqual([]);
    expect(
      told([...wanted, entry('E', { factor: 0.7 }), entry('F', { factor: 0.3 })], remote).issues,
    ).toEqual([]);
  });
});

describe('what only the registry shows', () => {
  const wanted = [desiredDatapoint('R'), desiredDatapoint('S')];

  it('is a reference that leads nowhere', () => {
    expect(told([desiredComponent('C', 'nowhere')])).toMatchObject({ actions: ['blocked C'] });
    const { issues, actions } = told(
      [entry('E', { inputs: ['nowhere'] })],
      [template, templateComponent('monitored')],
    );
    expect(issues).toContain('dangling-reference B4');
    expect(actions).toEqual(['blocked E']);
  });

  it('is a datapoint of another dimension than its input takes, of the workbook or of the registry', () => {
    const inMetres = remoteDatapoint('far', { fields: quantity(3, 'km') });
    const component = desiredComponent('C', 'far');
    expect(told([component], [inMetres])).toMatchObject({
      issues: ['unit-does-not-fit A7'],
      actions: ['blocked C'],
    });
    const here = desiredDatapoint('near', { fields: quantity(3, 'km') });
    expect(
      told([here, entry('E', { inputs: ['near'] })], [template, templateComponent('monitored')]),
    ).toMatchObject({ issues: ['unit-does-not-fit B4'], actions: ['create near', 'blocked E'] });
  });

  it('is a single input that is given several datapoints', () => {
    const { issues, actions } = told(
      [...wanted, entry('E', { inputs: ['R', 'S'] })],
      [template, templateComponent('monitored')],
    );
    expect(issues).toEqual(['input-takes-one B4']);
    expect(actions.at(-1)).toBe('blocked E');
  });

  it('is a monitored input that is left out', () => {
    const { issues, actions } = told([entry('E')], [template, templateComponent('monitored')]);
    expect(issues).toEqual(['input-missing B4']);
    expect(actions).toEqual(['blocked E']);
  });

  it('is a fixed input that is given all the same', () => {
    const { issues, actions } = told(
      [...wanted, entry('E', { inputs: ['R'] })],
      [template, templateComponent('fixed')],
    );
    expect(issues).toEqual(['input-not-wanted B4']);
    expect(actions.at(-1)).toBe('blocked E');
  });

  it('is the same of a component whose blueprint is not in the catalogue', () => {
    const unknown = (type: 'monitored' | 'fixed') => [template, templateComponent(type, 'of_their_own')];
    expect(told([entry('E')], unknown('monitored')).issues).toEqual(['input-missing B4']);
    expect(told([...wanted, entry('E', { inputs: ['R'] })], unknown('fixed')).issues).toEqual([
      'input-not-wanted B4',
    ]);
    expect(told([...wanted, entry('E', { inputs: ['R'] })], unknown('monitored')).actions.at(-1)).toBe(
      'create E',
    );
  });
});
