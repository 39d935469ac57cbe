import type { QueryRunner } from 'typeorm';
import type { RoleNames } from './role-names.js';

/** The rights of the console: its own tables, and reading the names of the migrations that have run. */
const statements = [
  'grant usage on schema console to lp_console',
  'grant select, insert, update, delete on console.sessions to lp_console',
  'grant select on schema_migrations to lp_console',
];

/** Grants the console's role its rights. This is no migration, because the role may be created later, or never. */
export async function grantToConsole(runner: Pick<QueryRunner, 'query'>, names: RoleNames): Promise<void> {
  for (const statement of statements) await runner.query(names.in(statement));
}
