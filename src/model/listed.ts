/** What can be listed, as people write it. */
export const listedNames = [
  'projects',
  'templates',
  'blueprints',
  'feedstock-types',
  'storage-locations',
  'monitoring-requirements',
  'sensors',
  'sources',
  'datapoints',
  'components',
  'entries',
] as const;
/** What can be listed, as people write it. */
export type ListedName = (typeof listedNames)[number];

/** What a list can be narrowed by (`interface.md`, Datapoint listing filters; `api-facts.md` §1.2). */
export const filterNames = [
  'reference',
  'name-contains',
  'quantity-kind',
  'used-in-entry',
  'used-in-statement',
  'used-in-template',
  'used-in-scope',
  'sample',
] as const;
/** What a list can be narrowed by, as people write it. */
export type FilterName = (typeof filterNames)[number];

/** `interface.md`, Component. */
export const componentScopes = ['REMOVAL', 'GHG_STATEMENT', 'PROJECT', 'NET_NEGATIVITY'] as const;

/** The values that a list is narrowed by. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>;
