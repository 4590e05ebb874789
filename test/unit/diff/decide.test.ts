import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/diff/decide.js';
import { RemoteState, AmbiguousRecordError } from '../../../src/model/remote-state.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import type { DesiredRecord, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  desiredComponent,
  desiredDatapoint,
  localBinding,
  mapped,
  massBlueprint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';

function decideAll(wanted: readonly DesiredRecord[], remote: readonly RemoteRecord[]) {
  return decide(buildPlan(mapped(wanted)), new RemoteState([...remote, massBlueprint]), localBinding);
}

function only(wanted: DesiredRecord, remote: readonly RemoteRecord[]) {
  const [operation] = decideAll([wanted], remote).operations;
  return operation;
}

describe('one record', () => {
  it('that the registry does not hold is created', () => {
    expect(only(desiredDatapoint('R'), [])).toMatchObject({ action: 'create', reference: 'R' });
  });

  it('that is equal is unchanged, whatever its unit is called', () => {
    const remote = remoteDatapoint('R', { fields: quantity(24_700, 'kilogram', 100) });
    expect(only(desiredDatapoint('R'), [remote])).toMatchObject({
      action: 'unchanged',
      remote: { id: remote.id },
    });
  });

  it('that differs is updated in the fields that differ, with both sides and the cell', () => {
    const operation = only(desiredDatapoint('R'), [
      remoteDatapoint('R', { fields: quantity(24.1, 'metric_ton') }),
    ]);
    expect(operation).toMatchObject({
      action: 'update',
      changes: [{ field: 'quantity', origins: [{ cell: 'F7' }] }],
    });
  });

  it('whose changed field cannot be patched is replaced under the next reference', () => {
    const remote = remoteDatapoint('R', {
      fields: { measured_at: { type: 'instant', value: '2026-10-04T00:00:00Z' } },
    });
    expect(only(desiredDatapoint('R'), [remote])).toMatchObject({ action: 'replace', reference: 'R~2' });
  });

  it('that is answered by two remote records stops the run', () => {
    const twice = [remoteDatapoint('R'), remoteDatapoint('R', { id: 'dtp_other00000000000' })];
    expect(() => only(desiredDatapoint('R'), twice)).toThrow(AmbiguousRecordError);
  });

  it('of a chain is compared with the last of the chain', () => {
    const chain = [
      remoteDatapoint('R', { lock: 'locked', fields: quantity(1, 't') }),
      remoteDatapoint('R~2'),
    ];
    expect(only(desiredDatapoint('R'), chain)).toMatchObject({ action: 'unchanged', reference: 'R~2' });
  });
});

describe('a locked record', () => {
  const different = remoteDatapoint('R', {
    lock: 'locked_used_in_verified_removal',
    fields: quantity(24.1, 't'),
  });

  it('that is equal is unchanged', () => {
    expect(only(desiredDatapoint('R'), [remoteDatapoint('R', { lock: 'locked' })])).toMatchObject({
      action: 'unchanged',
    });
  });

  it('that differs only in its name is left alone, and it is said', () => {
    const remote = remoteDatapoint('R', {
      lock: 'locked',
      fields: { display_name: { type: 'text', value: 'Old' } },
    });
    expect(only(desiredDatapoint('R'), [remote])).toMatchObject({
      action: 'unchanged',
      ignored: [{ field: 'display_name' }],
    });
  });

  it('that differs in what counts is replaced', () => {
    expect(only(desiredDatapoint('R'), [different])).toMatchObject({
      action: 'replace',
      reference: 'R~2',
      remote: { id: different.id },
    });
  });

  it('goes on to the next place of its chain when it was replaced before', () => {
    const second = { ...different, id: 'dtp_second0000000000', reference: 'R~2' };
    expect(only(desiredDatapoint('R'), [different, second])).toMatchObject({
      action: 'replace',
      reference: 'R~3',
    });
  });

  it('is kept, with a warning, where the mapping says so', () => {
    const plan = decideAll([desiredDatapoint('R', { onLocked: 'keep' })], [different]);
    expect(plan.operations).toMatchObject([{ action: 'unchanged' }]);
    expect(plan.issues).toMatchObject([{ code: 'locked-kept', severity: 'warning' }]);
  });

  it('is an error where the mapping says so', () => {
    const plan = decideAll([desiredDatapoint('R', { onLocked: 'fail' })], [different]);
    expect(plan.operations).toMatchObject([{ action: 'blocked' }]);
    expect(plan.issues).toMatchObject([
      { code: 'locked-fails', severity: 'error', origins: [{ cell: 'F7' }] },
    ]);
  });
});

