import * as answers from './answers-sites.js';
import * as bodies from './bodies-sites.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Narrows the list of storage units. */
export interface StorageUnitFilters {
  readonly storage_location_id?: string;
  readonly supplier_reference_id?: string;
}

/** Narrows the list of monitoring requirements. */
export interface RequirementFilters {
  readonly storage_location_id?: string;
  readonly storage_unit_id?: string;
}

/** Places of a project where carbon is stored. */
export class StorageLocations {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The storage locations of a project.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Storage.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(projectId: string): List<answers.StorageLocation> {
    return this.#exchange.list(path`/projects/${projectId}/storage_locations`, answers.storageLocation);
  }

  /**
   * Makes a storage location. Latitude and longitude are in degrees.
   * Repeat: not after a lost answer. The service finds none of these by reference: go through the list first.
   * Source: api-facts.md §1.2, Storage.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(projectId: string, body: bodies.NewStorageLocation): Promise<answers.StorageLocation> {
    return this.#exchange.post(path`/projects/${projectId}/storage_locations`, {
      request: bodies.newStorageLocation,
      body: { ...body, project_id: projectId },
      answer: answers.storageLocation,
    });
  }

  /**
   * One storage location.
   * Repeat: freely; it reads.
   * Source: interface.md, Storage location.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(projectId: string, id: string): Promise<answers.StorageLocation> {
    return this.#exchange.get(path`/projects/${projectId}/storage_locations/${id}`, answers.storageLocation);
  }

  /**
   * Changes a storage location. What is left out stays.
   * Repeat: freely; the same change twice is one change.
   * Source: interface.md, Endpoints.
   * @throws RequestError before anything is sent; RejectedError with 400, 404 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async update(
    projectId: string,
    id: string,
    body: bodies.StorageLocationChange,
  ): Promise<answers.StorageLocation> {
    return this.#exchange.patch(path`/projects/${projectId}/storage_locations/${id}`, {
      request: bodies.storageLocationChange,
      body,
      answer: answers.storageLocation,
    });
  }

  /**
   * Deletes a storage location that nothing uses, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Storage.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(projectId: string, id: string): Promise<void> {
    return this.#exchange.remove(path`/projects/${projectId}/storage_locations/${id}`);
  }

  /**
   * The monitoring requirements of a storage location.
   * Repeat: freely; it reads.
   * Source: interface.md, Project monitoring requirement.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  monitoringRequirements(projectId: string, id: string): List<answers.MonitoringRequirement> {
    return this.#exchange.list(
      path`/projects/${projectId}/storage_locations/${id}/monitoring_requirements`,
      answers.monitoringRequirement,
    );
  }
}

/** Wells and caverns of storage locations: made and read, never changed or deleted. */
export class StorageUnits {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The storage units that the credentials see.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Storage.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: StorageUnitFilters = {}): List<answers.StorageUnit> {
    return this.#exchange.list(path`/storage_units`, answers.storageUnit, { ...filters });
  }

  /**
   * Makes a storage unit. Latitude and longitude are in degrees.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Storage.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewStorageUnit): Promise<answers.StorageUnit> {
    return this.#exchange.post(path`/storage_units`, {
      request: bodies.newStorageUnit,
      body,
      answer: answers.storageUnit,
    });
  }

  /**
   * One storage unit.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Storage.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.StorageUnit> {
    return this.#exchange.get(path`/storage_units/${id}`, answers.storageUnit);
  }
}

/** What is to be watched, and the evidence that it was. */
export class Monitoring {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The monitoring requirements of a project.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  requirements(projectId: string, filters: RequirementFilters = {}): List<answers.MonitoringRequirement> {
    return this.#exchange.list(
      path`/projects/${projectId}/monitoring_requirements`,
      answers.monitoringRequirement,
      { ...filters },
    );
  }

  /**
   * One monitoring requirement of a project.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async requirement(projectId: string, id: string): Promise<answers.MonitoringRequirement> {
    return this.#exchange.get(
      path`/projects/${projectId}/monitoring_requirements/${id}`,
      answers.monitoringRequirement,
    );
  }

  /**
   * What was handed in for a requirement.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  submissions(projectId: string, requirementId: string): List<answers.MonitoringSubmission> {
    return this.#exchange.list(
      path`/projects/${projectId}/monitoring_requirements/${requirementId}/submissions`,
      answers.monitoringSubmission,
    );
  }

  /**
   * Hands in a source as the evidence of one requirement or several, for a time.
   * Repeat: not after a lost answer. Go through the submissions of the requirement first.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async submit(body: bodies.NewMonitoringSubmission): Promise<answers.MonitoringSubmission> {
    return this.#exchange.post(path`/monitoring_submissions`, {
      request: bodies.newMonitoringSubmission,
      body,
      answer: answers.monitoringSubmission,
    });
  }

  /**
   * Links a submission to more requirements.
   * Repeat: not after a lost answer. Go through the submissions of the requirements first.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async link(submissionId: string, requirementIds: readonly string[]): Promise<answers.MonitoringSubmission> {
    return this.#exchange.post(path`/monitoring_submissions/${submissionId}/monitoring_requirements`, {
      request: bodies.requirementLinks,
      body: { monitoring_requirement_ids: requirementIds },
      answer: answers.monitoringSubmission,
    });
  }

  /**
   * Takes a submission off a requirement.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Monitoring.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async unlink(projectId: string, requirementId: string, id: string): Promise<void> {
    return this.#exchange.remove(
      path`/projects/${projectId}/monitoring_requirements/${requirementId}/submissions/${id}`,
    );
  }
}
