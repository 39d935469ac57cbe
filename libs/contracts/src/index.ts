export * from './values.js';
export * from './paging.js';
export * from './scopes.js';
export * from './roles.js';
export * from './events.js';
export * from './webhooks.js';
export * from './access-token.js';
export * from './cursor.js';
