import * as answers from './answers-registry.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** The registry service: read only. Carbon is in kg, 1000 kg are one credit. */
export class Registry {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The supplier of the calling organisation.
   * Repeat: freely; it reads.
   * Source: interface.md, Registry endpoints.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async supplier(): Promise<answers.RegistrySupplier> {
    return this.#exchange.get(path`/supplier`, answers.supplier, 'registry');
  }

  /**
   * An organisation; null where nobody knows it.
   * Repeat: freely; it reads.
   * Source: interface.md, Registry endpoints.
   * @throws RejectedError with 422 for what is no id; MalformedError; any other `ApiError`
   */
  async organisation(id: string): Promise<answers.RegistryOrganisation | null> {
    return this.#exchange.get(path`/organisations/${id}`, answers.organisation.nullable(), 'registry');
  }

  /**
   * A project as the public sees it; null where nobody knows it.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.3.
   * @throws RejectedError with 422 for what is no id; MalformedError; any other `ApiError`
   */
  async project(id: string): Promise<answers.RegistryProject | null> {
    return this.#exchange.get(path`/projects/${id}`, answers.registryProject.nullable(), 'registry');
  }

  /**
   * The issuances of a supplier.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.3.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  issuances(supplierId: string): List<answers.RegistryIssuance> {
    return this.#exchange.list(path`/suppliers/${supplierId}/issuances`, answers.issuance, {}, 'registry');
  }

  /**
   * One issuance.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.3.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async issuance(id: string): Promise<answers.RegistryIssuance> {
    return this.#exchange.get(path`/issuances/${id}`, answers.issuance, 'registry');
  }

  /**
   * The credit batches of an issuance: the supplier's and the buffer pool's.
   * Repeat: freely; it reads.
   * Source: interface.md, Registry endpoints.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async creditBatches(id: string): Promise<answers.RegistryIssuedCredits> {
    return this.#exchange.get(path`/issuances/${id}/credit_batches`, answers.issuedCredits, 'registry');
  }

  /**
   * A refund from the buffer pool.
   * Repeat: freely; it reads.
   * Source: interface.md, Buffer-pool refund.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async refund(id: string): Promise<answers.RegistryRefund> {
    return this.#exchange.get(path`/refunds/${id}`, answers.refund, 'registry');
  }
}
