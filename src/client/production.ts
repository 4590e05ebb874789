import * as answers from './answers-sites.js';
import * as bodies from './bodies-sites.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Deliveries of feedstock: made, read and deleted, never changed. */
export class FeedstockBatches {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The batches of a feedstock type.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Feedstock batches.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(feedstockTypeId: string): List<answers.FeedstockBatch> {
    return this.#exchange.list(
      path`/feedstock_types/${feedstockTypeId}/feedstock_batches`,
      answers.feedstockBatch,
    );
  }

  /**
   * Makes a feedstock batch. `mass` is in any unit of mass.
   * Repeat: not after a lost answer. The service finds none of these by reference: go through the list first.
   * Source: api-facts.md §1.2, Feedstock batches.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewFeedstockBatch): Promise<answers.FeedstockBatch> {
    return this.#exchange.post(path`/feedstock_batches`, {
      request: bodies.newFeedstockBatch,
      body,
      answer: answers.feedstockBatch,
    });
  }

  /**
   * One feedstock batch.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Feedstock batches.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.FeedstockBatch> {
    return this.#exchange.get(path`/feedstock_batches/${id}`, answers.feedstockBatch);
  }

  /**
   * Deletes a feedstock batch that nothing uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Feedstock batches.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/feedstock_batches/${id}`);
  }
}

/** What a plant made: made, read and deleted, never changed. */
export class ProductionBatches {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The production batches of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Production batches.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.ProductionBatch> {
    return this.#exchange.list(path`/production_batches`, answers.productionBatch);
  }

  /**
   * Makes a production batch. `mass` is in any unit of mass.
   * Repeat: not after a lost answer. The service finds none of these by reference: go through the list first.
   * Source: api-facts.md §1.2, Production batches.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewProductionBatch): Promise<answers.ProductionBatch> {
    return this.#exchange.post(path`/production_batches`, {
      request: bodies.newProductionBatch,
      body,
      answer: answers.productionBatch,
    });
  }

  /**
   * One production batch.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Production batches.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.ProductionBatch> {
    return this.#exchange.get(path`/production_batches/${id}`, answers.productionBatch);
  }

  /**
   * Deletes a production batch that nothing uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Production batches.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/production_batches/${id}`);
  }
}

/** Biochar brought out: made, read and deleted, never changed. */
export class BiocharApplications {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The applications of biochar of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Biochar applications.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.BiocharApplication> {
    return this.#exchange.list(path`/biochar_applications`, answers.biocharApplication);
  }

  /**
   * Makes an application of biochar. The masses of the truck are in any unit of mass, the rate in mass per area.
   * Repeat: not after a lost answer. The service finds none of these by reference: go through the list first.
   * Source: api-facts.md §1.2, Biochar applications.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewBiocharApplication): Promise<answers.BiocharApplication> {
    return this.#exchange.post(path`/biochar_applications`, {
      request: bodies.newBiocharApplication,
      body,
      answer: answers.biocharApplication,
    });
  }

  /**
   * One application of biochar.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Biochar applications.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.BiocharApplication> {
    return this.#exchange.get(path`/biochar_applications/${id}`, answers.biocharApplication);
  }

  /**
   * Deletes an application of biochar, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Biochar applications.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/biochar_applications/${id}`);
  }
}
