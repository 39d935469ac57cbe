import './only-postgres.js'; // before anything imports TypeORM
export { writeBaseBackup } from './base-backup.queries.js';
export { advisoryLocks, lockNumber } from './advisory-locks.js';
export * from './database.js';
export * from './database.module.js';
export * from './errors.js';
export { needsSecondFactor } from './functions/auth/token-subject.js';
export * from './migrate.js';
export { settingsBehindPooler } from './pooler.js';
export { MigrationRefused } from './migration-refused.js';
export type { AnyReader, Reader } from './reader.js';
export { callerOf, withCaller, type Caller } from './pool-shares.js';
export { DatabaseReadiness, type PostgresState } from './readiness.js';
export { DEFAULT_ROLE_PREFIX, isRolePrefix, RoleNames } from './role-names.js';
export { sql, Statement } from './sql.js';
export * from './settled-until.queries.js';
export { assertSecretsKey, checkSecretsKey } from './secrets-key.js';
