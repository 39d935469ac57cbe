export * from './outcome.js';
export * from './outcome-writer.js';
export * from './outcomes.queries.js';
