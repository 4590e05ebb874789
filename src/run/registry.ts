import {
  readIssuances,
  readIssuedCredits,
  readOrganisation,
  readRefund,
  readSupplier,
} from '../api/registry.js';
import type { Send } from '../api/request.js';
import { unreachable } from '../model/errors.js';
import {
  batchesTable,
  issuancesTable,
  organisationTable,
  refundTable,
  supplierTable,
  totalsTable,
} from '../report/index.js';
import { issuedKilograms } from '../reconcile/close-out.js';
import { openGate, type Target, type World } from './connect.js';
import { refusedRead, type Found } from './read-only.js';

/** One of the registry's reads (`interface.md`, Registry endpoints). */
export type RegistryRequest =
  | { readonly what: 'supplier' | 'issuances' }
  | { readonly what: 'organisation' | 'issuance' | 'refund'; readonly id: string };

async function issuance(send: Send, id: string): Promise<Found> {
  const issued = await readIssuedCredits(send, id);
  const added = {
    supplier: issuedKilograms(issued.supplier_credit_batches),
    bufferPool: issuedKilograms(issued.buffer_pool_credit_batches),
  };
  const batches = issued.supplier_credit_batches.length + issued.buffer_pool_credit_batches.length;
  return {
    tables: [totalsTable(issued, added), batchesTable(issued)],
    json: issued,
    count: `${batches} credit batch${batches === 1 ? '' : 'es'}`,
  };
}

async function issuances(send: Send): Promise<Found> {
  const supplier = await readSupplier(send);
  const all = await readIssuances(send, supplier.id);
  const count = `${all.length} issuance${all.length === 1 ? '' : 's'} of ${supplier.organisation.name}`;
  return { tables: [issuancesTable(all)], json: all, count };
}

async function look(send: Send, request: RegistryRequest): Promise<Found> {
  switch (request.what) {
    case 'supplier': {
      const supplier = await readSupplier(send);
      return { tables: [supplierTable(supplier)], json: supplier, count: supplier.organisation.name };
    }
    case 'issuances':
      return issuances(send);
    case 'organisation': {
      const organisation = await readOrganisation(send, request.id);
      return { tables: [organisationTable(organisation)], json: organisation, count: organisation.name };
    }
    case 'issuance':
      return issuance(send, request.id);
    case 'refund': {
      const refund = await readRefund(send, request.id);
      return { tables: [refundTable(refund)], json: refund, count: `refund ${refund.id}` };
    }
    default:
      return unreachable(request);
  }
}

/** Reads something of the registry. @throws a usage error where there is no such thing; SnapshotError; CredentialsError */
export async function readRegistry(target: Target, request: RegistryRequest, world: World): Promise<Found> {
  try {
    return await look(openGate(target, world).send, request);
  } catch (error) {
    throw refusedRead(error);
  }
}
