import { createHash, createHmac, pbkdf2 as slow, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { postgresCode } from '../sql/errors.js';
import { MigrationRefused } from './migration-refused.js';

const pbkdf2 = promisify(slow);

/** The format in which Postgres stores a password: iterations, salt, stored key and server key. Source: RFC 5803. */
const stored = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/;

interface KnownRole {
  login: boolean;
  /** Undefined if the migrating role may not read it. */
  hash?: string | null;
  /** Whether another database has objects or rights of the role. */
  is_of_others: boolean;
}

/** A role of an app, and its intended password. */
export interface RoleLogin {
  role: string;
  password: string;
}

type Runner = Pick<QueryRunner, 'query'>;

/** Roles cannot be created or changed, or belong to another environment; the message is meant for operators. */
export class RolesRefused extends MigrationRefused {
  override readonly name = 'RolesRefused';
}

/**
 * Creates the apps' roles and sets their passwords. A correct password is not set again: a new hash, with a new salt,
 * would lock out every pooler that has read the old one.
 * @param url of the database; if hashes cannot be read, as on a managed Postgres, a login there checks a password
 * @throws RolesRefused before any of the roles is changed, or if this role may not create or change one
 */
export async function createRoles(runner: Runner, logins: readonly RoleLogin[], url: string): Promise<void> {
  const isNew = await isUntouched(runner);
  const statements: string[] = [];
  for (const { role, password } of logins) {
    const existing = await find(runner, role);
    if (existing && (await hasPassword(existing, { role, password }, url))) continue;
    if (existing?.is_of_others && isNew) throw new RolesRefused(belongsToOthers(role));
    const verb = existing ? 'alter' : 'create';
    statements.push(
      `${verb} role ${pg.escapeIdentifier(role)} with login password ${pg.escapeLiteral(password)}`,
    );
  }
  for (const statement of statements) await change(runner, statement);
}

/**
 * Checks that the database was not set up for roles with other names, because its functions and rights would keep
 * naming those.
 * @throws RolesRefused
 */
export async function assertSameRoles(runner: Runner, role: string): Promise<void> {
  const grantees = (await runner.query(
    `select pg_get_userbyid(a.grantee) as role
       from pg_namespace n, aclexplode(n.nspacl) a
      where n.nspname = 'auth' and a.grantee not in (0, n.nspowner)`,
  )) as { role: string }[];
  const names = grantees.map((one) => one.role).filter((name) => name.endsWith('_auth'));
  if (names.length === 0 || names.includes(role)) return;
  throw new RolesRefused(
    `The database was set up for the role ${names[0]}, not ${role}: set DATABASE_ROLE_PREFIX to what its name begins with.`,
  );
}

const belongsToOthers = (role: string): string =>
  `The role ${role} belongs to another database of this server, with a different password: set DATABASE_ROLE_PREFIX, so that this environment has roles of its own.`;

async function change(runner: Runner, statement: string): Promise<void> {
  try {
    await runner.query(statement);
  } catch (error) {
    if (postgresCode(error) !== '42501') throw error;
    const [, verb, role] = /^(\w+) role (\S+)/.exec(statement)!;
    throw new RolesRefused(
      `The role of DATABASE_URL may not ${verb} the role ${role}: it needs createrole, and admin option on a role that another role created (grant ${role} to ... with admin option).`,
    );
  }
}

/** Whether no migration has ever run here. */
async function isUntouched(runner: Runner): Promise<boolean> {
  const [row] = (await runner.query(`select to_regclass('schema_migrations') is null as is_new`)) as {
    is_new: boolean;
  }[];
  return row?.is_new ?? false;
}

async function find(runner: Runner, role: string): Promise<KnownRole | undefined> {
  const [rights] = (await runner.query(
    `select has_table_privilege('pg_catalog.pg_authid', 'select') as may_read`,
  )) as { may_read: boolean }[];
  const [roleRow] = (await runner.query(
    `select rolcanlogin as login, ${rights?.may_read ? 'rolpassword as hash,' : ''}
            exists (select from pg_shdepend
                     where refclassid = 'pg_authid'::regclass and refobjid = r.oid
                       and dbid not in (0, (select oid from pg_database where datname = current_database())))
              as is_of_others
       from ${rights?.may_read ? 'pg_authid' : 'pg_roles'} r where rolname = $1`,
    [role],
  )) as KnownRole[];
  return roleRow;
}

async function hasPassword(roleRow: KnownRole, login: RoleLogin, url: string): Promise<boolean> {
  if (!roleRow.login) return false;
  if (roleRow.hash !== undefined) return isHashOf(roleRow.hash, login.password);
  // if a random password works too, the server trusts this host, and the login proves nothing
  const other = { ...login, password: randomBytes(24).toString('base64url') };
  return (await canLogIn(login, url)) && !(await canLogIn(other, url));
}

async function canLogIn({ role, password }: RoleLogin, url: string): Promise<boolean> {
  const address = new URL(url);
  address.username = encodeURIComponent(role);
  address.password = encodeURIComponent(password);
  const client = new pg.Client({
    connectionString: address.href,
    application_name: 'migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether Postgres would accept this password for that hash; false if the hash is of another kind. */
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
  const digest = createHash('sha256').update(clientKey).digest();
  const expectedDigest = Buffer.from(storedKey, 'base64');
  return expectedDigest.length === digest.length && timingSafeEqual(digest, expectedDigest);
}
