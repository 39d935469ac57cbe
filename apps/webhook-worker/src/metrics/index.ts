export * from './note-parked.js';
export * from './worker-metrics.js';
