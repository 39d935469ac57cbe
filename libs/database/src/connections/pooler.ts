import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { MigrationRefused } from '../schema/migration-refused.js';
import { requiredApps, type RequiredApp, type RoleNames } from '../schema/role-names.js';

/**
 * The settings that our connections request when they open and a pooler does not pass on. They are set for the roles,
 * because the pooler's server connections are shared with other programs.
 */
const settings: Record<RequiredApp, Record<string, string>> = {
  auth: { statement_timeout: '30s', lock_timeout: '2s', idle_in_transaction_session_timeout: '60s' },
  api: { statement_timeout: '30s', lock_timeout: '2s', idle_in_transaction_session_timeout: '5s' },
  worker: {
    statement_timeout: '30s',
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '60s',
    plan_cache_mode: 'force_generic_plan',
  },
};

/**
 * Prepares the database for PgBouncer in transaction mode. There `pooler.secret_of(name)` gives the pooler's role the
 * password hashes of the apps' three roles and of no other (its `auth_query`). In this database, these roles get the
 * settings that the pooler does not pass on.
 * @throws MigrationRefused when there is no such role, or the migrating role may not read password hashes
 */
export async function setUpPooler(
  runner: Pick<QueryRunner, 'query'>,
  names: RoleNames,
  role: string,
): Promise<void> {
  const [state] = (await runner.query(
    `select exists (select from pg_roles where rolname = $1) as exists,
            has_table_privilege('pg_catalog.pg_authid', 'select') as may_read, current_database() as database`,
    [role],
  )) as { exists: boolean; may_read: boolean; database: string }[];
  if (!state?.exists) throw new MigrationRefused(`There is no role ${role}: create the pooler's role first.`);
  if (!state.may_read)
    throw new MigrationRefused(
      'The role of DATABASE_URL may not read password hashes: leave DATABASE_POOLER_ROLE out and give the pooler an auth_file.',
    );
  const pooler = pg.escapeIdentifier(role);
  const appRoles = requiredApps.map((app) => pg.escapeLiteral(names.of(app))).join(', ');
  const statements = [
    `create schema if not exists pooler`,
    `revoke all on schema pooler from public`,
    `create or replace function pooler.secret_of(name text) returns table (usename name, passwd text)
       language sql stable security definer set search_path = pg_catalog, pg_temp
       as $function$
         select rolname, rolpassword from pg_authid where rolname = $1 and rolname in (${appRoles})
       $function$`,
    `revoke all on function pooler.secret_of(text) from public`,
    `grant usage on schema pooler to ${pooler}`,
    `grant execute on function pooler.secret_of(text) to ${pooler}`,
    ...settingsBehindPooler(names, state.database),
  ];
  for (const statement of statements) await runner.query(statement);
}

/** Statements that set, for the roles in one database, the settings that a pooler does not pass on. */
export const settingsBehindPooler = (names: RoleNames, database: string): string[] =>
  requiredApps.flatMap((app) =>
    Object.entries(settings[app]).map(
      ([name, value]) =>
        `alter role ${names.of(app)} in database ${pg.escapeIdentifier(database)} set ${name} = '${value}'`,
    ),
  );
