import { describe, expect, it } from 'vitest';
import { loadMapping, mapWorkbooks, MappingError } from '../../../src/map/index.js';
import { describeOrigin } from '../../../src/model/origin.js';
import { madeEvidence, madeWorkbook } from './made-workbook.js';

const mapping = `
mapping: 1
name: Biochar, monthly MRV workbook
project: \${MRV_PROJECT_ID}
timezone: Africa/Nairobi
locale: { decimal: ".", group: ",", dates: [dd/MM/yyyy, yyyy-MM-dd] }
missing: ["", "n/a", "-"]
parameters:
  site:   { cell: "Cover!C4", type: text, pattern: "^[A-Z]{3}$" }
  period: { cell: "Cover!C5", type: month }
tables:
  deliveries:
    sheet: Feedstock deliveries
    header: { find: "Ticket no.", units_below: true }
    until: { first_cell: "Total" }
    key: ticket
    columns:
      ticket:   { header: "Ticket no.", type: text }
      date:     { header: "Date", type: date, within: period }
      gross:    { header: ["Gross", "Gross weight"], type: quantity, kind: mass }
      tare:     { header: "Tare", type: quantity, kind: mass, unit: kg }
      distance: { header: "Haul distance (km)", type: quantity, kind: distance, unit: km, range: [0, 2000] }
      ticket_file: { header: "Evidence", type: files, separator: ";" }
    derive:
      net: { value: "gross - tare", relative_sd: 0.005, check: "net > 0 kg" }
  lab_samples:
    sheet: Lab
    columns:
      sample: { header: Sample, type: text }
      batch: { header: Batch, type: text }
      carbon: { header: "Total C (%)", type: quantity, kind: mass_fraction }
  fuel:
    sheet: Fuel
    columns:
      machine: { header: Machine, type: text }
      litres: { header: "Litres", unit: L, type: quantity, relative_sd: 0.02 }
      day: { header: Day, type: date }
sources:
  weighbridge:
    each: deliveries
    files: ticket_file
    display_name: "Weighbridge ticket {ticket}"
    published_at: date
    public: false
datapoints:
  delivered_mass:
    each: deliveries
    reference: "{site}-{ticket}-mass"
    display_name: "Feedstock mass, ticket {ticket}"
    quantity: { value: net, unit: t }
    type: REPORTED
    measured_at: date
    sources: [weighbridge]
    on_locked: replace
  delivered_mass_distance:
    each: deliveries
    reference: "{site}-{ticket}-tkm"
    display_name: "Haul, ticket {ticket}"
    quantity: { value: "net * distance", unit: t * km, kind: mass_distance }
    type: DERIVED
    measured_at: date
    sources: [weighbridge]
  carbon_content:
    each: lab_samples
    reference: "{site}-{sample}-c"
    display_name: "Total carbon, {sample}"
    quantity: { value: carbon, unit: "%" }
    type: REPORTED
  diesel_used:
    over: fuel
    group_by: [machine]
    reference: "{site}-{period}-diesel-{machine}"
    display_name: "Diesel, {machine}, {count(rows)} fills"
    quantity: { value: "sum(rows, litres)", unit: L }
    type: DERIVED
    measured_at: latest(rows, day)
components:
  feedstock_transport:
    each: deliveries
    reference: "{site}-{ticket}-transport"
    blueprint: mass_distance_based_ci_emissions
    display_name: "Transport, ticket {ticket}"
    activity: { started: date, completed: date }
    inputs:
      mass_distance: delivered_mass_distance
      carbon_intensity: { reference: "ef-truck-2026" }
    attribute: { entry: monthly, group: biomass-feedstock-transport, factor: 1 }
ghg_entries:
  monthly:
    reference: "{site}-{period}"
    template: { display_name: "Biochar monthly" }
    started_on: period.start
    completed_on: period.end
    feedstock_type: { reference: "wood-chips" }
    inputs:
      "Biochar stored": { carbon_contents: carbon_content }
checks:
  - name: mass balance
    expect: "sum(deliveries, net) * 0.35 > sum(fuel, litres) * 1 * unit(\\"kg/L\\")"
    severity: warning
control_totals:
  - { name: "Delivered feedstock", datapoints: delivered_mass, sum: quantity }
limits: { update: 30%, replace: 10%, co2e_change: 5% }
`;

