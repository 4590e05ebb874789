/**
 * The library: the stages of the line as typed functions, the line itself, and a client of every operation of the
 * interface. Nothing here prints, exits or reads the process; clock, chance and network are handed in.
 * `mrv-ingest/emulator` is the embedded service. `src/README.md`, As a library, shows the stages at work.
 */

// The nouns.
export type {
  BlankCell,
  BlankColumn,
  BlankRule,
  BlankSheet,
  BlankTable,
  BlankWorkbook,
} from './model/blank.js';
export type { Deviation, EntryBreakdown, GroupShare } from './model/breakdown.js';
export type { Clock, Random } from './model/clock.js';
export type { ErrorCode } from './model/error-codes.js';
export { exitCodes, InternalError, MrvError, type ExitCode } from './model/errors.js';
export type { Observer, RunEvent } from './model/event.js';
export type { EvidenceFile, EvidenceFolder, EvidenceProblem } from './model/evidence.js';
export type { IssueCode } from './model/issue-codes.js';
export type { Issue, Severity } from './model/issue.js';
export type { FilterName, Filters, ListedName } from './model/listed.js';
export type {
  ControlTotal,
  InputFile,
  LimitName,
  Limits,
  Mapped,
  MappedRow,
  RowCounts,
  SkippedRow,
  TablePlace,
} from './model/mapped.js';
export type {
  Action,
  BlockedOperation,
  Change,
  CreateOperation,
  Operation,
  ReplaceOperation,
  UnchangedOperation,
  UpdateOperation,
  WriteOperation,
} from './model/operation.js';
export type { CellOrigin, FileOrigin, MappingOrigin, Origin } from './model/origin.js';
export type { Outcome, Verdict } from './model/outcome.js';
export type {
  BridgeStep,
  DecidedPlan,
  EntryBridge,
  EnvironmentBinding,
  Plan,
  Reading,
} from './model/plan.js';
export type { CheckedTotal, DocumentVerdict, EntryOutcome, Reconciliation } from './model/reconciliation.js';
export type {
  Attribution,
  Co2eResult,
  DesiredRecord,
  DocumentValue,
  Fields,
  FieldValue,
  InputBinding,
  KindName,
  Link,
  OnLocked,
  QuantityValue,
  ReadOnlyKind,
  ReferencedRecord,
  RemoteRecord,
  TemplateInputs,
  WritableKind,
} from './model/record.js';
export { RemoteState } from './model/remote-state.js';
export type { Removal } from './model/removal.js';
export type { ActionCounts, EntryResult, RequestCounts, Summary } from './model/summary.js';
export type { Table, TableColumn, TableValue } from './model/table.js';
export type { Cell, Merge, Row, SheetInfo, SheetReader, Workbook } from './model/workbook.js';
export type { BaseDimension, Dimension } from './quantity/dimension.js';
export {
  convert,
  DimensionError,
  equalQuantities,
  fitsKind,
  parseUnit,
  Quantity,
  quantityKinds,
  UnitError,
  unitOf,
  type QuantityKind,
  type Unit,
} from './quantity/index.js';
export type { UnitParse } from './quantity/parse-unit.js';
export type { PlainQuantity } from './quantity/plain-quantity.js';

// Offline: a file into rows, rows into records, records into a plan.
export type { CsvOptions } from './read/csv/csv-workbook.js';
export type { CsvEncoding } from './read/csv/encoding.js';
export { openEvidence } from './read/evidence.js';
export { openWorkbook, WorkbookError, type ReadOptions } from './read/index.js';
export type { ReadLimits } from './read/limits.js';
export type { WorkbookErrorCode } from './read/workbook-error.js';
export type { CellExplanation, ReferenceExplanation } from './map/explain.js';
export {
  blankWorkbook,
  explainCell,
  explainReference,
  loadMapping,
  MappingError,
  mappingJsonSchema,
  mapWorkbooks,
  type Mapping,
  type MapOptions,
} from './map/index.js';
export { buildPlan } from './plan/build-plan.js';

// The way to the service.
export {
  AmbiguousError,
  ApiError,
  CredentialsError,
  MalformedError,
  RejectedError,
  ThrottledError,
  UnreachableError,
} from './api/api-error.js';
export type { Credentials } from './api/credentials.js';
export { SnapshotError } from './api/pages.js';
export type { ApiAnswer, ApiRequest, Send, SendOptions, Transport } from './api/request.js';
export { Secret } from './api/secret.js';
export { readSnapshot, type SnapshotQuery } from './api/snapshot.js';
export { readToken, type TokenFacts } from './api/token.js';
export { createTransport, type TransportOptions } from './api/transport.js';
export { DocumentChangedError, putDocument, UploadRefusedError, type Upload } from './api/upload.js';
export { createGate, type Gate, type GateOptions, type LearntRate } from './execute/gate.js';
export type { FoundLimit } from './execute/limit-search.js';
export type { Json, RequestContext, WritableKindRules } from './kinds/kind.js';
export * from './client/index.js';

// Deciding, writing, and proving what is there.
export { decide } from './diff/decide.js';
export type { Drift, OnDrift } from './diff/drift.js';
export { breaches, type Breach } from './diff/safety.js';
export { execute, type ExecuteTools } from './execute/execute.js';
export { openJournal, type Journal, type JournalLine } from './execute/journal.js';
export type { WriteTools } from './execute/write-record.js';
export { reconcile, settle } from './reconcile/reconcile.js';
export {
  reportData,
  reportPage,
  writeBlankWorkbook,
  writeReportPage,
  writeReportWorkbook,
  type ReportData,
  type ReportInput,
} from './report/index.js';
export type {
  CoverSheet,
  Line,
  ReportCell,
  ReportColumn,
  ReportRow,
  ReportSheet,
  Section,
  TableSheet,
  Tone,
  WorkbookData,
} from './report/report-data.js';

// The whole line, and what walks beside it.
export type { Gathered } from './run/gathered.js';
export {
  connect,
  makeRunFolder,
  makeRunId,
  plainManner,
  readCloseOut,
  readList,
  readRegistry,
  recordTools,
  runLine,
  systemClock,
  systemRandom,
  type CloseOutRequest,
  type Connection,
  type Found,
  type ListRequest,
  type Manner,
  type OpenTarget,
  type Processes,
  type RegistryRequest,
  type RunFolder,
  type RunFrame,
  type RunRequest,
  type RunResult,
  type Stop,
  type Target,
  type Ways,
  type World,
} from './run/index.js';
export type { Inputs } from './run/stages.js';