describe('records that point to each other', () => {
  const wanted = [desiredComponent('C', 'R'), desiredDatapoint('R')];

  function remoteComponent(datapoint: string): RemoteRecord {
    const { fields } = desiredComponent('C', 'R');
    return {
      ...massBlueprint,
      kind: 'component',
      id: 'cmp_0000000000000000',
      reference: 'C',
      detail: null,
      fields: {
        ...fields,
        description: { type: 'text', value: null },
        inputs: {
          type: 'inputs',
          value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byId('datapoint', datapoint)] }],
        },
      },
    };
  }

  it('are made in the order in which they need each other', () => {
    const plan = decideAll(wanted, []);
    expect(plan.operations.map(({ reference, dependsOn }) => [reference, dependsOn])).toEqual([
      ['R', []],
      ['C', ['R']],
    ]);
  });

  it('are unchanged where the ids lead to the same records', () => {
    const remote = remoteDatapoint('R');
    expect(
      decideAll(wanted, [remote, remoteComponent(remote.id)]).operations.map(({ action }) => action),
    ).toEqual(['unchanged', 'unchanged']);
  });

  it('are re-pointed when what they use is replaced', () => {
    const locked = remoteDatapoint('R', { lock: 'locked', fields: quantity(1, 't') });
    const plan = decideAll(wanted, [locked, remoteComponent(locked.id)]);
    expect(plan.operations).toMatchObject([
      { action: 'replace', reference: 'R~2' },
      { action: 'update', reference: 'C', dependsOn: ['R~2'], changes: [{ field: 'inputs' }] },
    ]);
  });

  it('are re-pointed by a later run too, when the first one was cut between the two', () => {
    const locked = remoteDatapoint('R', { lock: 'locked', fields: quantity(1, 't') });
    const plan = decideAll(wanted, [locked, remoteDatapoint('R~2'), remoteComponent(locked.id)]);
    expect(plan.operations.map(({ action, reference }) => `${action} ${reference}`)).toEqual([
      'unchanged R~2',
      'update C',
    ]);
  });

  it('are blocked where one leads nowhere, and the cell is told', () => {
    const plan = decideAll([desiredComponent('C', 'nowhere')], []);
    expect(plan.operations).toMatchObject([{ action: 'blocked' }]);
    expect(plan.issues.map(({ code }) => code)).toContain('dangling-reference');
  });

  it('are blocked where the unit cannot be what the input takes', () => {
    const plan = decideAll(
      [desiredDatapoint('R', { fields: quantity(5, 'km') }), desiredComponent('C', 'R')],
      [],
    );
    expect(plan.issues).toMatchObject([{ code: 'unit-does-not-fit', severity: 'error' }]);
  });
});

describe('the shares of an entry', () => {
  const entry = (component: string): DesiredRecord => ({
    kind: 'ghg_entry',
    reference: 'E',
    fields: {
      template: { type: 'link', value: byId('ghg_entry_template', 'rvt_0000000000000000') },
      started_on: { type: 'date', value: '2026-10-01' },
      completed_on: { type: 'date', value: '2026-10-31' },
      template_inputs: { type: 'template_inputs', value: [] },
      attributions: {
        type: 'attributions',
        value: [{ component: byReference('component', component), group: 'transport', factor: 1 }],
      },
    },
    origins: {},
    definition: 'ghg_entries.monthly',
    onLocked: 'replace',
  });
  const template: RemoteRecord = {
    ...massBlueprint,
    kind: 'ghg_entry_template',
    id: 'rvt_0000000000000000',
    reference: null,
  };
  const remoteEntry = (components: readonly string[], lock: string | null = null): RemoteRecord => ({
    ...massBlueprint,
    kind: 'ghg_entry',
    id: 'rmv_0000000000000000',
    reference: 'E',
    lock,
    fields: {
      started_on: { type: 'date', value: '2026-10-01' },
      completed_on: { type: 'date', value: '2026-10-31' },
      feedstock_type: { type: 'link', value: null },
      template_inputs: { type: 'template_inputs', value: [] },
      attributions: {
        type: 'attributions',
        value: components.map((id) => ({ component: byId('component', id), group: 'transport', factor: 1 })),
      },
    },
    detail: { components: [] },
  });
  const component = (id: string, datapoint: string, reference = 'C'): RemoteRecord => ({
    ...massBlueprint,
    kind: 'component',
    id,
    reference,
    detail: null,
    fields: {
      ...desiredComponent('C', 'R').fields,
      inputs: {
        type: 'inputs',
        value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byId('datapoint', datapoint)] }],
      },
    },
  });
  const datapoint = remoteDatapoint('R');
  const wanted = [desiredDatapoint('R'), desiredComponent('C', 'R'), entry('C')];

  it('of components that somebody else attributed stay as they are', () => {
    const remote = [
      template,
      datapoint,
      component('cmp_ours000000000000', datapoint.id),
      remoteEntry(['cmp_ours000000000000', 'cmp_theirs0000000000']),
    ];
    expect(decideAll(wanted, remote).operations.at(-1)).toMatchObject({ action: 'unchanged' });
  });

  it('leave the old component when it is superseded', () => {
    const old = component('cmp_old0000000000000', datapoint.id);
    const current = component('cmp_new0000000000000', datapoint.id, 'C~2');
    const operation = decideAll(wanted, [
      template,
      datapoint,
      old,
      current,
      remoteEntry([old.id]),
    ]).operations.at(-1);
    expect(operation).toMatchObject({
      action: 'update',
      changes: [{ field: 'attributions', before: { value: [{ component: { value: old.id } }] } }],
    });
  });

  it('of a verified entry hold their component: it is neither changed nor made a second time', () => {
    const locked = remoteDatapoint('R', { lock: 'locked', fields: quantity(1, 't') });
    const used = component('cmp_ours000000000000', locked.id);
    const remote = [template, locked, used, remoteEntry([used.id], 'in a statement that is verified')];
    const { operations } = decideAll(wanted, remote);
    expect(operations.map(({ action, reference }) => `${action} ${reference}`)).toEqual([
      'replace R~2',
      'blocked C',
      'unchanged E',
    ]);
    expect(operations[1]?.reason).toContain('part of E, which is in a statement that is verified');
  });

  it('of an entry that is verified cannot be changed, and what stays wrong is said', () => {
    const remote = [
      template,
      datapoint,
      component('cmp_ours000000000000', datapoint.id),
      remoteEntry([], 'in a statement that is verified'),
    ];
    expect(decideAll(wanted, remote).operations.at(-1)).toMatchObject({ action: 'blocked' });
  });
});
