/*
 * The catalogue, shared by resource-api, worker and cli. What the enrollments feature needs:
 *
 *   visibleLearningObject(reader, portalId, loId)      one object by id as the portal sees it, or undefined (404)
 *   licenceRequired(lo)                                true: answer 403 `licence_required`
 *   learningObjectsByIds(reader, portalId, ids)        Map<id, LearningObject> for include=lo, one round trip
 *   titlesOf(reader, ids)                              titles, of retired objects too
 *   requiredItems(reader, loId)                        ids of the items whose completion completes the course
 *   containersOf(reader, loId)                         courses and awards that hold the item, directly or not
 *   countEnrollment(tx, loId, 1 | -1)                  popularity; call it last in the transaction
 *   LearningObject                                     Zod schema of the wire object, for answers
 */
export * from './import-record.js';
export { endAllPackages, endPackagesOf } from './packages.queries.js';
export * from './learning-object.schema.js';
export {
  presentLearningObject,
  presentSharedLearningObject,
  type LearningObjectRow,
  type PortalLearningObjectRow,
} from './learning-object.presenter.js';
export * from './learning-objects.queries.js';
export * from './sight.queries.js';
export * from './structure.queries.js';
export { changeCatalogue, type Changed, type EventSink } from './changes.js';
export * from './import/import-catalogue.js';
export { exportCatalogue } from './import/export-catalogue.js';
export { type BadLine } from './import/write-records.js';
export { indexDocuments } from './import/import.queries.js';
export * from './search/catalogue-index.js';
export { PostgresCatalogueIndex } from './search/postgres-catalogue-index.queries.js';
export * from './supply.js';
export * from './link-pages.js';
export { parkSightChange, SightChangeFailed, tellSightChange } from './sight-changes.js';
