export * from './sweep.js';
export * from './sweep.queries.js';
