import { BadRequest, Unavailable } from '@app/kernel';
import { createTestDatabase, OutageProxy, type TestDatabase } from '@app/testing';
import { Database, openDatabase, sql, translateError } from './index.js';
import { LookupConnections } from './lookup-connections.js';

describe('Postgres behind a network that drops packets', () => {
  let own: TestDatabase;
  let proxy: OutageProxy;
  let database: Database;
  beforeAll(async () => {
    own = await createTestDatabase();
    proxy = await OutageProxy.before(own.urls.owner);
    const limits = { statementTimeoutMs: 200, silenceMs: 300 };
    const pool = await openDatabase({ url: proxy.url, applicationName: 'test', poolSize: 1, ...limits });
    const lookups = new LookupConnections({
      connectionString: proxy.url,
      answerTimeoutMs: 300,
      connectionTimeoutMillis: 300,
    });
    database = new Database(pool.dataSource, lookups);
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await database.dataSource.destroy();
    await proxy.goAway();
    await own.drop();
  });

  const one = sql`select 1 as one`;
  it.each<[string, () => Promise<unknown>]>([
    ['a read', () => database.one(one)],
    ['a lookup', () => database.lookup(one)],
    ['a transaction', () => database.write((tx) => tx.one(one))],
    [
      'a transaction in its midst',
      () =>
        database.write(async (tx) => {
          await tx.one(one);
          proxy.fallSilent();
          return tx.one(one);
        }),
    ],
  ])('%s is Unavailable before long, and good again afterwards', async (what, ask) => {
    const beginsWell = what.endsWith('midst');
    if (!beginsWell) {
      await expect(ask()).resolves.toEqual({ one: 1 });
      proxy.fallSilent();
    }
    await expect(ask()).rejects.toThrow(Unavailable);
    // later ones find no connection, or a new one that stays silent
    await expect(database.one(one)).rejects.toThrow(Unavailable);
    await expect(database.lookup(one)).rejects.toThrow(Unavailable);
    await proxy.comeBack();
    await expect(database.write((tx) => tx.one(one))).resolves.toEqual({ one: 1 });
    await expect(database.lookup(one)).resolves.toEqual({ one: 1 });
  });

  it.each([
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EHOSTDOWN',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'ECONNREFUSED',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '25P03',
    '53300',
    '08006',
  ])('%s is Postgres away', (code) => {
    expect(translateError(Object.assign(new Error('x'), { code }))).toBeInstanceOf(Unavailable);
  });

  it('an error of a statement stays as it is', async () => {
    await expect(database.one(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  });

  it.each([
    ['NUL', sql`select ${'a\0'}::text`],
    ['a lone surrogate in jsonb', sql`select ${JSON.stringify({ a: '\ud800' })}::jsonb`],
    ['an integer out of range', sql`select ${String(2 ** 31)}::int`],
    ['a text that is no integer', sql`select ${'x'}::int`],
  ])('%s is a bad request whatever schema let it in', async (_, statement) => {
    const refused = await database.one(statement).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadRequest);
    expect(refused).toMatchObject({ errorCode: 'invalid_value', cause: expect.anything() });
  });
});
