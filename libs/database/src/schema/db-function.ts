import type { QueryRunner } from 'typeorm';
import type { RequiredApp } from './role-names.js';

/** A function of the database. Its text is in one file, and migrations only say when it is replaced. */
export interface DbFunction {
  /** The name with its schema, which is unique. */
  readonly name: string;
  /** `create or replace function ...`; roles are named `lp_auth`, `lp_api` and `lp_worker`. */
  readonly text: string;
  /**
   * The roles that may call it, each with the reason; `public` for functions that run with the rights of the caller.
   */
  readonly execute: Partial<Record<RequiredApp | 'public', string>>;
  /** Whether its results are stored, so that its text must never change; a spec checks its checksum. */
  readonly frozen: boolean;
}

/**
 * @param name with its schema, as in the text
 * @throws TypeError when the text creates another function, or its body is not a string (`as $$`): Postgres would look
 *   up names in the body that a fresh database has not created yet
 */
export function dbFunction(
  name: string,
  options: { execute?: DbFunction['execute']; frozen?: true },
  text: string,
): DbFunction {
  if (!text.trimStart().startsWith(`create or replace function ${name}(`))
    throw new TypeError(`the text of ${name} does not create it`);
  if (!/\bas \$\$/.test(text)) throw new TypeError(`the body of ${name} is not a string`);
  return { name, text: text.trim(), execute: options.execute ?? {}, frozen: options.frozen ?? false };
}

/**
 * Creates or replaces functions with the texts of this build. A fresh database runs all migrations with today's bodies,
 * so a body may name what a later migration creates. Postgres does not check bodies here; a spec does.
 * @param runner within a transaction
 */
export async function replaceFunctions(
  runner: Pick<QueryRunner, 'query'>,
  ...functions: DbFunction[]
): Promise<void> {
  await runner.query('set local check_function_bodies = off');
  for (const { name, text, execute } of functions) {
    await runner.query(text);
    await runner.query(`revoke all on function ${name} from public, lp_auth, lp_api, lp_worker`);
    const roles = Object.keys(execute).map((role) => (role === 'public' ? role : `lp_${role}`));
    if (roles.length > 0) await runner.query(`grant execute on function ${name} to ${roles.join(', ')}`);
  }
  await runner.query('set local check_function_bodies = on');
}
