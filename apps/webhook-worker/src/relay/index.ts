export * from './relay.js';
export * from './relay.queries.js';
export * from './relay.worker.js';
