import { createHash, createHmac, pbkdf2 as slow, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';

const pbkdf2 = promisify(slow);

/** What Postgres stores of a password: iterations, salt, stored key and server key. Source: RFC 5803. */
const stored = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/;

interface KnownRole {
  login: boolean;
  /** Undefined where the migrating role may not read it. */
  hash?: string | null;
}

/**
 * Creates the apps' roles and sets their passwords. A password that is already right is left alone: a new hash, with
 * a new salt, would lock out every pooler that has read the old one.
 * @param passwords by the name of the app
 */
export async function createRoles(
  runner: Pick<QueryRunner, 'query'>,
  passwords: Record<string, string>,
): Promise<void> {
  for (const [app, password] of Object.entries(passwords)) {
    const role = `lp_${app}`;
    const known = await find(runner, role);
    if (known?.login && (await isHashOf(known.hash, password))) continue;
    const verb = known ? 'alter' : 'create';
    await runner.query(
      `${verb} role ${pg.escapeIdentifier(role)} with login password ${pg.escapeLiteral(password)}`,
    );
  }
}

async function find(runner: Pick<QueryRunner, 'query'>, role: string): Promise<KnownRole | undefined> {
  const [rights] = (await runner.query(
    `select has_table_privilege('pg_catalog.pg_authid', 'select') as may_read`,
  )) as { may_read: boolean }[];
  const [known] = (await runner.query(
    rights?.may_read
      ? 'select rolcanlogin as login, rolpassword as hash from pg_authid where rolname = $1'
      : 'select rolcanlogin as login from pg_roles where rolname = $1',
    [role],
  )) as KnownRole[];
  return known;
}

/** Whether Postgres would accept this password for that hash; also false if the hash is of another kind. */
async function isHashOf(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, iterations, salt, storedKey] = stored.exec(hash ?? '') ?? [];
  if (iterations === undefined || salt === undefined || storedKey === undefined) return false;
  const salted = await pbkdf2(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64'),
    Number(iterations),
    32,
    'sha256',
  );
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const found = createHash('sha256').update(clientKey).digest();
  const wanted = Buffer.from(storedKey, 'base64');
  return wanted.length === found.length && timingSafeEqual(found, wanted);
}
