import { describe, expect, it } from 'vitest';
import { compareRecord } from '../../../src/diff/compare.js';
import { writableRules } from '../../../src/kinds/registry.js';
import type { DecidedPlan } from '../../../src/model/plan.js';
import type { DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  cell,
  desiredComponent,
  desiredDatapoint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  desiredSource,
  onlyOf,
  reasonsOf,
  remoteComponent,
  remoteEntry,
  remoteSource,
  share,
} from '../../support/decided.js';

const type = (value: string): Fields => ({ type: { type: 'text', value } });
const named = (value: string): Fields => ({ display_name: { type: 'text', value } });
const at = (value: string): Fields => ({ measured_at: { type: 'instant', value } });
const lock = 'locked_used_in_verified_removal';

/** `action reference: reason` of the wanted datapoint R. */
function said(remote: readonly RemoteRecord[], given: Parameters<typeof desiredDatapoint>[1] = {}) {
  return reasonsOf(decided([desiredDatapoint('R', given)], remote));
}

describe('the reason of a decision', () => {
  it.each<[string, readonly RemoteRecord[], Parameters<typeof desiredDatapoint>[1], string]>([
    ['a new record', [], {}, 'create R: not in the registry yet'],
    ['an equal one', [remoteDatapoint('R')], {}, 'unchanged R: equal to the workbook'],
    [
      'a difference',
      [remoteDatapoint('R', { fields: quantity(1, 't') })],
      {},
      'update R: differs in quantity',
    ],
    [
      'several differences',
      [remoteDatapoint('R', { fields: { ...quantity(1, 't'), ...named('Old'), ...type('ASSUMPTION') } })],
      {},
      'update R: differs in display name, quantity, type',
    ],
    [
      'what cannot be changed in place',
      [remoteDatapoint('R', { fields: { ...at('2026-10-04T00:00:00Z'), ...named('Old') } })],
      {},
      'replace R~2: its measured at cannot be changed in place, and differs in display name, measured at',
    ],
    [
      'a locked record',
      [remoteDatapoint('R', { lock, fields: { ...quantity(1, 't'), ...named('Old') } })],
      {},
      'replace R~2: it is locked used in verified removal, and differs in display name, quantity',
    ],
    [
      'a locked record that was replaced before',
      [remoteDatapoint('R', { lock }), remoteDatapoint('R~2', { lock, fields: quantity(1, 't') })],
      {},
      'replace R~3: it is locked used in verified removal, and differs in quantity',
    ],
    [
      'a locked record of another name',
      [remoteDatapoint('R', { lock, fields: named('Old') })],
      {},
      'unchanged R: equal in what counts; it is locked used in verified removal, so its display name stays as in the registry',
    ],
    [
      'a locked record of other texts',
      [
        remoteDatapoint('R', {
          lock,
          fields: { ...named('Old'), description: { type: 'text', value: 'x' } },
        }),
      ],
      {},
      'unchanged R: equal in what counts; it is locked used in verified removal, so its display name, description stay as in the registry',
    ],
    [
      'a locked record of another name that is to be kept',
      [remoteDatapoint('R', { lock, fields: named('Old') })],
      { onLocked: 'fail' },
      'unchanged R: equal in what counts; it is locked used in verified removal, so its display name stays as in the registry',
    ],
    [
      'a locked record that the mapping keeps',
      [remoteDatapoint('R', { lock, fields: quantity(1, 't') })],
      { onLocked: 'keep' },
      'unchanged R: it is locked used in verified removal and the mapping keeps it',
    ],
    [
      'a locked record that must not differ',
      [remoteDatapoint('R', { lock, fields: { ...quantity(1, 't'), ...named('Old') } })],
      { onLocked: 'fail' },
      "blocked R: the registry's record is locked used in verified removal and differs in quantity; the mapping does not allow a replacement (on_locked: fail)",
    ],
    [
      'a fixed field where the mapping says what to do with locked ones',
      [remoteDatapoint('R', { fields: at('2026-10-04T00:00:00Z') })],
      { onLocked: 'fail' },
      'replace R~2: its measured at cannot be changed in place, and differs in measured at',
    ],
    [
      'what the registry shows and nobody wants',
      [remoteDatapoint('R', { fields: { uncertainty_justification: { type: 'text', value: 'x' } } })],
      {},
      'unchanged R: equal to the workbook',
    ],
  ])('%s', (_what, remote, given, expected) => {
    expect(said(remote, given)).toEqual([expected]);
  });

  it('a locked record whose differences are kept or refused is told with the cells that count', () => {
    const remote = [
      remoteDatapoint('R', { lock, fields: { ...quantity(1, 't'), ...named('Old'), ...type('ASSUMPTION') } }),
    ];
    const issues = (onLocked: 'keep' | 'fail') =>
      decided([desiredDatapoint('R', { onLocked })], remote).issues;
    const differs = "the registry's record is locked used in verified removal and differs in quantity, type";
    expect(issues('keep')).toEqual([
      {
        code: 'locked-kept',
        severity: 'warning',
        message: `${differs}; the mapping keeps it (on_locked: keep), so the registry's value stays`,
        origins: [cell('F7'), cell('A7')],
        reference: 'R',
      },
    ]);
    expect(issues('fail')).toEqual([
      {
        code: 'locked-fails',
        severity: 'error',
        message: `${differs}; the mapping does not allow a replacement (on_locked: fail): correct the cell, or allow the replacement`,
        origins: [cell('F7'), cell('A7')],
        reference: 'R',
      },
    ]);
  });
});

