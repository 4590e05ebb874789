/** A limit on requests, in one of the shapes that services have. */
export interface RateLimit {
  readonly shape: 'fixed-window' | 'sliding-window' | 'token-bucket';
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whether `RateLimit-*` headers announce it. */
  readonly headers: boolean;
  /** Whether a refusal says how long to wait. */
  readonly retryAfter: 'seconds' | 'date' | 'none';
}

/** Every guess about the real service (`api-facts.md`, "Still unknown" and what is inferred), one option each. */
export interface ServiceSettings {
  readonly rateLimit: RateLimit | null;
  /** The status of a reference that exists already; documented as an error only. */
  readonly duplicateReferenceStatus: 400 | 409 | 422;
  /** The status of a record that is named in a body and does not exist: both were seen. */
  readonly missingReferenceStatus: 400 | 404;
  /** Deleting what something else uses. */
  readonly inUseStatus: 400 | 409;
  /** Whether a reference is unique over all kinds (`interface.md`) or within one (the user guide). */
  readonly referencesUniqueOver: 'all-kinds' | 'one-kind';
  /** Whether a locked datapoint takes new sources. Silent in the interface. */
  readonly lockedTakesSources: boolean;
  /** Whether an entry may be made without all monitored inputs. */
  readonly monitoredInputsRequired: boolean;
  /** Whether fixed inputs of a template may be given all the same. */
  readonly fixedInputsRefused: boolean;
  /** How long a signed address lives. 300 s was seen for time series. */
  readonly uploadUrlSeconds: number;
  /** Refuses a time of measurement in the future with 400. */
  readonly futureMeasurementRefused: boolean;
  /** Whether the unit is rewritten on read-back. */
  readonly canonicalUnits: boolean;
  /** 401 for missing or refused credentials. */
  readonly credentialsStatus: 401;
}

export const defaultSettings: ServiceSettings = {
  rateLimit: { shape: 'fixed-window', requests: 250, windowSeconds: 1, headers: true, retryAfter: 'seconds' },
  duplicateReferenceStatus: 400,
  missingReferenceStatus: 400,
  inUseStatus: 400,
  referencesUniqueOver: 'all-kinds',
  lockedTakesSources: false,
  monitoredInputsRequired: true,
  fixedInputsRefused: true,
  uploadUrlSeconds: 300,
  futureMeasurementRefused: true,
  canonicalUnits: true,
  credentialsStatus: 401,
};
