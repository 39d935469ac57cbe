export * from './test-deliveries.js';
export * from './test-deliveries.queries.js';
export * from './test-deliveries.worker.js';