describe('the differences of a record', () => {
  it('have both sides and the cells of the field, else those of the record, else none', () => {
    const remote = [remoteDatapoint('R', { fields: { ...quantity(1, 't'), ...type('ASSUMPTION') } })];
    const changes = (given: Partial<DesiredRecord>) => {
      const operation = onlyOf(decided([desiredDatapoint('R', given)], remote));
      return operation.action === 'update' ? operation.changes : [];
    };
    expect(changes({})).toEqual([
      {
        field: 'quantity',
        before: { type: 'quantity', value: { magnitude: 1, unit: 't', standard_deviation: 0.1 } },
        after: { type: 'quantity', value: { magnitude: 24.7, unit: 't', standard_deviation: 0.1 } },
        origins: [cell('F7')],
      },
      {
        field: 'type',
        before: { type: 'text', value: 'ASSUMPTION' },
        after: { type: 'text', value: 'REPORTED' },
        origins: [cell('A7')],
      },
    ]);
    expect(changes({ origins: {} }).map(({ origins }) => origins)).toEqual([[], []]);
  });

  it('have no value before where the registry shows none', () => {
    const why: Fields = { uncertainty_justification: { type: 'text', value: 'weighed' } };
    expect(onlyOf(decided([desiredDatapoint('R', { fields: why })], [remoteDatapoint('R')]))).toMatchObject({
      action: 'update',
      changes: [
        { field: 'uncertainty_justification', before: null, after: why['uncertainty_justification'] },
      ],
    });
  });

  it('are none of the template of an entry, which the registry does not show', () => {
    expect(reasonsOf(decided([desiredEntry('E')], [remoteEntry('E')]))).toEqual([
      'unchanged E: equal to the workbook',
    ]);
  });

  it('are of one type on both sides: another is our own fault', () => {
    const rules = writableRules('datapoint');
    const wanted = desiredDatapoint('R');
    const there = remoteDatapoint('R', { fields: { quantity: { type: 'text', value: '24.7 t' } } });
    expect(() =>
      compareRecord(
        rules,
        wanted,
        wanted.fields,
        there,
        ({ value }) => value,
        (field) => field,
      ),
    ).toThrow('field quantity is wanted as quantity and read as text');
  });
});

describe('a document', () => {
  it.each([
    [true, 'unchanged D: equal to the workbook'],
    [false, 'update D: differs in document'],
  ])('whose bytes are there (%s)', (uploaded, expected) => {
    expect(reasonsOf(decided([desiredSource('D')], [remoteSource('D', uploaded)]))).toEqual([expected]);
  });
});

