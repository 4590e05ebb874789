export { Secret } from '../api/secret.js';
export type { Credentials } from '../api/credentials.js';
export { makeRunFolder, makeRunId, runFolder, type RunFolder } from './folder.js';
export { issuesOf, type Gathered } from './gathered.js';
export { runLine, type OpenTarget, type RunRequest } from './line.js';
export type { RunFrame, RunResult, Stop } from './leave-behind.js';
export { applyPlan, type ApplyRequest } from './apply.js';
export { systemClock, systemRandom } from './system.js';
export type { Target, Ways, World } from './connect.js';
export {
  inspectCells,
  inspectedJson,
  openWorkbook,
  resolveRange,
  type InspectedCell,
} from '../read/index.js';
export { draft, type Drafted, explainCell, explainReference, mapOffline, writeTemplate } from './offline.js';
export { findRun, rebuildReport, rebuildRun, type RebuiltRun } from './rebuild.js';
