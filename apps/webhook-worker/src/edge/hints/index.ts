export * from './hint-worker.js';