describe('an entry', () => {
  const verified = 'in a statement that is verified';
  const days = (first: string, last: string): Fields => ({
    started_on: { type: 'date', value: first },
    completed_on: { type: 'date', value: last },
  });

  it.each<[string, Fields, string | null, string]>([
    ['is changed', days('2026-10-02', '2026-10-31'), null, 'update E: differs in started on'],
    [
      'is never made a second time',
      days('2026-10-02', '2026-10-31'),
      verified,
      'blocked E: it is in a statement that is verified, and a GHG entry is never made a second time: it would count twice. started on stays as in the registry',
    ],
    [
      'is never made a second time for several fields',
      days('2026-10-02', '2026-10-30'),
      verified,
      'blocked E: it is in a statement that is verified, and a GHG entry is never made a second time: it would count twice. started on, completed on stay as in the registry',
    ],
  ])('that differs %s', (_what, fields, held, expected) => {
    expect(reasonsOf(decided([desiredEntry('E')], [remoteEntry('E', [], { lock: held, fields })]))).toEqual([
      expected,
    ]);
  });

  it.each<[DesiredRecord['onLocked'], string]>([
    ['keep', 'unchanged E: it is in a statement that is verified and the mapping keeps it'],
    [
      'fail',
      'blocked E: it is in a statement that is verified, and a GHG entry is never made a second time: it would count twice. started on stays as in the registry',
    ],
  ])('that is locked is decided by on_locked: %s', (onLocked, expected) => {
    const remote = remoteEntry('E', [], { lock: verified, fields: days('2026-10-02', '2026-10-31') });
    expect(reasonsOf(decided([{ ...desiredEntry('E'), onLocked }], [remote]))).toEqual([expected]);
  });

  it('is bridged from what it is, or from nothing', () => {
    const co2e = {
      net_kg: 5,
      without_discount_kg: 6,
      standard_deviation_kg: 1,
      supplier_allocation_kg: null,
      buffer_pool_contribution_kg: null,
    };
    const bridge = (remote: readonly RemoteRecord[]) =>
      decided([desiredDatapoint('R'), desiredEntry('E')], remote).bridges;
    const before = (value: typeof co2e | null) => [
      { reference: 'E', before: value, predicted: null, steps: [] },
    ];
    expect(bridge([])).toEqual(before(null));
    expect(bridge([remoteEntry('E')])).toEqual(before(null));
    expect(bridge([remoteEntry('E', [], { co2e })])).toEqual(before(co2e));
    // One that is blocked, and is not there.
    expect(decided([desiredEntry('E', [share(byReference('component', 'C'))])], []).bridges).toEqual(
      before(null),
    );
  });
});

describe('a component in a locked entry stands still with it', () => {
  const r = remoteDatapoint('R');
  const used = remoteComponent('C', 'dtp_other');
  const held = (entry: RemoteRecord, onLocked: DesiredRecord['onLocked'] = 'replace', fields: Fields = {}) =>
    reasonsOf(
      decided(
        [desiredDatapoint('R'), { ...desiredComponent('C', 'R'), onLocked }],
        [r, { ...used, fields: { ...used.fields, ...fields } }, entry],
      ),
    );
  const shares = [share(byId('component', 'cmp_first')), share(byId('component', used.id))];

  it.each<[string, string | null, string | null, string]>([
    [
      'of a verified statement',
      'E',
      'in a statement that is verified',
      'blocked C: it is part of E, which is in a statement that is verified, and a component is never made a second time: it would count twice. inputs stays as in the registry',
    ],
    [
      'without a reference',
      null,
      'locked',
      'blocked C: it is part of rmv_0000000000000000, which is locked, and a component is never made a second time: it would count twice. inputs stays as in the registry',
    ],
    ['that is open', 'E', null, 'update C: differs in inputs'],
  ])('%s', (_what, reference, locked, expected) => {
    expect(held(remoteEntry(reference, shares, { lock: locked }))).toEqual([
      'unchanged R: equal to the workbook',
      expected,
    ]);
  });

  it('but for its name, and where the mapping keeps it', () => {
    const entry = remoteEntry('E', shares, { lock: 'locked' });
    const [, kept] = held(entry, 'keep');
    expect(kept).toBe('unchanged C: it is part of E, which is locked and the mapping keeps it');
    const inputs: Fields = {
      inputs: {
        type: 'inputs',
        value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byId('datapoint', r.id)] }],
      },
    };
    const [, renamed] = held(entry, 'replace', { ...inputs, ...named('Old') });
    expect(renamed).toBe(
      'unchanged C: equal in what counts; it is part of E, which is locked, so its display name stays as in the registry',
    );
  });

  it('but not one of another kind or id', () => {
    const other = remoteEntry(
      'E',
      [share(byId('component', 'cmp_other')), share(byId('datapoint', used.id))],
      { lock: 'locked' },
    );
    expect(held(other).at(-1)).toBe('update C: differs in inputs');
  });
});

