export * from './log-parked.js';
export * from './worker-metrics.js';
