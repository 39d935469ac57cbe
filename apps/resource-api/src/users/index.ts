export { Password } from './users.schema.js';
export { visibleAccounts, type VisibleAccounts } from './users.policy.js';
export { isVisible, UsersQueries } from './users.queries.js';
export { AccountClosing } from './account-closing.js';
