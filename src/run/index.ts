export { Secret } from '../api/secret.js';
export type { Credentials } from '../api/credentials.js';
export { makeRunFolder, makeRunId, runFolder, type RunFolder } from './folder.js';
export { issuesOf, type Gathered } from './gathered.js';
export { runLine, type RunRequest, type RunResult, type Stop } from './line.js';
export { systemClock, systemRandom } from './system.js';
export type { Target, World } from './connect.js';
export {
  inspectCells,
  inspectedJson,
  openWorkbook,
  resolveRange,
  type InspectedCell,
} from '../read/index.js';
export { draft, type Drafted, explainCell, explainReference, mapOffline, writeTemplate } from './offline.js';
