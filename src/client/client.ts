import type { Send, SendOptions } from '../api/request.js';
import { Components, Entries, ProjectComponents, Statements } from './accounting.js';
import { ownOrganisation, type OwnOrganisation } from './answers.js';
import { Blueprints, FeedstockTypes, Projects, Templates } from './catalogue.js';
import { Datapoints, Sources } from './evidence.js';
import { Exchange, path } from './exchange.js';
import { MeasurementLocations, MeasurementSamples, Readings, Sensors } from './measurement.js';
import { Monitoring, StorageLocations, StorageUnits } from './places.js';
import { BiocharApplications, FeedstockBatches, ProductionBatches } from './production.js';
import { Registry } from './registry.js';

/**
 * Every operation of the interface that is not under an older name, by the kind of thing. What is answered is checked
 * loosely: fields and values that the service adds pass. What is sent is checked by the interface's limits.
 *
 * A call ends with what it asks for or with a `RequestError` (nothing was sent), an `ApiError`, or, where a list cannot
 * be proven, a `SnapshotError`. Of the `ApiError`s, after `UnreachableError`, `ThrottledError`, `RejectedError` and its
 * `CredentialsError` nothing was done; after `AmbiguousError` and `MalformedError` it may have been. Each method says
 * whether it may then be repeated.
 */
export class Client {
  readonly projects: Projects;
  readonly templates: Templates;
  readonly blueprints: Blueprints;
  readonly sources: Sources;
  readonly datapoints: Datapoints;
  readonly components: Components;
  readonly projectComponents: ProjectComponents;
  readonly entries: Entries;
  readonly statements: Statements;
  readonly feedstockTypes: FeedstockTypes;
  readonly feedstockBatches: FeedstockBatches;
  readonly productionBatches: ProductionBatches;
  readonly biocharApplications: BiocharApplications;
  readonly storageLocations: StorageLocations;
  readonly storageUnits: StorageUnits;
  readonly monitoring: Monitoring;
  readonly measurementLocations: MeasurementLocations;
  readonly measurementSamples: MeasurementSamples;
  readonly sensors: Sensors;
  readonly readings: Readings;
  /** The other service: issued credits, refunds, suppliers, organisations. */
  readonly registry: Registry;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.projects = new Projects(exchange);
    this.templates = new Templates(exchange);
    this.blueprints = new Blueprints(exchange);
    this.sources = new Sources(exchange);
    this.datapoints = new Datapoints(exchange);
    this.components = new Components(exchange);
    this.projectComponents = new ProjectComponents(exchange);
    this.entries = new Entries(exchange);
    this.statements = new Statements(exchange);
    this.feedstockTypes = new FeedstockTypes(exchange);
    this.feedstockBatches = new FeedstockBatches(exchange);
    this.productionBatches = new ProductionBatches(exchange);
    this.biocharApplications = new BiocharApplications(exchange);
    this.storageLocations = new StorageLocations(exchange);
    this.storageUnits = new StorageUnits(exchange);
    this.monitoring = new Monitoring(exchange);
    this.measurementLocations = new MeasurementLocations(exchange);
    this.measurementSamples = new MeasurementSamples(exchange);
    this.sensors = new Sensors(exchange);
    this.readings = new Readings(exchange);
    this.registry = new Registry(exchange);
  }

  /**
   * The organisation that the access token is of.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Projects, templates, blueprints.
   * @throws CredentialsError; MalformedError; any other `ApiError`
   */
  async organisation(): Promise<OwnOrganisation> {
    return this.#exchange.get(path`/organisation`, ownOrganisation);
  }
}

/**
 * The client of the service over a way to it: `createGate` over `createTransport` for one that keeps the account's rate
 * and repeats what may be repeated. `options` go with every request: a signal to give up by, a priority.
 */
export function createClient(send: Send, options: SendOptions = {}): Client {
  return new Client(new Exchange((request, given) => send(request, { ...options, ...given })));
}
