export { Password } from './users.schema.js';
export { visibleAccounts, type VisibleAccounts } from './users.policy.js';
export { isVisible, UsersQueries } from './users.queries.js';
