import { useDatabase, createEmptyDatabase, Owner } from '@app/testing';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sql, Statement } from '../sql/sql.js';
import { createRoles } from './roles.js';
import { migrate } from './migrate.js';

describe('passwords of the apps’ roles', () => {
  const role = `lp_t${randomBytes(5).toString('hex')}`;
  afterAll(() => harness.db.many(sql`drop role if exists ${sql.raw(role)}`));
  const harness = useDatabase();

  const setPassword = (password: string) =>
    createRoles(
      { query: (text, values) => harness.db.many(new Statement(text, (values ?? []) as unknown[])) as never },
      [{ role, password }],
      harness.urls.owner,
    );
  const hash = async (): Promise<string> =>
    await harness.db.value<string>(sql`
        select rolpassword from pg_authid where rolname = ${role}`);
  async function canLogIn(password: string): Promise<boolean> {
    const { host, pathname } = new URL(harness.urls.owner);
    const client = new pg.Client({
      connectionString: `postgres://${role}:${encodeURIComponent(password)}@${host}${pathname}`,
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

  it.each(['plain-Password-1', `it's "quoted" \\ €`, 'ﬁve ½ Ⅳ'])(
    'a correct one keeps its hash: %s',
    async (password) => {
      await setPassword(password);
      const first = await hash();
      expect(first).toMatch(/^SCRAM-SHA-256\$/);
      await setPassword(password);
      expect(await hash()).toBe(first);
      expect(await canLogIn(password)).toBe(true);
    },
  );

  it('a different one replaces it', async () => {
    await setPassword('the-one');
    const first = await hash();
    await setPassword('the-other');
    expect(await hash()).not.toBe(first);
    expect([await canLogIn('the-one'), await canLogIn('the-other')]).toEqual([false, true]);
  });

  it('are set for a role that may not log in, or has no password or one of another kind', async () => {
    for (const spoil of ['nologin', 'password null', `password 'SCRAM-SHA-256$4096:x$y:z'`]) {
      await setPassword('the-one');
      await harness.db.many(new Statement(`alter role ${role} with ${spoil}`, []));
      await setPassword('the-one');
      expect([spoil, await canLogIn('the-one')]).toEqual([spoil, true]);
    }
  });

  it('the apps may read which migrations have run, and nothing else about them', async () => {
    for (const reader of ['auth', 'api', 'worker'] as const) {
      const database = await harness.open(reader);
      const text = 'select name from public.schema_migrations limit 1';
      expect(await database.dataSource.query(text)).toHaveLength(1);
      await expect(database.dataSource.query('delete from public.schema_migrations')).rejects.toThrow(
        'permission denied',
      );
    }
  });
});

describe('the role of the console', () => {
  const rolePrefix = `c${randomBytes(5).toString('hex')}`;
  const passwords = { auth: 'of-auth', api: 'of-api', worker: 'of-worker' };
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let owner: Owner;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    owner = new Owner(database.url);
  });
  afterAll(async () => {
    for (const app of ['auth', 'api', 'worker', 'console']) {
      await owner.many(sql`drop owned by ${sql.raw(rolePrefix)}_${sql.raw(app)}`);
      await owner.many(sql`drop role ${sql.raw(rolePrefix)}_${sql.raw(app)}`);
    }
    await owner.end();
    await database.drop();
  });
  const isThere = async () =>
    (await owner.many(sql`select 1 from pg_roles where rolname = ${`${rolePrefix}_console`}`)).length === 1;

  it('is made when it gets a password, and not before', async () => {
    await migrate({ url: database.url, rolePrefix, passwords });
    expect(await isThere()).toBe(false);
    expect(
      await migrate({ url: database.url, rolePrefix, passwords: { ...passwords, console: 'of-console' } }),
    ).toEqual([]);
    expect(await isThere()).toBe(true);
    const may = await owner.many<{ table: string; may: boolean }>(sql`
      select t as table, has_table_privilege(${`${rolePrefix}_console`}, t, 'select') as may
        from unnest('{console.sessions, identity.persons, auth.refresh_tokens}'::text[]) t`);
    expect(may.map(({ may: mayRead }) => mayRead)).toEqual([true, false, false]);
  });
});
