import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { postgresCode } from '../sql/errors.js';

/**
 * The settings of every connection to the database, also through a pooler. Just-in-time compilation is off: Postgres
 * overestimates the rows that our searches find, and compiling costs more than it saves.
 */
const settings = { jit: 'off' };

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Sets the settings for the database; a value that an operator has set there stays.
 * @returns statements that the migrating role may not run, because it does not own the database
 */
export async function setUpDatabase(runner: Pick<QueryRunner, 'query'>): Promise<string[]> {
  const [database] = (await runner.query(
    `select current_database() as name,
            coalesce((select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                       where d.datname = current_database() and s.setrole = 0), '{}') as set`,
  )) as [{ name: string; set: string[] }];
  const refused: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (database.set.some((setting) => setting.startsWith(`${name}=`))) continue;
    const statement = `alter database ${pg.escapeIdentifier(database.name)} set ${name} = ${value}`;
    try {
      await runner.query(statement);
    } catch (error) {
      if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      refused.push(statement);
    }
  }
  return refused;
}
