export { exportExamples, ExportFormat, type ExportRow } from './export-format.js';
export { ExportsModule } from './exports.module.js';
export { Exports } from './exports.service.js';