const workbook = madeWorkbook({
  Cover: { rows: { 4: [null, 'Site', 'NKU'], 5: [null, 'Period', '2026-10'] } },
  'Feedstock deliveries': {
    rows: {
      1: ['Deliveries October'],
      6: ['Ticket no.', 'Date', 'Gross', 'Tare', 'Haul distance (km)', 'Evidence'],
      7: [null, null, 'kg', 'kg', 'km'],
      8: ['4711', { date: '2026-10-04T00:00:00' }, 73350, 25100, 40, 't1.pdf'],
      9: ['4712', '05/10/2026', '71,220', 25420, 40, 't2.pdf; t3.pdf'],
      11: ['Total', null, 144570],
      13: ['a note'],
    },
  },
  Lab: {
    rows: [
      ['Sample', 'Batch', 'Total C (%)'],
      ['S1', 'B1', 78.5],
      ['S2', 'B1', 77],
    ],
  },
  Fuel: {
    rows: [
      ['Machine', 'Litres', 'Day'],
      ['Loader', 100, { date: '2026-10-04T00:00:00' }],
      ['Loader', 50.5, { date: '2026-10-07T00:00:00' }],
      ['Dryer', 20, { date: '2026-10-05T00:00:00' }],
    ],
  },
});

describe('the worked example of the language', () => {
  it('becomes records with references, quantities, instants and links', async () => {
    const loaded = loadMapping(mapping, 'biochar.yaml', { environment: { MRV_PROJECT_ID: 'prj_1' } });
    const mapped = await mapWorkbooks(loaded, [workbook], {
      evidence: madeEvidence({ 't1.pdf': 'one', 't2.pdf': 'two', 't3.pdf': 'three' }),
      parameters: {},
      projectId: null,
    });
    expect(mapped.issues).toEqual([]);
    expect(mapped.projectId).toBe('prj_1');
    const byReference = new Map(mapped.records.map((record) => [record.reference, record]));
    expect(byReference.get('NKU-4711-mass')?.fields).toMatchObject({
      quantity: { value: { magnitude: 48.25, unit: 't', standard_deviation: 0.24125 } },
      measured_at: { value: '2026-10-04T09:00:00Z' },
      type: { value: 'REPORTED' },
    });
    expect(byReference.get('NKU-4712-mass')?.fields['quantity']).toMatchObject({
      value: { magnitude: 45.8 },
    });
    expect(byReference.get('NKU-4712-mass')?.fields['sources']).toMatchObject({
      value: [{ kind: 'source' }, { kind: 'source' }],
    });
    expect(byReference.get('NKU-2026-10-diesel-Loader')?.fields['quantity']).toMatchObject({
      value: { magnitude: 150.5, unit: 'L' },
    });
    expect(byReference.get('NKU-4711-transport')?.fields).toMatchObject({
      activity_started_at: { value: '2026-10-04T00:00:00Z' },
      activity_completed_at: { value: '2026-10-04T20:59:59Z' },
      inputs: {
        value: [
          { input_key: 'mass_distance', shape: 'scalar', datapoints: [{ value: 'NKU-4711-tkm' }] },
          { input_key: 'carbon_intensity', shape: 'scalar', datapoints: [{ value: 'ef-truck-2026' }] },
        ],
      },
    });
    const entry = byReference.get('NKU-2026-10');
    expect(entry?.fields['attributions']).toMatchObject({
      value: [{ component: { value: 'NKU-4711-transport' } }, { factor: 1 }],
    });
    expect(entry?.fields['template_inputs']).toMatchObject({
      value: [
        {
          inputs: [
            {
              input_key: 'carbon_contents',
              shape: 'list',
              datapoints: [{ value: 'NKU-S1-c' }, { value: 'NKU-S2-c' }],
            },
          ],
        },
      ],
    });
    expect(byReference.get('NKU-2026-10-diesel-Loader')?.origins['quantity']?.map(describeOrigin)).toEqual([
      'Fuel!B2:B3',
    ]);
    expect(mapped.rows).toEqual({ read: 9, mapped: 7, skipped: 2, withErrors: 0 });
    expect(mapped.controlTotals).toEqual([
      {
        name: 'Delivered feedstock',
        definition: 'datapoints.delivered_mass',
        unit: 't',
        count: 2,
        sum: 94.05,
      },
    ]);
  });

  it('refuses a misspelt column and kilograms added to kilometres, with line and column', () => {
    const wrong = mapping
      .replace('"gross - tare"', '"gross - tara"')
      .replace('"net * distance"', '"gross + distance"');
    let thrown: unknown = null;
    try {
      loadMapping(wrong, 'biochar.yaml', { environment: {} });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(MappingError);
    const messages =
      thrown instanceof MappingError
        ? thrown.issues.map(
            (issue) => `${describeOrigin(issue.origins[0] ?? { at: 'file', file: '' })} ${issue.message}`,
          )
        : [];
    expect(messages[0]).toMatch(
      /^biochar.yaml:\d+:\d+ .*there is no column or parameter "tara" here; did you mean "tare"\?/,
    );
    expect(messages.some((message) => message.includes('only quantities of one kind can be added'))).toBe(
      true,
    );
  });
});
