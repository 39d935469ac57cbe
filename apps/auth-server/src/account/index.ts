export { AccountModule } from './account.module.js';
export { AccountQueries } from './account.queries.js';
