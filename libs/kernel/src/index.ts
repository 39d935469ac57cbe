export * from './clock.js';
export * from './config.js';
export { keepRunning } from './keep-running.js';
export * from './logger.js';
export * from './problem.js';
export { redactUrl } from './redact-url.js';
export { nameParts } from './query-names.js';
export * from './secrets.js';
export * from './percent-encoding.js';