describe('a record that points to another', () => {
  const uses = (plan: DecidedPlan) =>
    plan.operations.map(({ reference, dependsOn }) => [reference, ...dependsOn]);

  it('needs what is made or replaced, once, and nothing that stays', () => {
    const list: Fields = {
      inputs: {
        type: 'inputs',
        value: ['R', 'R', 'S', 'T'].map((name) => ({
          input_key: 'mass',
          shape: 'scalar' as const,
          datapoints: [byReference('datapoint', name)],
        })),
      },
    };
    const component = desiredComponent('C', 'R');
    const plan = decided(
      [
        desiredDatapoint('R'),
        desiredDatapoint('S'),
        desiredDatapoint('T'),
        { ...component, fields: { ...component.fields, ...list } },
      ],
      [
        remoteDatapoint('S', { lock: 'locked', fields: quantity(1, 't') }),
        remoteDatapoint('T', { fields: quantity(1, 't') }),
      ],
    );
    expect(uses(plan)).toEqual([['R'], ['S~2'], ['T'], ['C', 'R', 'S~2']]);
    expect(plan.known).toEqual({ 'datapoint reference T': remoteDatapoint('T').id });
  });

  it('is known by the id that it leads to: the last of a chain, or the one that is named', () => {
    const remote = [remoteDatapoint('far'), remoteDatapoint('far~2')];
    expect(decided([desiredComponent('C', 'far')], remote).known).toEqual({
      'datapoint reference far': remoteDatapoint('far~2').id,
    });
    expect(decided([desiredComponent('C', 'far~2')], remote).known).toEqual({
      'datapoint reference far~2': remoteDatapoint('far~2').id,
    });
  });

  it('is told where that is nowhere, and blocked with what needs it in turn', () => {
    const component = desiredComponent('C', 'nowhere');
    const plan = decided([component, desiredEntry('E', [share(byReference('component', 'C'))])], []);
    const missing =
      'datapoint nowhere, which is neither in the workbook nor in the project: correct the reference';
    const nowhere =
      'it points to the datapoint "nowhere", which is neither in the workbook nor in the project: correct the mapping, or make the datapoint first';
    expect(reasonsOf(plan)).toEqual([
      `blocked C: input mass points to the ${missing}; ${nowhere}`,
      'blocked E: it needs C, which is blocked',
    ]);
    expect(
      plan.issues.map(({ code, message, origins, reference }) => [code, message, origins, reference]),
    ).toEqual([
      ['dangling-reference', `input mass points to the ${missing}`, [cell('A7')], 'C'],
      ['dangling-reference', nowhere, [cell('A7')], 'C'],
    ]);
    expect(plan.known).toEqual({});
  });

  it('is told without a cell where the record has none', () => {
    const component = { ...desiredComponent('C', 'nowhere'), origins: {} };
    expect(decided([component], []).issues.map(({ origins }) => origins)).toEqual([[], []]);
  });

  it('may point to a blocked one that the registry holds', () => {
    const bad = desiredDatapoint('R', { fields: quantity(1, 't', -1) });
    const there = [remoteDatapoint('R', { lock: 'locked' }), remoteDatapoint('R~2')];
    const plan = decided([bad, desiredComponent('C', 'R')], there);
    expect(reasonsOf(plan)).toEqual([
      'blocked R~2: quantity has a negative standard deviation',
      'create C: not in the registry yet',
    ]);
    expect(plan.operations[0]).toMatchObject({ remote: { reference: 'R~2' }, changes: [], dependsOn: [] });
  });

  it('is blocked as the record that it is there', () => {
    const there = remoteComponent('C~2', 'dtp_x');
    expect(onlyOf(decided([desiredComponent('C', 'nowhere')], [there]))).toMatchObject({
      action: 'blocked',
      reference: 'C~2',
      remote: there,
      changes: [],
    });
  });

  it('is equal where both sides lead to one record', () => {
    const r = remoteDatapoint('R');
    const plan = decided(
      [desiredDatapoint('R'), desiredComponent('C', 'R')],
      [r, remoteComponent('C', r.id)],
    );
    expect(reasonsOf(plan)).toEqual([
      'unchanged R: equal to the workbook',
      'unchanged C: equal to the workbook',
    ]);
  });
});

describe('what the plan carries along', () => {
  it('is what was read and asked for, with nothing passed or kept yet', () => {
    const given = {
      rows: { read: 4, mapped: 2, skipped: 1, withErrors: 1 },
      referencePatterns: ['^R$'],
      controlTotals: [{ name: 'Mass', definition: 'datapoints.mass', unit: 't', count: 1, sum: 2 }],
      issues: [{ code: 'drift', severity: 'warning', message: 'earlier', origins: [] } as const],
    };
    const plan = decided([desiredDatapoint('R')], [], given);
    expect(plan).toMatchObject({
      stage: 'decided',
      format: 'mrv-ingest/plan@1',
      environment: { name: 'local' },
      workbooks: [{ path: 'month.xlsx' }],
      mapping: { path: 'mapping.yaml' },
      controlTotals: given.controlTotals,
      overrides: {},
      kept: {},
      reading: {
        rows: given.rows,
        referencePatterns: ['^R$'],
        mappedRows: [],
        rowsWithErrors: [],
        places: [],
        skipped: [],
      },
      issues: given.issues,
      bridges: [],
    });
  });
});
