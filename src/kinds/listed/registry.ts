import type { ListedName } from '../../model/listed.js';
import type { ListedKind } from './listed.js';
import { components, datapoints, entries, sources } from './records.js';
import {
  blueprints,
  feedstockTypes,
  monitoringRequirements,
  projects,
  sensors,
  storageLocations,
} from './set-up.js';
import { templates } from './templates.js';

const kinds: Readonly<Record<ListedName, ListedKind>> = {
  projects,
  templates,
  blueprints,
  'feedstock-types': feedstockTypes,
  'storage-locations': storageLocations,
  'monitoring-requirements': monitoringRequirements,
  sensors,
  sources,
  datapoints,
  components,
  entries,
};

/** How a kind of thing is listed. */
export function listedKind(name: ListedName): ListedKind {
  return kinds[name];
}
