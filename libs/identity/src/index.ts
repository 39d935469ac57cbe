export * from './account.queries.js';
export * from './portal.queries.js';
