export { advisoryLocks, lockNumber } from './advisory-locks.js';
export * from './database.js';
export * from './database.module.js';
export * from './errors.js';
export * from './migrate.js';
export { withCaller, type Caller } from './pool-shares.js';
export { DatabaseReadiness } from './readiness.js';
export { sql, Statement } from './sql.js';
export * from './settled-until.js';
