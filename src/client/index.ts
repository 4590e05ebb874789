export { createClient, type Client } from './client.js';
export type { List, PageOf, PageRequest } from './list.js';
export { RequestError } from './request-error.js';
export type { Known, Other } from './shapes.js';
export type {
  ComponentFilters,
  EntryFilters,
  Components,
  ProjectComponents,
  Entries,
  Statements,
} from './accounting.js';
export type { FeedstockTypeFilters, Projects, Templates, Blueprints, FeedstockTypes } from './catalogue.js';
export type { SourceFilters, DatapointFilters, Sources, Datapoints } from './evidence.js';
export type {
  MeasurementLocationFilters,
  SensorFilters,
  ReadingsFilters,
  MeasurementLocations,
  MeasurementSamples,
  Sensors,
  Readings,
} from './measurement.js';
export type {
  StorageUnitFilters,
  RequirementFilters,
  StorageLocations,
  StorageUnits,
  Monitoring,
} from './places.js';
export type { FeedstockBatches, ProductionBatches, BiocharApplications } from './production.js';
export type { Registry } from './registry.js';
export type {
  OwnOrganisation,
  Project,
  Blueprint,
  TemplateComponent,
  Template,
  Source,
  CreatedSource,
  Datapoint,
  Component,
  Entry,
  ComponentAttribution,
  Statement,
  FeedstockType,
} from './answers.js';
export type {
  StorageLocation,
  StorageUnit,
  MonitoringRequirement,
  MonitoringSubmission,
  Sensor,
  FileUpload,
  ReadingsSubmission,
  MeasurementLocation,
  MeasurementSample,
  FeedstockBatch,
  ProductionBatch,
  BiocharApplication,
} from './answers-sites.js';
export type {
  RegistrySupplier,
  RegistryOrganisation,
  RegistryCreditBatch,
  RegistryIssuance,
  RegistryIssuedCredits,
  RegistryRefund,
  RegistryProject,
} from './answers-registry.js';
export type {
  NewQuantity,
  NewInput,
  NewSource,
  SourceChange,
  DocumentFacts,
  NewDatapoint,
  DatapointChange,
  NewComponent,
  ComponentChange,
  NewProjectComponent,
  NewShare,
  NewEntry,
  EntryChange,
  AttributionChange,
  NewStatement,
  Submission,
  NewStatementComponent,
  FeedstockTypeChange,
} from './bodies.js';
export type {
  NewStorageLocation,
  StorageLocationChange,
  NewStorageUnit,
  NewMonitoringSubmission,
  NewFeedstockBatch,
  NewProductionBatch,
  NewBiocharApplication,
  NewMeasurementLocation,
  NewMeasurementSample,
  NewSensor,
  NewReadingsFile,
  NewReadingsSubmission,
} from './bodies-sites.js';
