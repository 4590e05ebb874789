/** An operation that the interface, or what is publicly known beyond it, names. */
export interface Operation {
  readonly root: '/mrv/v0' | '/registry/v0';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where it is described. */
  readonly document: 'interface.md' | 'api-facts.md §1.2' | 'api-facts.md §1.3';
  /** The title of a test that shows it; null: it is not served. */
  readonly test: string | null;
}

type Row = readonly [Operation['method'], string, Operation['document'], string | null];

const face = 'interface.md';
const facts = 'api-facts.md §1.2';
const registryFacts = 'api-facts.md §1.3';

/** Titles of tests in `test/emulator`. */
const shown = {
  catalogue: 'what is set up in the web interface is read, one by one and as lists',
  locations: 'storage locations are made, read, changed and deleted',
  requirements: 'is set up per project and location, and read',
  submissions: 'takes submissions, links more requirements, and unlinks them one by one',
  units: 'are made, read, and found by their location and reference',
  sourceChanges: 'sources are changed, listed and deleted',
  uploads: 'go to another origin, once, in exactly the declared size and type, without credentials',
  paging: 'page forward and backward over the same records',
  readBack: 'read back with the unit in the service’s own spelling',
  deletion: 'in use are not deleted; others are, with 204',
  marks: 'leave a field as it is for the mark of an undefined one, and clear it for null',
  components: 'components are read, changed, deleted, and found by what they use',
  templateUse: 'are found by the datapoint that they are fixed to',
  meter: 'takes a meter from 20 to 50 kWh at 1.2 kg/kWh as 36 kg, by its share',
  projectScope: 'of a project are attributed by hand, never by more than 1 in all, and taken off again',
  closed: 'is closed once the entry is verified',
  netRemoval: 'stores 27,500 t at 50 % carbon as 50,417 t, less the discount, less the buffer',
  recalculation: 'is done again when a datapoint changes',
  joining: 'takes an entry that is made later, and gives up one whose last day moves away',
  drafts: 'entries are deleted while they are drafts, under both names',
  statementScope: 'of a statement are spread evenly over its entries, also over those that come later',
  shares: 'attributes no component by more than 1 in all',
  statements: 'takes the entries that are completed in its period, and begins after the one before',
  submitting: 'hands it to the verifier; again with a summary of changes and the pending total',
  feedstockTypes: 'feedstock types are listed and renamed',
  feedstockBatches: 'of feedstock are made, listed by type, and deleted',
  biochar: 'of biochar have a name of their plant, and stay while they are applied',
  places: 'have locations, which are not deleted while a sample is from there',
  samples: 'mint a locked datapoint for each value, and take it along when they are deleted',
  sensors: 'are made, read, and found by their own reference, which is theirs alone',
  timeSeries: 'are looked at for a while, and then accepted or refused',
  credits: 'are issued for supplier and buffer pool in whole kilograms, and can be read at the registry',
  refunds: 'are refunded from the buffer pool, and never more than it holds',
  nulls: 'answers null for an organisation or a project that nobody knows, and 404 for the rest',
} as const;

