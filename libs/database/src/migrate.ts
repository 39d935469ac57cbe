import { DataSource, type QueryRunner } from 'typeorm';
import { lockNumber } from './advisory-locks.js';
import { forgottenMigration } from './known-migrations.js';
import { migrations } from './migrations/index.js';
import { createRoles } from './roles.js';

export interface MigrateOptions {
  /** URL of the database, with the role that owns the schemas. */
  url: string;
  /** Passwords given to the roles `lp_auth`, `lp_api` and `lp_worker`. */
  passwords: { auth: string; api: string; worker: string };
}

/** No way leads from this database to the schema of the build; the message is meant for operators. */
export class OlderDatabase extends Error {
  override readonly name = 'OlderDatabase';

  /** @param migration the first one that has run there and that the build does not have */
  constructor(readonly migration: string) {
    super(
      `The database was made by a version that this one cannot bring up to date (${migration} has run there): give DATABASE_URL of an empty one.`,
    );
  }
}

/**
 * Brings the schemas up to date, creates the apps' roles and sets their passwords. Several may run at once: an
 * advisory lock lets one through after the other.
 * @returns the names of the migrations that have run
 * @throws OlderDatabase before anything is changed
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
    await assertLeadsOn(lock);
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

async function assertLeadsOn(runner: Pick<QueryRunner, 'query'>): Promise<void> {
  const [table] = (await runner.query(`select to_regclass('schema_migrations') is not null as exists`)) as {
    exists: boolean;
  }[];
  if (!table?.exists) return;
  const done = (await runner.query('select name from schema_migrations')) as { name: string }[];
  const forgotten = forgottenMigration(done.map(({ name }) => name));
  if (forgotten) throw new OlderDatabase(forgotten);
}
