export * from './unreadable.js';
