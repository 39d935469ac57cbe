import type { QueryRunner } from 'typeorm';
import type { RequiredApp } from './role-names.js';

/** A function of the database, as it is today: its text has one place, and migrations only say when it is replaced. */
export interface DbFunction {
  /** With its schema. No two functions have the same one. */
  readonly name: string;
  /** `create or replace function ...`; roles are named `lp_auth`, `lp_api` and `lp_worker`. */
  readonly text: string;
  /** The roles that may call it, with the reason; `everybody` may call what runs with the rights of its caller. */
  readonly execute: Partial<Record<RequiredApp | 'everybody', string>>;
  /** Its results are stored, so its text never changes: a spec holds its checksum. */
  readonly frozen: boolean;
}

/**
 * @param name with its schema, as in the text
 * @throws TypeError when the text makes another function, or its body is not a string (`as $$`). Postgres would look up
 *   names in it that a fresh database has not made yet
 */
export function dbFunction(
  name: string,
  options: { execute?: DbFunction['execute']; frozen?: true },
  text: string,
): DbFunction {
  if (!text.trimStart().startsWith(`create or replace function ${name}(`))
    throw new TypeError(`the text of ${name} does not make it`);
  if (!/\bas \$\$/.test(text)) throw new TypeError(`the body of ${name} is not a string`);
  return { name, text: text.trim(), execute: options.execute ?? {}, frozen: options.frozen ?? false };
}

/**
 * Creates functions as they are in this build, or replaces them. A fresh database runs all migrations with the bodies of
 * today, so that a body may name what a later migration makes. Bodies are not checked here, but by a spec.
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
    const roles = Object.keys(execute).map((role) => (role === 'everybody' ? 'public' : `lp_${role}`));
    if (roles.length > 0) await runner.query(`grant execute on function ${name} to ${roles.join(', ')}`);
  }
  await runner.query('set local check_function_bodies = on');
}
