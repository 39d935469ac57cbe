export { applyBootstrap, type BootstrapResult, type ApplyOptions } from './apply-bootstrap.js';
export { followAddresses } from './follow-addresses.js';
export { applyFile } from './apply-file.js';
export { applyCustomFields, applyPreset } from './apply.queries.js';
export { Bootstrap, CustomField, Preset } from './bootstrap.schema.js';
export { parseYaml, readBootstrap, resolveAddress } from './read-bootstrap.js';
