import { createEmptyDatabase, Owner } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { sql } from '../sql/sql.js';
import { migrate } from './migrate.js';

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
