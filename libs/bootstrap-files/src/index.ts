export { applyBootstrap, followAddresses, type Applied, type ApplyOptions } from './apply-bootstrap.js';
export { applyFile } from './apply-file.js';
export { applyCustomFields, applyPreset } from './apply.queries.js';
export { Bootstrap, CustomField, Preset } from './bootstrap.schema.js';
export { parseYaml, readBootstrap, resolveAddress } from './read-bootstrap.js';
