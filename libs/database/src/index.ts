export { writeBaseBackup } from './schema/base-backup.queries.js';
export { advisoryLocks, lockNumber } from './schema/advisory-locks.js';
export * from './transactions/database.js';
export * from './database.module.js';
export * from './sql/errors.js';
export { needsSecondFactor } from './schema/functions/auth/token-subject.js';
export * from './schema/migrate.js';
export { settingsBehindPooler } from './connections/pooler.js';
export { withMigrationLock } from './schema/migration-lock.js';
export { MigrationRefused } from './schema/migration-refused.js';
export { MAX_REPLICA_LAG_SECONDS } from './replica/replica-reads.js';
export { Reader } from './transactions/reader.js';
export { requestContext, runInContext, type RequestContext } from './transactions/request-context.js';
export { DatabaseReadiness, type PostgresState } from './connections/readiness.js';
export { DEFAULT_ROLE_PREFIX, isRolePrefix, RoleNames } from './schema/role-names.js';
export { sql, Statement } from './sql/sql.js';
export { SortOrder, type SortKey } from './sql/sort-order.queries.js';
export * from './transactions/stable-until.queries.js';
export {
  keptText,
  tableRegistry,
  type Retention,
  type TableEntry,
  type TableName,
} from './schema/tables/index.js';
export { assertSecretsKey, checkSecretsKey } from './schema/secrets-key.js';