const mrv: readonly Row[] = [
  ['GET', '/projects', face, shown.catalogue],
  ['GET', '/organisation', facts, shown.catalogue],
  ['GET', '/component_blueprints', facts, shown.catalogue],
  ['GET', '/component_blueprints/{key}', facts, shown.catalogue],
  ['GET', '/projects/{project_id}/ghg_entry_templates', face, shown.catalogue],
  ['GET', '/projects/{project_id}/ghg_entry_templates/{id}', face, shown.catalogue],
  ['GET', '/projects/{project_id}/storage_locations', facts, shown.locations],
  ['POST', '/projects/{project_id}/storage_locations', facts, shown.locations],
  ['GET', '/projects/{project_id}/storage_locations/{id}', face, shown.locations],
  ['PATCH', '/projects/{project_id}/storage_locations/{id}', face, shown.locations],
  ['DELETE', '/projects/{project_id}/storage_locations/{id}', facts, shown.locations],
  ['GET', '/projects/{project_id}/storage_locations/{id}/monitoring_requirements', face, shown.requirements],
  ['GET', '/projects/{id}/monitoring_requirements', facts, shown.requirements],
  ['GET', '/projects/{project_id}/monitoring_requirements/{requirement_id}', facts, shown.requirements],
  ['GET', '/projects/{project_id}/monitoring_requirements/{id}/submissions', facts, shown.submissions],
  ['POST', '/monitoring_submissions', facts, shown.submissions],
  ['POST', '/monitoring_submissions/{id}/monitoring_requirements', facts, shown.submissions],
  [
    'DELETE',
    '/projects/{project_id}/monitoring_requirements/{monitoring_requirement_id}/submissions/{id}',
    facts,
    shown.submissions,
  ],
  ['GET', '/storage_units', facts, shown.units],
  ['POST', '/storage_units', facts, shown.units],
  ['GET', '/storage_units/{id}', facts, shown.units],
  ['GET', '/sources', facts, shown.sourceChanges],
  ['POST', '/sources', face, shown.uploads],
  ['GET', '/sources/{id}', facts, shown.uploads],
  ['PATCH', '/sources/{id}', facts, shown.sourceChanges],
  ['DELETE', '/sources/{id}', face, shown.sourceChanges],
  ['GET', '/sources/{id}/private_url', facts, shown.uploads],
  ['POST', '/sources/{id}/signed_upload_url', facts, shown.uploads],
  ['GET', '/datapoints', face, shown.paging],
  ['POST', '/datapoints', facts, shown.readBack],
  ['GET', '/datapoints/{id}', facts, shown.deletion],
  ['PATCH', '/datapoints/{id}', face, shown.marks],
  ['DELETE', '/datapoints/{id}', facts, shown.deletion],
  ['GET', '/datapoints/{id}/components', facts, shown.components],
  ['GET', '/datapoints/{id}/ghg_entry_template_components', facts, shown.templateUse],
  ['GET', '/components', facts, shown.components],
  ['POST', '/components', facts, shown.meter],
  ['GET', '/components/{id}', facts, shown.components],
  ['PATCH', '/components/{id}', face, shown.components],
  ['DELETE', '/components/{id}', facts, shown.components],
  ['POST', '/project_components', facts, shown.projectScope],
  ['POST', '/project_components/{id}/ghg_entry_attributions', facts, shown.projectScope],
  [
    'DELETE',
    '/project_components/{component_id}/ghg_entry_attributions/{ghg_entry_id}',
    facts,
    shown.projectScope,
  ],
  ['GET', '/ghg_entries', facts, shown.closed],
  ['POST', '/ghg_entries', facts, shown.netRemoval],
  ['GET', '/ghg_entries/{id}', facts, shown.recalculation],
  ['PATCH', '/ghg_entries/{id}', facts, shown.joining],
  ['DELETE', '/ghg_entries/{id}', face, shown.drafts],
  ['DELETE', '/removals/{id}', face, shown.drafts],
  ['GET', '/ghg_entries/{id}/component_attributions', facts, shown.statementScope],
  ['PATCH', '/ghg_entries/{id}/component_attributions', face, shown.shares],
  ['GET', '/ghg_statements', facts, shown.statements],
  ['POST', '/ghg_statements', facts, shown.statements],
  ['GET', '/ghg_statements/{id}', facts, shown.statements],
  ['POST', '/ghg_statements/{id}/submit', facts, shown.submitting],
  ['POST', '/ghg_statement_components', facts, shown.statementScope],
  ['GET', '/feedstock_types', facts, shown.feedstockTypes],
  ['GET', '/feedstock_types/{id}', facts, shown.feedstockTypes],
  ['PATCH', '/feedstock_types/{id}', face, shown.feedstockTypes],
  ['DELETE', '/feedstock_types/{id}', facts, shown.feedstockBatches],
  ['POST', '/feedstock_batches', facts, shown.feedstockBatches],
  ['GET', '/feedstock_batches/{id}', facts, shown.feedstockBatches],
  ['DELETE', '/feedstock_batches/{id}', facts, shown.feedstockBatches],
  ['GET', '/feedstock_types/{feedstock_type_id}/feedstock_batches', facts, shown.feedstockBatches],
  ['GET', '/production_batches', facts, shown.biochar],
  ['POST', '/production_batches', facts, shown.biochar],
  ['GET', '/production_batches/{id}', facts, shown.biochar],
  ['DELETE', '/production_batches/{id}', facts, shown.biochar],
  ['GET', '/biochar_applications', facts, shown.biochar],
  ['POST', '/biochar_applications', facts, shown.biochar],
  ['GET', '/biochar_applications/{id}', facts, shown.biochar],
  ['DELETE', '/biochar_applications/{id}', facts, shown.biochar],
  ['GET', '/measurement_locations', facts, shown.places],
  ['POST', '/measurement_locations', facts, shown.places],
  ['GET', '/measurement_locations/{id}', facts, shown.places],
  ['DELETE', '/measurement_locations/{id}', facts, shown.places],
  ['GET', '/measurement_samples', facts, shown.samples],
  ['POST', '/measurement_samples', facts, shown.samples],
  ['DELETE', '/measurement_samples/{id}', facts, shown.samples],
  ['GET', '/sensors', facts, shown.sensors],
  ['POST', '/sensors', facts, shown.sensors],
  ['GET', '/sensors/{id}', face, shown.sensors],
  ['POST', '/file-uploads', facts, shown.timeSeries],
  ['GET', '/data-upload-submissions', facts, shown.timeSeries],
  ['POST', '/data-upload-submissions', facts, shown.timeSeries],
  ['GET', '/data-upload-submissions/{id}', facts, shown.timeSeries],
  ['GET', '/processes', facts, null],
  ['GET', '/projects/{project_id}/removal_templates', facts, null],
  ['GET', '/projects/{project_id}/removal_templates/{id}', facts, null],
  ['GET', '/removals', facts, null],
  ['POST', '/removals', facts, null],
  ['GET', '/removals/{id}', facts, null],
  ['PATCH', '/removals/{id}', facts, null],
  ['GET', '/removals/{id}/component_attributions', facts, null],
  ['PATCH', '/removals/{id}/component_attributions', facts, null],
];

const registry: readonly Row[] = [
  ['GET', '/issuances/{id}/credit_batches', face, shown.credits],
  ['GET', '/issuances/{id}', registryFacts, shown.credits],
  ['GET', '/suppliers/{id}/issuances', registryFacts, shown.credits],
  ['GET', '/refunds/{id}', face, shown.refunds],
  ['GET', '/supplier', face, shown.nulls],
  ['GET', '/organisations/{id}', face, shown.nulls],
  ['GET', '/projects/{id}', registryFacts, shown.nulls],
];

function rows(root: Operation['root'], given: readonly Row[]): readonly Operation[] {
  return given.map(([method, path, document, test]) => ({ root, method, path, document, test }));
}

/** All operations, served or not: only the older names that `interface.md` names are served. */
export const coverage: readonly Operation[] = [...rows('/mrv/v0', mrv), ...rows('/registry/v0', registry)];

/** The table as the room's README shows it. */
export function coverageTable(): string {
  const lines = coverage.map(
    ({ root, method, path, document, test }) =>
      `| ${method} | \`${root}${path}\` | ${document} | ${test === null ? 'no' : 'yes'} | ${test ?? ''} |`,
  );
  return [
    '| method | path | described in | served | shown by the test |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
