import { inTurns, measure, printTable, root } from './processes.js';

/**
 * Makes `count` wanted records, seven datapoints to three components, and as many remote ones; of ten datapoints six
 * are equal (in another unit), two differ and two differ and are locked, so that their components are re-pointed.
 */
const made = `
  const count = Number(process.argv[1]);
  const day = '2026-10-03T00:00:00Z';
  const text = (value) => ({ type: 'text', value });
  const link = (kind, by, value) => ({ kind, by, value });
  const id = (prefix, place) => prefix + '_' + String(place).padStart(16, '0');
  const origin = (row, column) => [{ at: 'cell', file: 'month.xlsx', sheet: 'Deliveries', cell: column + row }];
  const datapoints = Math.floor(count * 0.7);
  const records = [];
  const remotes = [];
  const remote = (kind, place, reference, displayName, fields, lock, detail = null) => ({
    kind, id: id(kind.slice(0, 3), place), reference, displayName, fields, lock,
    parent: null, parts: [], co2e: null, detail,
  });
  const blueprint = 'mass_based_ci_emissions';
  remotes.push({
    ...remote('component_blueprint', 0, blueprint, 'By mass', {}, null, {
      key: blueprint, display_name: 'By mass',
      inputs: ['mass', 'other'].map((input_key) => ({
        input_key, quantity_kind: 'mass', data_shape: 'SCALAR', compatible_unit: 'kg',
      })),
    }),
    id: blueprint,
  });
  for (let place = 0; place < count; place += 1) {
    const row = place + 2;
    const origins = { '': origin(row, 'A'), quantity: origin(row, 'F') };
    if (place < datapoints) {
      const reference = 'site-' + place + '-mass';
      const fields = (magnitude, unit) => ({
        display_name: text('Mass, ticket ' + place), description: text(''), type: text('REPORTED'),
        quantity: { type: 'quantity', value: { magnitude, unit, standard_deviation: unit === 't' ? 0.02 : 20 } },
        measured_at: { type: 'instant', value: day }, sources: { type: 'links', value: [] },
      });
      const tons = 10 + (place % 1000) / 100;
      const differs = place % 10 >= 6;
      records.push({ kind: 'datapoint', reference, fields: fields(tons, 't'), origins, definition: 'datapoints.mass', onLocked: 'replace' });
      remotes.push(remote('datapoint', place, reference, 'Mass, ticket ' + place,
        fields((differs ? tons + 1 : tons) * 1000, 'kilogram'), place % 10 >= 8 ? 'locked_used_in_verified_removal' : null));
    } else {
      const reference = 'site-' + place + '-use';
      const uses = [place % datapoints, (place * 7) % datapoints];
      const fields = (points) => ({
        display_name: text('Use ' + place), blueprint: text(blueprint),
        activity_started_at: { type: 'instant', value: day }, activity_completed_at: { type: 'instant', value: day },
        inputs: { type: 'inputs', value: points.map((point, nth) => ({
          input_key: nth === 0 ? 'mass' : 'other', shape: 'scalar', datapoints: [point],
        })) },
      });
      records.push({ kind: 'component', reference, origins, definition: 'components.use', onLocked: 'replace',
        fields: fields(uses.map((use) => link('datapoint', 'reference', 'site-' + use + '-mass'))) });
      remotes.push(remote('component', place, reference, 'Use ' + place,
        fields(uses.map((use) => link('datapoint', 'id', id('dat', use)))), null));
    }
  }
  cells = records.length;`;

const decided = `${made}
  const load = (file) => import(process.argv[2] + 'dist/' + file);
  const { buildPlan } = await load('plan/build-plan.js');
  const { decide } = await load('diff/decide.js');
  const { supersededRecords } = await load('diff/superseded.js');
  const { RemoteState } = await load('model/remote-state.js');
  const nothing = { update: null, replace: null, co2e_change: null };
  const plan = buildPlan({
    workbooks: [], mapping: { path: 'mapping.yaml', sha256: '' }, projectId: null, records,
    rows: { read: 0, mapped: 0, skipped: 0, withErrors: 0 }, mappedRows: [], rowsWithErrors: [], places: [],
    skipped: [], controlTotals: [], limits: nothing, issues: [],
  });
  const state = new RemoteState(remotes);
  const { operations, issues } = decide(plan, state, { name: 'local', base_url: '', project_id: '', organisation_id: null });
  const counts = {};
  for (const { action } of operations) counts[action] = (counts[action] ?? 0) + 1;
  const replaced = supersededRecords({ operations }, state).length;
  const share = (action) => (counts[action] ?? 0) / count;
  if (operations.length !== count || issues.length > 0 || replaced !== counts.replace)
    throw new Error('not what was to be decided: ' + JSON.stringify({ counts, issues: issues.slice(0, 2), replaced }));
  if (Math.abs(share('replace') - 0.14) > 0.01 || share('update') < 0.2 || share('unchanged') < 0.5)
    throw new Error('another mix than was made: ' + JSON.stringify(counts));`;

const sizes = [10_000, 30_000, 100_000];

export function run() {
  const peer = 'the records, made and not planned';
  const rows = inTurns(
    [
      ...sizes.map((size) => ({
        name: `planned, ${size.toLocaleString('en')} records`,
        run: () => measure(decided, [String(size), root]),
      })),
      { name: peer, run: () => measure(made, ['100000', root]) },
    ],
    3,
  );
  printTable('Deciding every record against as many remote ones', rows, peer);
}
