/**
 * The library: the stages of the line as typed functions, and the line itself. Nothing here prints, exits or reads the
 * process; clock, chance and network are handed in. `mrv-ingest/emulator` is the embedded service.
 */
export { readSnapshot } from './api/snapshot.js';
export { Secret } from './api/secret.js';
export type { Credentials } from './api/credentials.js';
export { readToken, type TokenFacts } from './api/token.js';
export { createTransport, type TransportOptions } from './api/transport.js';
export type { ApiAnswer, ApiRequest, Send, Transport } from './api/request.js';
export { decide } from './diff/decide.js';
export { breaches, type Breach } from './diff/safety.js';
export { execute, type ExecuteTools } from './execute/execute.js';
export { createGate, type Gate, type GateOptions, type LearntRate } from './execute/gate.js';
export { openJournal, type Journal } from './execute/journal.js';
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
export type { Clock, Random } from './model/clock.js';
export { exitCodes, InternalError, MrvError, type ExitCode } from './model/errors.js';
export type { Observer, RunEvent } from './model/event.js';
export type { Issue, Severity } from './model/issue.js';
export type { Mapped } from './model/mapped.js';
export type { Operation } from './model/operation.js';
export type { Origin } from './model/origin.js';
export type { Outcome, Verdict } from './model/outcome.js';
export type { DecidedPlan, Plan } from './model/plan.js';
export type { EntryBreakdown } from './model/breakdown.js';
export type { Reconciliation } from './model/reconciliation.js';
export type { DesiredRecord, RemoteRecord } from './model/record.js';
export { RemoteState } from './model/remote-state.js';
export type { Summary } from './model/summary.js';
export type { Cell, Row, Workbook } from './model/workbook.js';
export { buildPlan } from './plan/build-plan.js';
export { convert, equalQuantities, parseUnit, Quantity, type Unit } from './quantity/index.js';
export { openEvidence } from './read/evidence.js';
export { openWorkbook, WorkbookError, type ReadOptions } from './read/index.js';
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
export {
  readCloseOut,
  readList,
  readRegistry,
  type CloseOutRequest,
  type Found,
  type ListRequest,
  type RegistryRequest,
} from './run/index.js';
export {
  runLine,
  systemClock,
  systemRandom,
  type RunRequest,
  type RunResult,
  type Target,
  type World,
} from './run/index.js';
