import type { QueryRunner } from 'typeorm';
import type { RoleNames } from './role-names.js';

/** The rights of the console: its own table, and the names of the migrations that have run. */
const statements = [
  'grant usage on schema console to lp_console',
  'grant select, insert, update, delete on console.sessions to lp_console',
  'grant select on schema_migrations to lp_console',
];

/** Grants the console's role its rights. No migration does it, since the role may be made later, or never. */
export async function grantToConsole(runner: Pick<QueryRunner, 'query'>, names: RoleNames): Promise<void> {
  for (const statement of statements) await runner.query(names.in(statement));
}
