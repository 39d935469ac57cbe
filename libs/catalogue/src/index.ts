/**
 * The catalogue, shared by the resource API, the worker and the command line: learning objects, their visibility to
 * portals (through providers, content groups, collections and subscriptions), structure, search documents and index,
 * imports and exports, licences, and the events that changes cause.
 *
 * Reading a learning object for a portal goes through the visibility rule of this lib. Changing one happens inside
 * `changeCatalogue`, which writes search documents and events in the same transaction.
 */
export * from './import-record.js';
export * from './learning-object-type.js';
export { patchedObjectColumns, learningObjectPatchShape } from './learning-object.fields.js';
export { endAllPackages, endPackages } from './packages.queries.js';
export * from './launch-keys.queries.js';
export * from './learning-object.schema.js';
export {
  presentLearningObject,
  presentLearningObjectOfEvent,
  type LearningObjectRow,
  type PortalLearningObjectRow,
} from './learning-object.presenter.js';
export * from './learning-objects.queries.js';
export * from './playable.queries.js';
export { addUpPopularity, countEnrollment } from './popularity.queries.js';
export * from './visibility.queries.js';
export * from './structure.queries.js';
export { changeCatalogue, type ChangedObjects, type EventSink } from './changes.js';
export * from './import/import-catalogue.js';
export { retire } from './import/retire.js';
export { catalogueFields } from './import/table-fields.js';
export { exportCatalogue } from './import/export-catalogue.js';
export { type BadLine } from './import/write-records.js';
export { indexDocuments } from './import/import.queries.js';
export * from './search/catalogue-index.js';
export { hasEventFilter, inHundredths } from './search/filter-conditions.queries.js';
export { ProviderNames } from './search/provider-names.queries.js';
export type { Tiers } from './search/relevance.queries.js';
export * from './search/search-engine-settings.js';
export * from './search/search-index.queries.js';
export { TextConditions, type TextCondition } from './search/text-conditions.js';
export { parseTsquery, type LexemeCondition } from './search/tsquery.js';
export { PostgresCatalogueIndex } from './search/postgres-catalogue-index.js';
export * from './entitlements.queries.js';
export { unknownObjects } from './unknown-objects.js';
export { fillInLink } from './link-pages.js';
export { enqueueLinkPage, type PageFacts } from './link-pages.queries.js';
export {
  parkVisibilityChange,
  VisibilityChangeFailed,
  publishVisibilityChange,
} from './visibility-changes.queries.js';
