export {
  AcceptedFormat,
  exportExamples,
  exportParameters,
  type ExportFormat,
  type ExportRecord,
} from './export-format.js';
export { ExportsModule } from './exports.module.js';
export { Exports } from './exports.service.js';
