import { BadRequest, Unavailable } from '@app/kernel';
import { OutageProxy, useDatabase } from '@app/testing';
import { type Database, openDatabase, sql, translateError, isLockedOut, isRowLocked } from '../index.js';

const harness = useDatabase();

describe('Postgres behind a network that drops packets', () => {
  let proxy: OutageProxy;
  let database: Database;
  beforeAll(async () => {
    proxy = await OutageProxy.before(harness.urls.owner);
    const limits = { statementTimeoutMs: 200, silenceMs: 300 };
    database = await openDatabase({ url: proxy.url, applicationName: 'test', poolSize: 1, ...limits });
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await database.dataSource.destroy();
    await proxy.disconnect();
  });

  const one = sql`select 1 as one`;
  /** On a slow machine, a new connection may take longer than the silence that the pool bears. */
  const retry = async (send: () => Promise<unknown>): Promise<unknown> => {
    for (let tries = 1; tries < 50; tries += 1) {
      const result = await send().catch((error: unknown) => error);
      if (!(result instanceof Unavailable)) return result;
    }
    return send();
  };
  it.each<[string, () => Promise<unknown>]>([
    ['a read', () => database.one(one)],
    ['a transaction', () => database.write((tx) => tx.one(one))],
    [
      'a transaction in its midst',
      () =>
        database.write(async (tx) => {
          await tx.one(one);
          proxy.dropPackets();
          return tx.one(one);
        }),
    ],
  ])('%s is Unavailable before long, and works again afterwards', async (what, ask) => {
    const beginsWell = what.endsWith('midst');
    if (!beginsWell) {
      expect(await retry(ask)).toEqual({ one: 1 });
      proxy.dropPackets();
    }
    await expect(ask()).rejects.toThrow(Unavailable);
    // later ones find no connection, or a new one that stays silent
    await expect(database.one(one)).rejects.toThrow(Unavailable);
    await proxy.reconnect();
    expect(await retry(() => database.write((tx) => tx.one(one)))).toEqual({ one: 1 });
    expect(await retry(() => database.one(one))).toEqual({ one: 1 });
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
  ])('%s means that Postgres is down', (code) => {
    expect(translateError(Object.assign(new Error('x'), { code }))).toBeInstanceOf(Unavailable);
  });

  it.each([
    ['08P01', 'unsupported startup parameter: statement_timeout'],
    ['28P01', 'password authentication failed for user "lp_api"'],
    ['28000', 'no pg_hba.conf entry for host'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match certificate'],
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ])('%s means that Postgres is down, and its words are kept for the log', (code, words) => {
    const translated = translateError(Object.assign(new Error(words), { code }));
    expect(translated).toBeInstanceOf(Unavailable);
    expect((translated as Unavailable).cause).toMatchObject({ message: words });
  });

  it('an error in a statement is unchanged', async () => {
    await expect(database.one(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  });

  it.each([
    ['NUL', sql`select ${'a\0'}::text`],
    ['a lone surrogate in jsonb', sql`select ${JSON.stringify({ a: '\ud800' })}::jsonb`],
    ['an integer out of range', sql`select ${String(2 ** 31)}::int`],
    ['text that is not an integer', sql`select ${'x'}::int`],
  ])('%s is a bad request if schemas missed it', async (_, statement) => {
    const refused = await harness.database.one(statement).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadRequest);
    expect(refused).toMatchObject({ errorCode: 'invalid_value', cause: expect.anything() });
  });
});

describe('a statement that Postgres gives up on', () => {
  let hasty: Database;
  beforeAll(async () => {
    await harness.db.many(sql`
      create table public.counters (id int primary key, value int not null default 0)`);
    await harness.db.many(sql`insert into public.counters (id) values (1)`);
    hasty = await openDatabase({
      url: harness.urls.owner,
      applicationName: 'hasty',
      poolSize: 1,
      statementTimeoutMs: 300,
    });
  });
  afterAll(() => hasty.dataSource.destroy());

  const count = sql`update public.counters set value = value + 1 where id = 1`;

  it.each<[code: string, ask: () => Promise<unknown>]>([
    ['57014', () => hasty.many(sql`select * from public.counters for update`)],
    ['57014', () => hasty.write((tx) => tx.run(count))],
    [
      '55P03',
      () =>
        hasty.write(async (tx) => {
          await tx.run(sql`set local lock_timeout = 50`);
          await tx.run(count);
        }),
    ],
  ])(
    'is Unavailable while another transaction holds the lock (%s), and works again afterwards',
    async (code, ask) => {
      const refused = await harness.db.duringTransaction(count.text, () =>
        ask().catch((error: unknown) => error),
      );
      expect(refused).toBeInstanceOf(Unavailable);
      expect(refused).toMatchObject({ status: 503, code, cause: { code } });
      await ask();
    },
  );

  it.each([
    ['row', count.text, [true, false]],
    ['table', 'lock table public.counters', [false, true]],
  ])('reports whether a lock of a %s was the cause', async (_what, lock, expected) => {
    const refused = await harness.db.duringTransaction(lock, () =>
      hasty
        .write(async (tx) => {
          await tx.run(sql`set local lock_timeout = 50`);
          await tx.run(count);
        })
        .catch((error: unknown) => error),
    );
    expect([isRowLocked(refused), isLockedOut(refused)]).toEqual(expected);
  });

  it('is Unavailable when a transaction fails against others on every attempt', async () => {
    let tries = 0;
    const refused = await hasty
      .write(async (tx) => {
        tries += 1;
        await tx.run(sql`set transaction isolation level repeatable read`);
        await tx.one(sql`select value from public.counters`);
        await harness.db.many(count);
        await tx.run(count);
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({ code: '40001' });
    expect(tries).toBe(3);
  });
});
