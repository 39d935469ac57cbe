import { createTestDatabase, type TestDatabase } from '@app/testing';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TimeoutClient, type WatchedConfig } from './timeout-client.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;

describe('TimeoutClient', () => {
  let ownDatabase: TestDatabase;
  beforeAll(async () => (ownDatabase = await createTestDatabase()));
  afterAll(() => ownDatabase.drop());

  const connected = async (config: WatchedConfig = {}): Promise<TimeoutClient> => {
    const client = new TimeoutClient({
      connectionString: ownDatabase.urls.owner,
      answerTimeoutMs: 30_000,
      ...config,
    });
    await client.connect();
    return client;
  };

  const preparedNames = async (client: TimeoutClient): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements');
    return rows.map(({ name }) => name);
  };

  it('returns rows and errors by promise and by callback, and stays usable', async () => {
    const client = await connected();
    expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
    expect((await client.query({ text: 'select 2 as two', name: 'two' })).rows).toEqual([{ two: 2 }]);
    const called = new Promise((resolve) => {
      client.query('select $1::int as three', [3], (error, result) => resolve([error, result.rows]));
    });
    expect(await called).toEqual([null, [{ three: 3 }]]);
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({
      code: '22012',
      stack: expect.stringContaining('timeout-client.spec'), // the caller
    });
    const refused = new Promise((resolve) => client.query('select 1 / 0', (error) => resolve(error)));
    expect(await refused).toMatchObject({ code: '22012' });
    expect((await client.query('select 4 as four')).rows).toEqual([{ four: 4 }]);
    await client.end();
  });

  it('prepares a statement that was refused once it is possible', async () => {
    const [client, other] = [await connected(), await connected()];
    const query = () => client.query({ name: 'later', text: 'select id from public.later', values: [] });
    for (let time = 0; time < 3; time += 1) await expect(query()).rejects.toMatchObject({ code: '42P01' });
    await other.query('create table public.later as select 1 as id');
    for (let time = 0; time < 3; time += 1) expect((await query()).rows).toEqual([{ id: 1 }]);
    expect(await preparedNames(client)).toEqual(['later.3']);
    await other.query('drop table public.later');
    await Promise.all([client.end(), other.end()]);
  });

  it('keeps the name of a statement that was prepared and then failed', async () => {
    const client = await connected();
    const divide = (divisor: number) =>
      client.query({ name: 'divide', text: 'select 1 / $1::int as result', values: [divisor] });
    for (let time = 0; time < 3; time += 1) await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(1)).rows).toEqual([{ result: 1 }]);
    expect(await preparedNames(client)).toEqual(['divide']);
    await client.end();
  });

  it('never reads a row by the columns of an earlier table', async () => {
    const client = await connected();
    await client.query('create temporary table changing (a int)');
    await client.query('insert into changing values (1)');
    const query = () => client.query({ name: 'changing', text: 'select * from changing' });
    expect([(await query()).rows, (await query()).rows]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
    await client.query('alter table changing add column b text');
    await expect(query()).rejects.toMatchObject({ code: '0A000' }); // cached plan must not change result type
    await client.query('alter table changing drop column b');
    expect((await query()).rows).toEqual([{ a: 1 }]);
    await client.end();
  });

  it('returns the number of affected rows of a prepared statement without rows', async () => {
    const client = await connected();
    await client.query('create temporary table written (a int)');
    const query = () => client.query({ name: 'write', text: 'insert into written values ($1)', values: [1] });
    for (let time = 0; time < 3; time += 1) expect(await query()).toMatchObject({ rowCount: 1, rows: [] });
    await client.end();
  });

  it('closes itself when an answer does not arrive', async () => {
    const client = await connected({ answerTimeoutMs: 100 });
    client.on('error', () => undefined);
    await expect(client.query('select pg_sleep(60)')).rejects.toThrow('Connection terminated');
    await expect(client.query('select 1')).rejects.toThrow('not queryable');
  });

  it('leaves no garbage from its queries that outlives a scavenge', async () => {
    const client = await connected();
    const query = () => client.query({ name: 'ask', text: `select repeat('x', 500) as text, now() as time` });
    for (let time = 0; time < 500; time += 1) await query();
    let least = Infinity; // other work in this process adds some
    for (let round = 0; round < 3; round += 1) {
      for (let time = 0; time < 3; time += 1) collect({ type: 'minor' });
      const before = oldBytes();
      for (let time = 0; time < 500; time += 1) {
        await query();
        if (time % 25 === 24) collect({ type: 'minor' });
      }
      least = Math.min(least, (oldBytes() - before) / 500);
    }
    expect(least).toBeLessThan(1_000); // pg's own promises leave 2,000 bytes, ours 40 plus whatever else is going on
    await client.end();
  });
});
