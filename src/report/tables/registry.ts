import type {
  CreditBatch,
  Issuance,
  IssuedCredits,
  Organisation,
  Refund,
  Supplier,
} from '../../model/issuance.js';
import type { Table, TableValue } from '../../model/table.js';

const kilograms = '#,##0';

/** A thing as its fields, one below the other; what nobody said is left out. */
function fieldTable(
  title: string,
  lead: string,
  fields: readonly (readonly [string, TableValue | undefined])[],
): Table {
  return {
    name: title.slice(0, 31),
    title,
    lead,
    columns: [
      { title: 'Field', width: 26 },
      { title: 'Value', width: 70 },
    ],
    rows: fields.flatMap(([field, value]) =>
      value === null || value === undefined || value === '' ? [] : [[field, value]],
    ),
  };
}

export function supplierTable(supplier: Supplier): Table {
  const { organisation, location } = supplier;
  return fieldTable('Supplier', organisation.name, [
    ['Id', supplier.id],
    ['Organisation', organisation.name],
    ['Organisation id', organisation.id],
    ['Domain', organisation.domain],
    ['Country', location?.country_name ?? location?.country_code],
    ['Latitude', location?.latitude],
    ['Longitude', location?.longitude],
    ['Place', location?.description],
    ['About', supplier.short_description ?? supplier.long_description],
  ]);
}

export function organisationTable(organisation: Organisation): Table {
  return fieldTable('Organisation', organisation.name, [
    ['Id', organisation.id],
    ['Name', organisation.name],
    ['Domain', organisation.domain],
  ]);
}

export function refundTable(refund: Refund): Table {
  return fieldTable('Refund', `${refund.credit_batch_size_total.credit_kgs} kg from the buffer pool`, [
    ['Id', refund.id],
    ['Refunded at', refund.refunded_at],
    ['Credits', refund.credit_batch_size_total.credits],
    ['kg', refund.credit_batch_size_total.credit_kgs],
    ['From', refund.from_buffer_pool_organisation.name],
    ['To', refund.to_organisation.name],
    ['Notes', refund.notes],
  ]);
}

export function issuancesTable(issuances: readonly Issuance[]): Table {
  return {
    name: 'Issuances',
    title: 'Issuances',
    lead: `${issuances.length} issuances of the supplier`,
    columns: [
      { title: 'Id', width: 24, whole: true },
      { title: 'From', width: 12, whole: true },
      { title: 'To', width: 12, whole: true },
      { title: 'kg', width: 14, format: kilograms, whole: true },
      { title: 'Issued at', width: 26 },
      { title: 'Project', width: 24, whole: true },
    ],
    rows: issuances.map((one) => [
      one.id,
      one.reporting_period_start_at ?? null,
      one.reporting_period_end_at ?? null,
      one.credit_batch_size_total?.credit_kgs ?? null,
      one.issued_at ?? null,
      one.project_id,
    ]),
  };
}

/** The totals of an issuance; `added` are the kg that its batches come to, by pool. */
export function totalsTable(
  issued: IssuedCredits,
  added: { readonly supplier: number; readonly bufferPool: number },
): Table {
  const row = (part: string, total: IssuedCredits['credit_batch_size_total'], batches: number) => [
    part,
    total.credits,
    total.credit_kgs,
    batches,
    total.credit_kgs === batches ? 'yes' : 'no',
  ];
  return {
    name: 'Totals',
    title: `Issuance ${issued.issuance_id}`,
    lead: 'What the registry says was issued, and what its credit batches come to.',
    columns: [
      { title: 'Part', width: 18 },
      { title: 'Credits', width: 14, format: '#,##0.000', whole: true },
      { title: 'kg', width: 14, format: kilograms, whole: true },
      { title: 'Batches, kg', width: 14, format: kilograms, whole: true },
      { title: 'Agrees', width: 10, whole: true },
    ],
    rows: [
      row('Supplier', issued.supplier_credit_batch_size_total, added.supplier),
      row('Buffer pool', issued.buffer_pool_credit_batch_size_total, added.bufferPool),
      row('All', issued.credit_batch_size_total, added.supplier + added.bufferPool),
    ],
  };
}

export function batchesTable(
  issued: Pick<IssuedCredits, 'supplier_credit_batches' | 'buffer_pool_credit_batches'>,
): Table {
  const row = (pool: string) => (batch: CreditBatch) => [
    batch.serial_number,
    pool,
    batch.size.credit_kgs,
    batch.size.credits,
    batch.sequestered_on ?? null,
    batch.owner?.name ?? null,
    batch.retired_at ?? null,
    batch.ghg_entry_id ?? batch.removal_id ?? null,
    batch.id,
    batch.parent_id ?? null,
  ];
  return {
    name: 'Credit batches',
    title: 'Credit batches',
    lead: 'Each with its serial number. A batch that was split has its parts below it, by their parent.',
    columns: [
      { title: 'Serial number', width: 40, whole: true },
      { title: 'Pool', width: 12, whole: true },
      { title: 'kg', width: 14, format: kilograms, whole: true },
      { title: 'Credits', width: 14, format: '#,##0.000', whole: true },
      { title: 'Sequestered', width: 13, whole: true },
      { title: 'Owner', width: 26 },
      { title: 'Retired', width: 22 },
      { title: 'Entry', width: 24, whole: true },
      { title: 'Id', width: 24, whole: true },
      { title: 'Parent', width: 24, whole: true },
    ],
    rows: [
      ...issued.supplier_credit_batches.map(row('supplier')),
      ...issued.buffer_pool_credit_batches.map(row('buffer pool')),
    ],
  };
}
