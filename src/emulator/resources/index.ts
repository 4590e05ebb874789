import type { Context } from '../context.js';
import type { Routes } from '../routes.js';
import { biocharApplicationRoutes, feedstockBatchRoutes, productionBatchRoutes } from './batches.js';
import { catalogueRoutes, feedstockTypeRoutes } from './catalogue.js';
import { componentRoutes, singleComponentRoutes } from './components.js';
import { datapointRoutes, datapointUseRoutes } from './datapoints.js';
import { entryRoutes, singleEntryRoutes } from './entries.js';
import { measurementLocationRoutes, measurementSampleRoutes } from './measurements.js';
import { monitoringRequirementRoutes, monitoringSubmissionRoutes } from './monitoring.js';
import { projectComponentRoutes } from './project-components.js';
import { sensorRoutes, timeSeriesRoutes } from './sensors.js';
import { documentRoutes, sourceRoutes } from './sources.js';
import { statementComponentRoutes, statementRoutes } from './statements.js';
import { storageLocationRoutes } from './storage-locations.js';
import { storageUnitRoutes } from './storage-units.js';

/** Everything below `/mrv/v0`. */
export const resources: readonly ((routes: Routes, context: Context) => void)[] = [
  catalogueRoutes,
  feedstockTypeRoutes,
  sourceRoutes,
  documentRoutes,
  datapointRoutes,
  datapointUseRoutes,
  componentRoutes,
  singleComponentRoutes,
  projectComponentRoutes,
  entryRoutes,
  singleEntryRoutes,
  statementRoutes,
  statementComponentRoutes,
  storageLocationRoutes,
  storageUnitRoutes,
  monitoringRequirementRoutes,
  monitoringSubmissionRoutes,
  feedstockBatchRoutes,
  productionBatchRoutes,
  biocharApplicationRoutes,
  measurementLocationRoutes,
  measurementSampleRoutes,
  sensorRoutes,
  timeSeriesRoutes,
];
