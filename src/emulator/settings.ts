/** A limit on requests, in one of the shapes that services have. */
export interface RateLimit {
  readonly shape: 'fixed-window' | 'sliding-window' | 'token-bucket';
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whether `RateLimit-*` headers announce it. */
  readonly headers: boolean;
  /** Whether a refusal says how long to wait. */
  readonly retryAfter: 'seconds' | 'date' | 'none';
  /** The limit is half of what it was between these seconds after the first request; none: it stands still. */
  readonly halvedBetween?: { readonly fromSecond: number; readonly toSecond: number };
}

/** Every guess about the real service (`api-facts.md`, "Still unknown" and what is inferred), one option each. */
export interface ServiceSettings {
  /** Limits on requests are not published; some 120 a minute are advised. null: none. */
  readonly rateLimit: RateLimit | null;
  /** The status of a reference that exists already; documented as an error only. */
  readonly duplicateReferenceStatus: 400 | 409 | 422;
  /** The status of a record that is named in a body and does not exist: both were seen. */
  readonly missingReferenceStatus: 400 | 404;
  /** Deleting what something else uses. */
  readonly inUseStatus: 400 | 409;
  /** Asking for what was deleted. */
  readonly deletedStatus: 404 | 410;
  /** Whether a reference is unique over all kinds (`interface.md`) or within one (the user guide). */
  readonly referencesUniqueOver: 'all-kinds' | 'one-kind';
  /** Whether two sensors may have the same `reference`, which is a field of their own. */
  readonly sensorReferencesUnique: boolean;
  /** Whether a locked datapoint takes new sources. Silent in the interface. */
  readonly lockedTakesSources: boolean;
  /** Whether an entry may be made without all monitored inputs. */
  readonly monitoredInputsRequired: boolean;
  /** What an entry comes to while inputs are missing: without the incomplete components, or nothing at all. */
  readonly incompleteEntryNet: 'without-the-incomplete' | 'zero';
  /** Whether fixed inputs of a template may be given all the same. */
  readonly fixedInputsRefused: boolean;
  /** How long a signed address for an upload lives. 300 s was seen for time series. */
  readonly uploadUrlSeconds: number;
  /** How long a private address lives. Not published. */
  readonly downloadUrlSeconds: number;
  /** Whether a source whose document never came may be cited. */
  readonly sourcesWithoutDocumentCited: boolean;
  /** What becomes of the datapoints that cite a source which is deleted. */
  readonly citedSourceDeletion: 'left' | 'taken-off' | 'refused';
  /** Refuses a time of measurement in the future with 400. */
  readonly futureMeasurementRefused: boolean;
  /** Whether the unit is rewritten on read-back. */
  readonly canonicalUnits: boolean;
  /** The status of credentials that are missing or refused. */
  readonly credentialsStatus: 401 | 403;
  /** Paths that ask for the client secret only: which they are is not published. */
  readonly pathsWithoutToken: readonly string[];
  /** The order of lists; none is documented. */
  readonly listOrder: 'oldest-first' | 'newest-first';
  /** What a query means that pages both ways. */
  readonly bothDirections: 'forward' | 'backward' | 'refused';
  /** The cursors of a page without nodes: null in the older document, a string in `interface.md`. */
  readonly emptyPageCursor: null | '';
  /** How long a cursor lives; null: for ever. */
  readonly cursorSeconds: number | null;
  /** Where the first statement of a project begins: nowhere (one was seen), or with its first entry. */
  readonly firstPeriodStart: 'null' | 'first-entry';
  /** When the entries of its period join a statement: as soon as either is there, or when it is submitted. */
  readonly entriesJoin: 'when-drafted' | 'when-submitted';
  /** Whether one period may have several drafts (seen), or a draft stands in the way of the next. */
  readonly overlappingDrafts: 'allowed' | 'refused';
  /** Whether a new statement may end before the last one that was verified ends. */
  readonly endBeforeVerified: 'allowed' | 'refused';
  /** Whether an entry in a statement that is still a draft can be deleted. */
  readonly entryInDraftStatementDeletable: boolean;
  /** Whether a statement without entries can be submitted. */
  readonly emptyStatementSubmitted: boolean;
  /** Whether a project must have a verifier before a statement is submitted (400 was seen). */
  readonly verifierRequired: boolean;
  /** The status of submitting again without `summary_of_changes`. */
  readonly missingSummaryStatus: 400 | 422;
  /** Whether a statement can be submitted again while it waits for its verifier. */
  readonly resubmittedWhileAwaiting: boolean;
  /** The group of a project's or statement's component in an entry: the request names none. */
  readonly groupOfSharedComponents: string;
  /** Whether components that are amortised automatically can also be attributed by hand. */
  readonly automaticAttributedByHand: boolean;
  /** What is done with the part of a kilogram when credits are issued. */
  readonly creditRounding: 'down' | 'nearest';
  /** Deleting a submission that is linked to several requirements. */
  readonly linkedSubmissionDeletion: 'unlinks' | 'deletes';
  /** How long a time series is looked at before it is accepted. */
  readonly dataUploadSeconds: number;
}

/** The service as it is taken to be where nobody says otherwise. */
export const defaultSettings: ServiceSettings = {
  rateLimit: { shape: 'fixed-window', requests: 250, windowSeconds: 1, headers: true, retryAfter: 'seconds' },
  duplicateReferenceStatus: 400,
  missingReferenceStatus: 400,
  inUseStatus: 400,
  deletedStatus: 404,
  referencesUniqueOver: 'all-kinds',
  sensorReferencesUnique: true,
  lockedTakesSources: false,
  monitoredInputsRequired: true,
  incompleteEntryNet: 'without-the-incomplete',
  fixedInputsRefused: true,
  uploadUrlSeconds: 300,
  downloadUrlSeconds: 300,
  sourcesWithoutDocumentCited: true,
  citedSourceDeletion: 'left',
  futureMeasurementRefused: true,
  canonicalUnits: true,
  credentialsStatus: 401,
  pathsWithoutToken: [],
  listOrder: 'oldest-first',
  bothDirections: 'forward',
  emptyPageCursor: null,
  cursorSeconds: null,
  firstPeriodStart: 'null',
  entriesJoin: 'when-drafted',
  overlappingDrafts: 'allowed',
  endBeforeVerified: 'refused',
  entryInDraftStatementDeletable: false,
  emptyStatementSubmitted: false,
  verifierRequired: true,
  missingSummaryStatus: 400,
  resubmittedWhileAwaiting: true,
  groupOfSharedComponents: 'shared',
  automaticAttributedByHand: false,
  creditRounding: 'down',
  linkedSubmissionDeletion: 'unlinks',
  dataUploadSeconds: 2,
};
