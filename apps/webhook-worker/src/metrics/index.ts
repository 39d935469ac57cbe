export * from './worker-metrics.js';
