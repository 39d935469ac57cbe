import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { setUpDatabase } from '../connections/settings.js';
import { unknownMigration } from './known-migrations.js';
import {
  MIGRATION_LOCK_MS,
  releaseMigrationLock,
  acquireMigrationLock,
  withLockTimeout,
} from './migration-lock.js';
import { migrations } from './migrations/index.js';
import { MigrationRefused } from './migration-refused.js';
import { setUpPooler } from '../connections/pooler.js';
import { grantToConsole } from './console-rights.js';
import { type RequiredApp, RoleNames } from './role-names.js';
import { assertSameRoles, createRoles } from './roles.js';

export interface MigrateOptions {
  /** URL of the database, with the role that owns it; it needs `createrole`, but need not be a superuser. */
  url: string;
  /** Passwords given to the roles of the apps; without one for the console there is no such role. */
  passwords: Record<RequiredApp, string> & { console?: string | undefined };
  /** The prefix of these roles; `lp` by default: `lp_auth`, `lp_api` and `lp_worker`. */
  rolePrefix?: string;
  /** The role of a pooler for the database; see {@link setUpPooler}. */
  poolerRole?: string | undefined;
  /** By default all migrations of the build. */
  migrations?: (new () => MigrationInterface)[];
  /** Called when a migration is rolled back because of a lock and will be retried. */
  onRetry?: (error: Error, ms: number) => void;
  /** Called with each statement that a role with more rights should run; without it the service works, only slower. */
  onLeftOut?: (statement: string) => void;
}

/** This database cannot be upgraded to the schema of the build; the message is meant for operators. */
export class OlderDatabase extends MigrationRefused {
  override readonly name = 'OlderDatabase';

  /** @param migration the first one that has run there but is not part of the build */
  constructor(readonly migration: string) {
    super(
      `The database was created by a version that this one cannot upgrade (${migration} has run there): set DATABASE_URL to an empty database.`,
    );
  }
}

/**
 * Upgrades the schemas, creates the apps' roles and sets their passwords. Concurrent calls run one after the other, by
 * an advisory lock. No statement waits long for a lock, because requests would queue up behind it: the migration is
 * rolled back and retried instead.
 * @returns the names of the migrations that have run
 * @throws OlderDatabase before anything is changed
 * @throws RolesRefused when the roles belong to another environment, or may not be created or changed
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const names = new RoleNames(options.rolePrefix);
  const dataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: 'migrate',
    migrations: (options.migrations ?? migrations).map((migration) => names.inMigration(migration)),
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    extra: { lock_timeout: MIGRATION_LOCK_MS },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await acquireMigrationLock(lock);
    const before = await assertUpgradable(lock);
    await assertSameRoles(lock, names.of('auth'));
    await createRoles(lock, listLogins(names, options.passwords), options.url);
    await withLockTimeout(() => dataSource.runMigrations(), options.onRetry);
    // readiness checks whether the build's migrations have run
    await lock.query(`grant select on schema_migrations to ${names.list}`);
    if (options.passwords.console !== undefined) await grantToConsole(lock, names);
    for (const statement of await setUpDatabase(lock)) options.onLeftOut?.(statement);
    if (options.poolerRole !== undefined) await setUpPooler(lock, names, options.poolerRole);
    return (await listAppliedMigrations(lock)).filter((name) => !before.includes(name));
  } finally {
    await releaseMigrationLock(lock);
    await lock.release();
    await dataSource.destroy();
  }
}

const listLogins = (
  names: RoleNames,
  { auth, api, worker, console: consolePassword }: MigrateOptions['passwords'],
) => [
  { role: names.of('auth'), password: auth },
  { role: names.of('api'), password: api },
  { role: names.of('worker'), password: worker },
  ...(consolePassword === undefined ? [] : [{ role: names.of('console'), password: consolePassword }]),
];

/** @returns the names of the migrations that have run there */
async function assertUpgradable(runner: Pick<QueryRunner, 'query'>): Promise<string[]> {
  const [table] = (await runner.query(`select to_regclass('schema_migrations') is not null as exists`)) as {
    exists: boolean;
  }[];
  const done = table?.exists ? await listAppliedMigrations(runner) : [];
  const unknownName = unknownMigration(done);
  if (unknownName) throw new OlderDatabase(unknownName);
  return done;
}

async function listAppliedMigrations(runner: Pick<QueryRunner, 'query'>): Promise<string[]> {
  const done = (await runner.query('select name from schema_migrations order by id')) as { name: string }[];
  return done.map(({ name }) => name);
}
