export * from './repeating.js';
export * from './repeating-task.js';
