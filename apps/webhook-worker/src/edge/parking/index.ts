export * from './log-parked.js';
export * from './unreadable.js';
