import * as answers from './answers.js';
import * as bodies from './bodies.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Narrows the list of feedstock types. */
export interface FeedstockTypeFilters {
  readonly supplier_reference_id?: string;
}

/** What is set up in the web interface and only read here: projects. */
export class Projects {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The projects of the organisation.
   * Repeat: freely; it reads.
   * Source: interface.md, Project.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.Project> {
    return this.#exchange.list(path`/projects`, answers.project);
  }
}

/** The forms that entries follow. Set up in the web interface. */
export class Templates {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The templates of a project, each with its groups, components and inputs.
   * Repeat: freely; it reads.
   * Source: interface.md, GHG entry template.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(projectId: string): List<answers.Template> {
    return this.#exchange.list(path`/projects/${projectId}/ghg_entry_templates`, answers.template);
  }

  /**
   * One template of a project.
   * Repeat: freely; it reads.
   * Source: interface.md, GHG entry template.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(projectId: string, id: string): Promise<answers.Template> {
    return this.#exchange.get(path`/projects/${projectId}/ghg_entry_templates/${id}`, answers.template);
  }
}

/** The recipes of components: one catalogue for all projects. */
export class Blueprints {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * All blueprints, with the kind of quantity that each of their inputs takes.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Component blueprints.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.Blueprint> {
    return this.#exchange.list(path`/component_blueprints`, answers.blueprint);
  }

  /**
   * One blueprint, by its key.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Component blueprints.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(key: string): Promise<answers.Blueprint> {
    return this.#exchange.get(path`/component_blueprints/${key}`, answers.blueprint);
  }
}

/** The labels of what was used. Made in the web interface; renamed and deleted here. */
export class FeedstockTypes {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The feedstock types of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Feedstock types.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: FeedstockTypeFilters = {}): List<answers.FeedstockType> {
    return this.#exchange.list(path`/feedstock_types`, answers.feedstockType, { ...filters });
  }

  /**
   * One feedstock type.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Feedstock types.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.FeedstockType> {
    return this.#exchange.get(path`/feedstock_types/${id}`, answers.feedstockType);
  }

  /**
   * Renames a feedstock type, or changes its reference. What is left out stays.
   * Repeat: freely; the same change twice is one change.
   * Source: interface.md, Feedstock type.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(id: string, body: bodies.FeedstockTypeChange): Promise<answers.FeedstockType> {
    return this.#exchange.patch(path`/feedstock_types/${id}`, {
      request: bodies.feedstockTypeChange,
      body,
      answer: answers.feedstockType,
    });
  }

  /**
   * Deletes a feedstock type that nothing uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Feedstock types.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/feedstock_types/${id}`);
  }
}
