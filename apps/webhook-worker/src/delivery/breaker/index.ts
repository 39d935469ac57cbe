export * from './health.js';
export * from './retry-schedule.js';
