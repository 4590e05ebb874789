import * as answers from './answers-sites.js';
import * as bodies from './bodies-sites.js';
import type { uploadStatuses } from './values.js';
import { path, type Exchange } from './exchange.js';
import type { List } from './list.js';

/** Narrows the list of measurement locations. */
export interface MeasurementLocationFilters {
  readonly supplier_reference_id?: string;
}

/** Narrows the list of sensors. */
export interface SensorFilters {
  readonly project_id?: string;
  readonly reference?: string;
}

/** Narrows the list of readings that were handed in. */
export interface ReadingsFilters {
  readonly status?: (typeof uploadStatuses)[number];
}

/** Places where samples are taken. */
export class MeasurementLocations {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The measurement locations of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Measurement locations.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: MeasurementLocationFilters = {}): List<answers.MeasurementLocation> {
    return this.#exchange.list(path`/measurement_locations`, answers.measurementLocation, { ...filters });
  }

  /**
   * Makes a measurement location. Latitude and longitude are in degrees.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Measurement locations.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewMeasurementLocation): Promise<answers.MeasurementLocation> {
    return this.#exchange.post(path`/measurement_locations`, {
      request: bodies.newMeasurementLocation,
      body,
      answer: answers.measurementLocation,
    });
  }

  /**
   * One measurement location.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Measurement locations.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.MeasurementLocation> {
    return this.#exchange.get(path`/measurement_locations/${id}`, answers.measurementLocation);
  }

  /**
   * Deletes a measurement location that no sample is from, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Measurement locations.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/measurement_locations/${id}`);
  }
}

/** Samples and what a laboratory found: listed, made and deleted. */
export class MeasurementSamples {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The samples of the organisation.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Measurement samples.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(): List<answers.MeasurementSample> {
    return this.#exchange.list(path`/measurement_samples`, answers.measurementSample);
  }

  /**
   * Makes a sample. The service makes a locked datapoint of each of its values; the answer holds their ids.
   * Repeat: not after a lost answer. The service finds none of these by reference: go through the list first.
   * Source: api-facts.md §1.2, Measurement samples.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewMeasurementSample): Promise<answers.MeasurementSample> {
    return this.#exchange.post(path`/measurement_samples`, {
      request: bodies.newMeasurementSample,
      body,
      answer: answers.measurementSample,
    });
  }

  /**
   * Deletes a sample with its datapoints where none of them is used, for good.
   * Repeat: freely; one that is gone already was deleted.
   * Source: api-facts.md §1.2, Measurement samples.
   * @throws RejectedError with 400 where it is in use or verified, 404 where there is none; any other `ApiError`
   */
  async delete(id: string): Promise<void> {
    return this.#exchange.remove(path`/measurement_samples/${id}`);
  }
}

/** Instruments: made and read, never changed or deleted. */
export class Sensors {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * The sensors that the credentials see.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: SensorFilters = {}): List<answers.Sensor> {
    return this.#exchange.list(path`/sensors`, answers.sensor, { ...filters });
  }

  /**
   * Makes a sensor. `reference` is what a file of readings names it by, `units` what it reads in.
   * Repeat: not after a lost answer. Look for its reference first: a second one is refused, or is a second record.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async create(body: bodies.NewSensor): Promise<answers.Sensor> {
    return this.#exchange.post(path`/sensors`, { request: bodies.newSensor, body, answer: answers.sensor });
  }

  /**
   * One sensor.
   * Repeat: freely; it reads.
   * Source: interface.md, Sensor.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.Sensor> {
    return this.#exchange.get(path`/sensors/${id}`, answers.sensor);
  }
}

/** Readings of sensors, handed in as parquet files. */
export class Readings {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * Asks for a place for a parquet file of at most 100,000,000 bytes: a signed address for a PUT without credentials.
   * Repeat: freely; each answer is another place, and one that nothing is put into does no harm.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async createUpload(body: bodies.NewReadingsFile): Promise<answers.FileUpload> {
    return this.#exchange.post(
      path`/file-uploads`,
      { request: bodies.newReadingsFile, body, answer: answers.fileUpload },
      true,
    );
  }

  /**
   * The readings that were handed in.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws what reading the list throws: SnapshotError, MalformedError, an `ApiError`; RequestError for an empty filter
   */
  list(filters: ReadingsFilters = {}): List<answers.ReadingsSubmission> {
    return this.#exchange.list(path`/data-upload-submissions`, answers.readingsSubmission, { ...filters });
  }

  /**
   * Hands in a file that was uploaded. The service looks at it for a while: ask with `get` until it is not `pending`.
   * Repeat: not after a lost answer. Go through the list first.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws RequestError before anything is sent; RejectedError with 400 or 422 and the service's words; MalformedError; any other `ApiError`
   */
  async submit(body: bodies.NewReadingsSubmission): Promise<answers.ReadingsSubmission> {
    return this.#exchange.post(path`/data-upload-submissions`, {
      request: bodies.newReadingsSubmission,
      body,
      answer: answers.readingsSubmission,
    });
  }

  /**
   * What became of readings that were handed in; `error_message` says why they failed.
   * Repeat: freely; it reads.
   * Source: api-facts.md §1.2, Sensors and time series.
   * @throws RejectedError with 404 where there is none, 422 for what is no id; MalformedError; any other `ApiError`
   */
  async get(id: string): Promise<answers.ReadingsSubmission> {
    return this.#exchange.get(path`/data-upload-submissions/${id}`, answers.readingsSubmission);
  }
}
