import pg from 'pg';
import { DataSource } from 'typeorm';
import { lockNumber } from './advisory-locks.js';
import { migrations } from './migrations/index.js';

export interface MigrateOptions {
  /** Address of the database with the role that owns the schemas. */
  url: string;
  /** Passwords given to the roles `lp_auth`, `lp_api` and `lp_worker`. */
  passwords: { auth: string; api: string; worker: string };
}

/**
 * Brings the schemas up to date and sets the passwords of the apps' roles. Several may run at once: an advisory
 * lock lets one through after the other.
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
    return done.map((migration) => migration.name);
  } finally {
    await lock.query(`select pg_advisory_unlock(${lockNumber.migrations})`);
    await lock.release();
    await dataSource.destroy();
  }
}

async function createRoles(
  runner: { query(text: string, values?: unknown[]): Promise<unknown> },
  passwords: MigrateOptions['passwords'],
): Promise<void> {
  for (const [app, password] of Object.entries(passwords)) {
    const role = `lp_${app}`;
    const [known] = (await runner.query('select 1 from pg_roles where rolname = $1', [role])) as unknown[];
    const verb = known ? 'alter' : 'create';
    await runner.query(
      `${verb} role ${pg.escapeIdentifier(role)} with login password ${pg.escapeLiteral(password)}`,
    );
  }
}
