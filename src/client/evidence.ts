import * as answers from './answers.js';
import * as bodies from './bodies.js';
import type { componentScopes } from '../model/listed.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Narrows the list of sources. */
export interface SourceFilters {
  readonly supplier_reference_id?: string;
  readonly project_id?: string;
}

/** Narrows the list of datapoints (`interface.md`, Datapoint listing filters; their older names are never sent). */
export interface DatapointFilters {
  readonly supplier_reference_id?: string;
  readonly display_name_contains?: string;
  readonly project_id?: string;
  /** One of the quantity kinds of `interface.md`, Datapoint. */
  readonly quantity_kind?: string;
  readonly measurement_sample_id?: string;
  readonly used_in_ghg_entry?: string;
  readonly used_in_ghg_statement?: string;
  readonly used_in_ghg_entry_template?: string;
  readonly used_in_scope?: (typeof componentScopes)[number];
}

/** Documents that prove something. */
export class Sources {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The sources that the credentials see.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sources.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: SourceFilters = {}): List<answers.Source> {
    return this.#exchange.list(path`/sources`, answers.source, { ...filters });
  }

  /**
   * Makes a source and answers with the signed address that its bytes go to: exactly `content_length` bytes, of exactly
   * `content_type`, by a PUT without credentials (`putDocument`).
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: interface.md, Source.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewSource): Promise<answers.CreatedSource> {
    return this.#exchange.post(path`/sources`, {
      request: bodies.newSource,
      body,
      answer: answers.createdSource,
    });
  }

  /**
   * One source.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sources.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Source> {
    return this.#exchange.get(path`/sources/${id}`, answers.source);
  }

  /**
   * Changes a source. What is left out stays; null clears the description.
   * Repeat: freely; the same change twice is one change.
   * Source: api-facts.md §1.2, Sources.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(id: string, body: bodies.SourceChange): Promise<answers.Source> {
    return this.#exchange.patch(path`/sources/${id}`, {
      request: bodies.sourceChange,
      body,
      answer: answers.source,
    });
  }

  /**
   * Deletes a source, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: interface.md, Endpoints.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/sources/${id}`);
  }

  /**
   * A signed address, valid for a short time, that a private document is read at. Keep it secret.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sources.
   * @throws RejectedError with 400 where there is no document or the caller may not read it, 404 where there is no source; MalformedError; any other `ApiError`
   */
  async privateUrl(id: string): Promise<string> {
    return this.#exchange.get(path`/sources/${id}/private_url`, answers.address);
  }

  /**
   * A fresh signed address for a document that has not been uploaded yet. Keep it secret.
   * Repeat: freely; each answer is another address for the same document.
   * Source: api-facts.md §1.2, Sources.
   * @throws RequestError before anything is sent; RejectedError with 409 where the document is there already; MalformedError; any other `ApiError`
   */
  async uploadUrl(id: string, body: bodies.DocumentFacts): Promise<string> {
    return this.#exchange.post(
      path`/sources/${id}/signed_upload_url`,
      { request: bodies.documentFacts, body, answer: answers.address },
      true,
    );
  }
}

/** Quantities with unit, standard deviation and evidence. */
export class Datapoints {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The datapoints that the credentials see.
   * Repeat: freely; it reads.
   * Source: interface.md, Datapoint listing filters.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: DatapointFilters = {}): List<answers.Datapoint> {
    return this.#exchange.list(path`/datapoints`, answers.datapoint, { ...filters });
  }

  /**
   * Makes a datapoint. Its unit is any that the service can convert; it is read back in the service's own spelling.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Datapoints.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewDatapoint): Promise<answers.Datapoint> {
    return this.#exchange.post(path`/datapoints`, {
      request: bodies.newDatapoint,
      body,
      answer: answers.datapoint,
    });
  }

  /**
   * One datapoint.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Datapoints.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Datapoint> {
    return this.#exchange.get(path`/datapoints/${id}`, answers.datapoint);
  }

  /**
   * Changes a datapoint that is not locked; components and entries that stand on it are computed anew. What is left
   * out stays; `source_ids` takes the place of the whole list.
   * Repeat: freely; the same change twice is one change.
   * Source: interface.md, Endpoints.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(id: string, body: bodies.DatapointChange): Promise<answers.Datapoint> {
    return this.#exchange.patch(path`/datapoints/${id}`, {
      request: bodies.datapointChange,
      body,
      answer: answers.datapoint,
    });
  }

  /**
   * Deletes a datapoint that no component uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Datapoints.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/datapoints/${id}`);
  }

  /**
   * The components that use a datapoint.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Datapoints.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  components(id: string): List<answers.Component> {
    return this.#exchange.list(path`/datapoints/${id}/components`, answers.component);
  }

  /**
   * The components of templates that are fixed to a datapoint.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Datapoints.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  templateComponents(id: string): List<answers.TemplateComponent> {
    return this.#exchange.list(
      path`/datapoints/${id}/ghg_entry_template_components`,
      answers.templateComponent,
    );
  }
}
