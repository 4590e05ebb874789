export { explainCell, explainReference } from './explain.js';
export { mappingJsonSchema } from './json-schema.js';
export { MappingError } from './load/mapping-error.js';
export { loadMapping } from './load/load-mapping.js';
export { type MapOptions, mapWorkbooks } from './map-workbooks.js';
export type { Mapping } from './mapping.js';
export type { MappingDocument } from './schema/document.js';
export type { ColumnDefinition } from './schema/columns.js';
export type { TableDefinition } from './schema/tables.js';
