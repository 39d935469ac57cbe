export { Password } from './users.schema.js';
export { visibleAccounts, type VisibleAccounts } from './users.policy.js';
export { isVisible } from './user-filters.queries.js';
export { UsersQueries } from './users.queries.js';
