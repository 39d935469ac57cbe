import { DataSource } from 'typeorm';
import { lockNumber } from './advisory-locks.js';
import { migrations } from './migrations/index.js';
import { createRoles } from './roles.js';

export interface MigrateOptions {
  /** URL of the database, with the role that owns the schemas. */
  url: string;
  /** Passwords given to the roles `lp_auth`, `lp_api` and `lp_worker`. */
  passwords: { auth: string; api: string; worker: string };
}

/**
 * Brings the schemas up to date, creates the apps' roles and sets their passwords. Several may run at once: an
 * advisory lock lets one through after the other.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: 'migrate',
    migrations,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`select pg_advisory_lock(${lockNumber.migrations})`);
    await createRoles(lock, options.passwords);
    const done = await dataSource.runMigrations();
    // readiness reads whether the schema is what the build needs
    await lock.query('grant select on schema_migrations to lp_auth, lp_api, lp_worker');
    return done.map((migration) => migration.name);
  } finally {
    await lock.query(`select pg_advisory_unlock(${lockNumber.migrations})`);
    await lock.release();
    await dataSource.destroy();
  }
}
