import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { contentHash } from '../../../src/plan/canonical.js';
import { parsePlan, sealed } from '../../../src/plan/plan-file.js';
import { plannedOf } from '../../../src/plan/reopen.js';
import type { DesiredRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  cell,
  desiredComponent,
  desiredDatapoint,
  mapped,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import { decided, desiredEntry, share } from '../../support/decided.js';

const told = (records: readonly DesiredRecord[]) =>
  buildPlan(mapped(records)).issues.map(({ code, message, origins }) => [
    code,
    message,
    origins.map((origin) => (origin.at === 'cell' ? origin.cell : '')).join(' '),
  ]);

const text = (value: string | null) => ({ type: 'text', value }) as const;
const withoutCells = (record: DesiredRecord): DesiredRecord => ({ ...record, origins: {} });

describe('what is wrong with a reference', () => {
  const problem = (reference: string) => told([desiredDatapoint(reference)]);
  const says = (shown: string, what: string) => [
    [
      'reference-invalid',
      `the reference "${shown}" ${what}: change the mapping's reference, or the cell it is made from`,
      'A7',
    ],
  ];

  it.each([
    ['', says('', 'is empty')],
    ['x'.repeat(201), says('x'.repeat(60), 'is 201 characters long, and the registry takes at most 200')],
    ['x'.repeat(200), []],
    ['a\nb', says('a\nb', 'holds a line break or another control character')],
    [' R', says(' R', 'begins or ends with a blank')],
    ['R ', says('R ', 'begins or ends with a blank')],
    ['R~2', says('R~2', 'ends like the mark of a replaced record (~2, ~3, …)')],
    ['R~1', []],
    ['R~02', []],
    ['~2', []],
    ['R~', []],
  ])('%j', (reference, expected) => {
    expect(problem(reference)).toEqual(expected);
  });

  it('is told with both cells where it is made twice, and without any where there are none', () => {
    const again = desiredComponent('R', 'S', { origins: { '': [cell('B1'), cell('B2')] } });
    const message =
      'the reference "R" is made twice, here and for a datapoint of datapoints.delivered_mass: a reference must be unique over all records';
    expect(told([desiredDatapoint('R'), again])).toEqual([['reference-repeated', message, 'B1 A7']]);
    expect(told([withoutCells(desiredDatapoint('R')), withoutCells(again)])).toEqual([
      ['reference-repeated', message, ''],
    ]);
  });
});

describe('what is wrong with a field', () => {
  it.each<[string, DesiredRecord, string, string]>([
    [
      'a type that there is not',
      desiredDatapoint('R', { fields: { type: text('MEASURED') } }),
      'type is none of CONSTANT, STANDARD_PUBLISHED_VALUE, REPORTED, ASSUMPTION, DERIVED',
      'A7',
    ],
    ['no name', desiredDatapoint('R', { fields: { display_name: text('') } }), 'display name is empty', 'A7'],
    [
      'a long name',
      desiredDatapoint('R', { fields: { display_name: text('x'.repeat(151)) } }),
      'display name is longer than 150 characters',
      'A7',
    ],
    [
      'a long description',
      desiredDatapoint('R', { fields: { description: text('x'.repeat(501)) } }),
      'description is longer than 500 characters',
      'A7',
    ],
    [
      'a deviation below zero',
      desiredDatapoint('R', { fields: quantity(1, 't', -0.1) }),
      'quantity has a negative standard deviation',
      'F7',
    ],
    [
      'a deviation below zero, without cells of its own',
      desiredDatapoint('R', { fields: quantity(1, 't', -0.1), origins: { '': [cell('A7')], quantity: [] } }),
      'quantity has a negative standard deviation',
      'A7',
    ],
    [
      'a deviation below zero, without any cell',
      withoutCells(desiredDatapoint('R', { fields: quantity(1, 't', -0.1) })),
      'quantity has a negative standard deviation',
      '',
    ],
  ])('%s', (_what, record, message, cells) => {
    expect(told([record])).toEqual([['field-invalid', message, cells]]);
  });

  it.each([
    ['a name of 150', desiredDatapoint('R', { fields: { display_name: text('x'.repeat(150)) } })],
    ['a description of 500', desiredDatapoint('R', { fields: { description: text('x'.repeat(500)) } })],
    ['a deviation of 0', desiredDatapoint('R', { fields: quantity(1, 't', 0) })],
  ])('is nothing for %s', (_what, record) => {
    expect(told([record])).toEqual([]);
  });
});

describe('what is wrong with the shares of a component', () => {
  const c = byReference('component', 'C');
  const own = [desiredDatapoint('R'), desiredComponent('C', 'R')];
  const exceeded = (name: string, sum: string, parts: string) =>
    `${name} is attributed by ${sum} in all, and at most 1 is there: ${parts}. Correct the factors`;

  it('is told at the component and at each entry', () => {
    const entries = [
      desiredEntry('E', [share(c, 0.6)]),
      {
        ...desiredEntry('F', [share(c, 0.6)]),
        origins: { '': [cell('A1')], attributions: [cell('C9'), cell('C10')] },
      },
    ];
    const message = exceeded('C', '1.2', '0.6 of it to E, 0.6 of it to F');
    expect(told([...own, ...entries])).toEqual([
      ['attribution-exceeded', message, 'A7 A1 C9'],
      ['attribution-exceeded', message, 'A7 A1 C9'],
    ]);
  });

  it('is told once of an entry that takes two shares, and by its link where it is not of the workbook', () => {
    const theirs = byId('component', 'cmp_theirs');
    const entry = withoutCells(desiredEntry('E', [share(theirs, 1, 'a'), share(theirs, 1e-8, 'b')]));
    expect(told([entry])).toEqual([
      ['attribution-exceeded', exceeded('component id cmp_theirs', '1', '1 of it to E, 1e-8 of it to E'), ''],
    ]);
  });

  it('is nothing up to 1 but for the last digit, for each component apart', () => {
    const d = byId('component', 'cmp_d');
    expect(told([...own, desiredEntry('E', [share(c, 1), share(d, 1)])])).toEqual([]);
    expect(told([...own, ...['E', 'F', 'G'].map((name) => desiredEntry(name, [share(c, 1 / 3)]))])).toEqual(
      [],
    );
    expect(told([...own, desiredEntry('E', [share(c, 1, 'a'), share(c, 1e-9 / 2, 'b')])])).toEqual([]);
  });
});

describe('a circle', () => {
  it('is told of each of its records, without cells where there are none', () => {
    const points = (reference: string, to: string) => {
      const record = desiredComponent(reference, 'R');
      return withoutCells({
        ...record,
        fields: {
          ...record.fields,
          inputs: {
            type: 'inputs',
            value: [{ input_key: 'mass', shape: 'scalar', datapoints: [byReference('component', to)] }],
          },
        },
      });
    };
    const message =
      'these records point to each other in a circle: B → C. Change the mapping so that none needs itself';
    expect(told([points('A', 'B'), points('B', 'C'), points('C', 'B')])).toEqual([
      ['reference-circle', message, ''],
      ['reference-circle', message, ''],
    ]);
    expect(told([points('A', 'A')])).toEqual([
      [
        'reference-circle',
        'these records point to each other in a circle: A. Change the mapping so that none needs itself',
        '',
      ],
    ]);
  });
});

describe('what would be shown', () => {
  it('is told without a cell where there is none, and is nothing of a record without a name', () => {
    const record = withoutCells(
      desiredDatapoint('R', { fields: { display_name: text('asked of joe@example.org') } }),
    );
    expect(told([record])).toEqual([
      [
        'name-telling',
        'the display name "asked of joe@example.org" holds an e-mail address, and names become public with the record: change what the mapping makes it from',
        '',
      ],
    ]);
    expect(
      told([desiredDatapoint('R', { fields: { display_name: text(null) } })]).map(([code]) => code),
    ).toEqual(['field-invalid']);
  });
});

describe('the hash of a plan', () => {
  it('is of JSON with its keys in order and no blanks, and without what is undefined', () => {
    const value = { b: [2, { d: null, c: 'x' }], a: undefined, Z: true, '': 0 };
    const canonical = '{"":0,"Z":true,"b":[2,{"c":"x","d":null}]}';
    expect(contentHash(value)).toBe(createHash('sha256').update(canonical).digest('hex'));
  });
});

describe('a saved plan', () => {
  const plan = decided([desiredDatapoint('R')], [remoteDatapoint('R', { fields: quantity(1, 't') })]);
  const whole = JSON.stringify(sealed(plan));
  const refused = (text: string) => {
    try {
      parsePlan(text, 'plan.json');
    } catch (error) {
      return error;
    }
    return null;
  };
  const end = 'Nothing was sent: make a new plan with `mrv-ingest plan`';

  it('reads back as it was', () => {
    expect(parsePlan(whole, 'plan.json')).toEqual(plan);
    expect(plannedOf(parsePlan(whole, 'plan.json')).records).toEqual([desiredDatapoint('R')]);
  });

  it.each([
    ['no JSON', 'no', 'is not a plan: it is no JSON'],
    ['no object', '[]', 'is not a plan: it has no format or no hash'],
    ['no hash', JSON.stringify(plan), 'is not a plan: it has no format or no hash'],
    [
      'of another version',
      whole.replace('mrv-ingest/plan@1', 'mrv-ingest/plan@2'),
      'is of the form mrv-ingest/plan@2, which this version does not know',
    ],
    ['altered', whole.replace('24.7', '24.8'), 'was altered after it was made'],
  ])('that is %s is refused', (_what, given, why) => {
    expect(refused(given)).toMatchObject({
      name: 'PlanFileError',
      code: 'plan-unusable',
      exitCode: 5,
      message: `plan.json ${why}. ${end}`,
    });
  });

  it('that is sealed over something else is refused, and says what', () => {
    const odd = { ...plan, stage: 'planned' };
    const resealed = JSON.stringify({ ...odd, hash: contentHash(odd) });
    const says = /^plan\.json does not hold what a plan holds \(.*"decided".*at stage\)\. Nothing was sent/su;
    expect(refused(resealed)).toMatchObject({ code: 'plan-unusable' });
    expect(() => parsePlan(resealed, 'plan.json')).toThrow(says);
  });
});
