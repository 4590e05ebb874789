import * as answers from './answers.js';
import * as bodies from './bodies.js';
import type { componentScopes } from '../model/listed.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Narrows the list of components. */
export interface ComponentFilters {
  readonly supplier_reference_id?: string;
  readonly scope?: (typeof componentScopes)[number];
  readonly ghg_statement_id?: string;
  readonly project_id?: string;
  readonly ghg_entry_id?: string;
}

/** Narrows the list of entries: the service knows no other filter. */
export interface EntryFilters {
  readonly supplier_reference_id?: string;
}

/** Activities with a CO2e flux. */
export class Components {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The components that the credentials see.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Components.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: ComponentFilters = {}): List<answers.Component> {
    return this.#exchange.list(path`/components`, answers.component, { ...filters });
  }

  /**
   * Makes a component of a blueprint, with all inputs that the blueprint wants.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Components.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewComponent): Promise<answers.Component> {
    return this.#exchange.post(path`/components`, {
      request: bodies.newComponent,
      body,
      answer: answers.component,
    });
  }

  /**
   * One component.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Components.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Component> {
    return this.#exchange.get(path`/components/${id}`, answers.component);
  }

  /**
   * Changes a component; its entries are computed anew. What is left out stays; `inputs` takes the place of all.
   * Repeat: freely; the same change twice is one change.
   * Source: interface.md, Endpoints.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(id: string, body: bodies.ComponentChange): Promise<answers.Component> {
    return this.#exchange.patch(path`/components/${id}`, {
      request: bodies.componentChange,
      body,
      answer: answers.component,
    });
  }

  /**
   * Deletes a component that no entry uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Components.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/components/${id}`);
  }
}

/** Components of a whole project, spread over its entries. */
export class ProjectComponents {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * Makes a component of a project. `MANUAL`: it is attributed by hand, with `attribute`.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Project components.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewProjectComponent): Promise<answers.Component> {
    return this.#exchange.post(path`/project_components`, {
      request: bodies.newProjectComponent,
      body,
      answer: answers.component,
    });
  }

  /**
   * Attributes a project's component to an entry by a factor; all of its factors come to 1 at most. Answers the entry.
   * Repeat: not after a lost answer. Look at the entry's attributions first.
   * Source: api-facts.md §1.2, Project components.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async attribute(id: string, body: bodies.NewShare): Promise<answers.Entry> {
    return this.#exchange.post(path`/project_components/${id}/ghg_entry_attributions`, {
      request: bodies.newShare,
      body,
      answer: answers.entry,
    });
  }

  /**
   * Takes a project's component off an entry.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Project components.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async detach(id: string, entryId: string): Promise<void> {
    return this.#exchange.remove(path`/project_components/${id}/ghg_entry_attributions/${entryId}`);
  }
}

/** GHG entries: net removals and reductions, in kg CO2e. */
export class Entries {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The entries of the organisation, of all of its projects.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, GHG entries.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: EntryFilters = {}): List<answers.Entry> {
    return this.#exchange.list(path`/ghg_entries`, answers.entry, { ...filters });
  }

  /**
   * Makes an entry of a template, with the monitored inputs of its components.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, GHG entries.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewEntry): Promise<answers.Entry> {
    return this.#exchange.post(path`/ghg_entries`, { request: bodies.newEntry, body, answer: answers.entry });
  }

  /**
   * One entry, with what the service computed of it, in kg CO2e.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, GHG entries.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Entry> {
    return this.#exchange.get(path`/ghg_entries/${id}`, answers.entry);
  }

  /**
   * Changes an entry's days or feedstock type. What is left out stays; null takes the feedstock type off.
   * Repeat: freely; the same change twice is one change.
   * Source: api-facts.md §1.2, GHG entries.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(id: string, body: bodies.EntryChange): Promise<answers.Entry> {
    return this.#exchange.patch(path`/ghg_entries/${id}`, {
      request: bodies.entryChange,
      body,
      answer: answers.entry,
    });
  }

  /**
   * Deletes an entry that is a draft, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: interface.md, States and transitions.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/ghg_entries/${id}`);
  }

  /**
   * The shares of components in an entry.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, GHG entries.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  attributions(id: string): List<answers.ComponentAttribution> {
    return this.#exchange.list(path`/ghg_entries/${id}/component_attributions`, answers.attribution);
  }

  /**
   * Attributes components to an entry, changes their factors, or takes components off. Answers the entry.
   * Repeat: freely; the same change twice is one change.
   * Source: interface.md, Endpoints.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async attribute(id: string, body: bodies.AttributionChange): Promise<answers.Entry> {
    return this.#exchange.patch(path`/ghg_entries/${id}/component_attributions`, {
      request: bodies.attributionChange,
      body,
      answer: answers.entry,
    });
  }
}

/** GHG statements: the entries of a period, as they go to the verifier. None is deleted or taken back. */
export class Statements {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The statements of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, GHG statements.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.Statement> {
    return this.#exchange.list(path`/ghg_statements`, answers.statement);
  }

  /**
   * Makes a statement of the entries that are completed up to `end_on`, from the day after the statement before.
   * Repeat: not after a lost answer. Go through the list first: two drafts of one period may stand side by side.
   * Source: api-facts.md §1.2, GHG statements.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewStatement): Promise<answers.Statement> {
    return this.#exchange.post(path`/ghg_statements`, {
      request: bodies.newStatement,
      body,
      answer: answers.statement,
    });
  }

  /**
   * One statement.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, GHG statements.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Statement> {
    return this.#exchange.get(path`/ghg_statements/${id}`, answers.statement);
  }

  /**
   * Hands a statement to the verifier; again, with a summary of changes, after it was amended. It is not taken back.
   * Repeat: not after a lost answer. Read its status first.
   * Source: api-facts.md §1.2, GHG statements.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async submit(id: string, body: bodies.Submission): Promise<answers.Statement> {
    return this.#exchange.post(path`/ghg_statements/${id}/submit`, {
      request: bodies.submission,
      body,
      answer: answers.statement,
    });
  }

  /**
   * Makes a component of a statement, spread evenly over its entries, also over those that come later.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, GHG statements.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async createComponent(body: bodies.NewStatementComponent): Promise<answers.Component> {
    return this.#exchange.post(path`/ghg_statement_components`, {
      request: bodies.newStatementComponent,
      body,
      answer: answers.component,
    });
  }
}
