import { Database, migrate, openDatabase, sql } from '@app/database';
import {
  describeWithPgBouncer,
  directly,
  Owner,
  PgBouncer,
  pgbouncerSettings,
  testServices,
  SESSIONS_HERE,
  eventually,
} from '@app/testing';
import { randomBytes } from 'node:crypto';
import { ResourceApiHarness, type TestAccount } from './resource-api.js';

describeWithPgBouncer('the resource API behind PgBouncer, with two connections to Postgres', () => {
  const role = `pgbouncer_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const api = new ResourceApiHarness();
  const { passwords } = testServices();
  let pooler: PgBouncer;
  let admin: TestAccount;
  const settings = (): Record<string, string> => ({ ...pgbouncerSettings(), auth_user: role });

  const user = () => ({
    email: `u${randomBytes(6).toString('hex')}@example.com`,
    first_name: 'P',
    last_name: 'B',
  });
  const create = () => admin.post('/v2/users', user());
  const list = () => admin.get('/v2/users');
  const migrateBeneath = () => migrate({ url: api.database.urls.owner, passwords, poolerRole: role });

  beforeAll(async () => {
    await api.start({}, async (url) => {
      const owner = new Owner(api.database.urls.owner);
      await owner.many(sql`create role ${sql.raw(role)} login password '${sql.raw(password)}'`);
      await owner.end();
      await migrateBeneath();
      pooler = await PgBouncer.start({
        postgres: directly(url),
        poolSize: 2,
        settings: settings(),
        users: { [role]: password },
      });
      return pooler.before(url);
    });
    admin = await api.administrator();
  });
  afterAll(async () => {
    const { database } = api;
    const owner = database && new Owner(database.urls.owner);
    await api.server?.app.close();
    await pooler?.stop();
    await owner?.many(sql`drop owned by ${sql.raw(role)}`);
    await owner?.many(sql`drop role ${sql.raw(role)}`);
    await owner?.end();
    await api.stop();
  });

  it('connects to Postgres only through the pooler', async () => {
    expect((await list()).status).toBe(200);
    const { count } = await api.db.one<{ count: number }>(sql`
      select count(*)::int as count from ${sql.raw(SESSIONS_HERE)} s where usename = 'lp_api'`);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(2);
  });

  it('creates 50 people concurrently, and lists them meanwhile', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => (n % 2 ? create() : list())));
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? 201 : 200)),
    );
    expect((await list()).body.total).toBe(51);
  });

  it('retries statements that Postgres once refused to prepare, for instance behind the lock of a table', async () => {
    const database = api.server.app.get(Database);
    const lateStatement = sql`select id from public.later where id = ${1}::int`;
    const ways = [() => database.one(lateStatement), () => database.write((tx) => tx.one(lateStatement))];
    for (let time = 0; time < 4; time += 1)
      for (const ask of ways) await expect(ask()).rejects.toMatchObject({ code: '42P01' });
    await api.db.many(sql`create table public.later as select 1 as id`);
    await api.db.many(sql`grant select on public.later to lp_api`);
    for (let time = 0; time < 4; time += 1) for (const ask of ways) expect(await ask()).toEqual({ id: 1 });
  });

  it('continues while migrate runs directly on Postgres', async () => {
    let isMigrated = false;
    const migrating = Promise.all([migrateBeneath(), migrateBeneath()]).then(() => (isMigrated = true));
    const statuses = new Set<number>();
    do for (const answer of await Promise.all([create(), list(), list()])) statuses.add(answer.status);
    while (!isMigrated);
    await migrating;
    expect([...statuses].toSorted()).toEqual([200, 201]);
  });

  it('answers 503 while the pooler is restarted, and recovers', async () => {
    await pooler.stop();
    expect((await list()).status).toBe(503);
    await pooler.run();
    await eventually('an answer', async () => (await list()).status === 200);
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('reads only the hashes of the three roles', async () => {
    const readSecret = (name: string) => api.db.many(sql`select usename from pooler.secret_of(${name})`);
    expect(await readSecret('lp_api')).toEqual([{ usename: 'lp_api' }]);
    for (const name of ['postgres', role, 'lp_apis']) expect(await readSecret(name)).toEqual([]);
    const may = await api.db.one<{ api: boolean; pooler: boolean; reads: boolean }>(sql`
      select has_function_privilege('lp_api', 'pooler.secret_of(text)', 'execute') as api,
             has_function_privilege(${role}, 'pooler.secret_of(text)', 'execute') as pooler,
             has_table_privilege(${role}, 'identity.portals', 'select') as reads`);
    expect(may).toEqual({ api: false, pooler: true, reads: false });
  });

  it('the roles have the settings that the pooler does not pass on', async () => {
    const database = await openDatabase({
      url: pooler.before(api.database.urls.worker),
      applicationName: 'test',
      poolSize: 1,
    });
    const shown = await database.one(sql`
      select current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
             current_setting('plan_cache_mode') as plans`);
    expect(shown).toEqual({ statements: '30s', locks: '2s', plans: 'force_generic_plan' });
    await database.close();
  });

  it('a pooler that refuses our settings is reported in the log', async () => {
    const { ignore_startup_parameters: _, ...otherSettings } = settings();
    const strict = await PgBouncer.start({
      postgres: directly(api.database.urls.api),
      poolSize: 2,
      settings: otherSettings,
      users: { [role]: password },
    });
    try {
      const opening = openDatabase({
        url: strict.before(api.database.urls.api),
        applicationName: 'test',
        poolSize: 1,
      });
      await expect(opening).rejects.toMatchObject({
        code: '08P01',
        message: expect.stringMatching(/unsupported startup parameter: \w+_timeout/),
      });
    } finally {
      await strict.stop();
    }
  });
});
