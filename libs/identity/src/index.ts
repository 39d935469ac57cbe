export * from './account.queries.js';
export * from './portal.queries.js';
export * from './custom-fields.js';
export * from './custom-fields.queries.js';
export * from './person.queries.js';
