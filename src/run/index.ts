export { Secret } from '../api/secret.js';
export { dayOf, readToken, soonDays, type TokenFacts } from '../api/token.js';
export type { Credentials } from '../api/credentials.js';
export { makeRunFolder, makeRunId, runFolder, type RunFolder } from './folder.js';
export { issuesOf, type Gathered } from './gathered.js';
export { runLine, type OpenTarget, type RunRequest } from './line.js';
export { plainManner, type Manner, type RunFrame, type RunResult, type Stop } from './leave-behind.js';
export { applyPlan, type ApplyRequest } from './apply.js';
export { systemClock, systemRandom, type Processes } from './system.js';
export { connect, type Connection, type Target, type Ways, type World } from './connect.js';
export { recordTools } from './execute-decided.js';
export {
  inspectCells,
  inspectedJson,
  openWorkbook,
  resolveRange,
  type InspectedCell,
} from '../read/index.js';
export { draft, type Drafted, explainCell, explainReference, mapOffline, writeTemplate } from './offline.js';
export { findRun, rebuildReport, rebuildRun, type RebuiltRun } from './rebuild.js';
export { onDrift, type OnDrift } from '../diff/drift.js';
export { writePack, type Packed } from './pack/write-pack.js';
export { undoRun, type UndoRequest } from './undo.js';
export { writeTables } from '../report/index.js';
export { readList, type Found, type ListRequest } from './read-only.js';
export { readRegistry, type RegistryRequest } from './registry.js';
export { readCloseOut, type CloseOutRequest } from './close-out.js';
export { judgeIds, judgeNode, judgeToken } from './doctor/judge.js';
export { diskCheck, folderCheck, mappingFacts, workbookCheck, type MappingFacts } from './doctor/machine.js';
export { accessChecks, reachChecks } from './doctor/service.js';
