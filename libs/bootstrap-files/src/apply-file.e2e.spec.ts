import { ConfigError, systemClock } from '@app/kernel';
import { lockNumber, sql } from '@app/database';
import { SESSIONS_HERE, useDatabase, eventually } from '@app/testing';
import { applyFile } from './apply-file.js';
import { Bootstrap } from './bootstrap.schema.js';

const SECRET = 'x'.repeat(24);
const host = 'a.example.test';
const file = {
  portals: [{ host, name: 'A', title: 'Of the file' }],
  people: [
    {
      email: 'ada@example.test',
      first_name: 'Ada',
      last_name: 'Admin',
      accounts: [{ portal: host, roles: ['Administrator'] }],
    },
  ],
  clients: [{ id: 'c', name: 'C', secret: { env: 'SECRET_OF_C' }, portal: host, scopes: 'all but app' }],
};

describe('apply', () => {
  const ownDatabase = useDatabase();
  const apply = (name: string, { secret = SECRET, isForced = false, entries = file } = {}) =>
    applyFile(ownDatabase.database, name, Bootstrap.parse(entries), {
      clock: systemClock,
      env: { SECRET_OF_C: secret },
      events: false,
      isForced,
    });
  const title = async () =>
    (await ownDatabase.db.one(sql`select title from identity.portals where name = ${host}`))['title'];
  const rename = () => ownDatabase.db.many(sql`update identity.portals set title = 'Of a partner'`);

  it('reports the created objects, and the first administrator', async () => {
    expect(await apply('a.yaml')).toEqual({
      created: [
        `the portal ${host}`,
        `the account of ada@example.test in ${host} (Administrator)`,
        'the client c',
      ],
      administrator: { host, email: 'ada@example.test' },
      unknownContent: [],
    });
  });

  it('keeps other changes since, while the file and its variables are the same', async () => {
    await rename();
    expect(await apply('a.yaml')).toBeUndefined();
    expect(await title()).toBe('Of a partner');
    expect(await apply('a.yaml', { isForced: true })).toMatchObject({ created: [] });
    expect(await title()).toBe('Of the file');
    await rename();
    expect(await apply('a.yaml', { secret: 'y'.repeat(24) })).toMatchObject({ created: [] });
    expect(await title()).toBe('Of the file');
  });

  it('applies a file again while content that it names is not in the catalogue', async () => {
    const items = [{ provider: 'p', external_id: '1' }];
    const entries = { ...file, collections: [{ portal: host, slug: 's', name: 'S', items }] };
    for (const time of [1, 2])
      expect([time, (await apply('b.yaml', { entries }))?.unknownContent]).toEqual([
        time,
        ['collection s: p/1'],
      ]);
  });

  it('waits while a migration runs', async () => {
    const client = await ownDatabase.db.connect();
    await client.query(`select pg_advisory_lock(${lockNumber.migrations})`);
    let isOver = false;
    const applying = apply('c.yaml').finally(() => (isOver = true));
    const isLooking = () =>
      ownDatabase.db.has(sql`
        select 1 from ${sql.raw(SESSIONS_HERE)} s where query like 'select pg_try_advisory%' and state = 'idle'`);
    await eventually('it looks', isLooking);
    expect(isOver).toBe(false);
    await client.query(`select pg_advisory_unlock(${lockNumber.migrations})`);
    client.release();
    await applying;
  });

  it('works on a schema that is newer than the build', async () => {
    await ownDatabase.db.many(sql`
      insert into schema_migrations (timestamp, name) values (20990101000000, 'Later20990101000000')`);
    expect(await apply('d.yaml')).toMatchObject({ created: [] });
    expect(await apply('d.yaml')).toBeUndefined();
  });

  it('refuses a secret that could be guessed, in production', async () => {
    const short = apply('e.yaml', { secret: 'x' });
    await expect(short).rejects.toThrow(ConfigError);
    await expect(short).rejects.toThrow('The secret in the variable SECRET_OF_C needs 24 characters');
  });
});
