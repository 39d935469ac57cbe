import { useDatabase } from '@app/testing';
import {
  openDatabase,
  runInContext,
  sql,
  type Database,
  type Statement,
  type Transaction,
} from '../index.js';

describe('Database', () => {
  const harness = useDatabase();
  let database: Database;
  beforeAll(async () => {
    database = await harness.open('owner', 4);
    await database.write((tx) =>
      tx.run(sql`create table public.counters (id int primary key, value int not null)`),
    );
    await database.write((tx) => tx.run(sql`insert into public.counters values (1, 0), (2, 0)`));
  });

  const value = async (id: number) =>
    (await database.one<{ value: number }>(sql`select value from public.counters where id = ${id}`))!.value;
  const count = (tx: Transaction, id: number) =>
    tx.run(sql`update public.counters set value = value + 1 where id = ${id}`);

  it('rolls back a transaction that throws, and calls afterCommit only after a commit', async () => {
    const toldMessages: string[] = [];
    const failing = database.write(async (tx) => {
      tx.afterCommit(() => toldMessages.push('failed'));
      await count(tx, 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.write(async (tx) => {
      tx.afterCommit(() => toldMessages.push('done'));
      await count(tx, 2);
    });
    expect([await value(1), await value(2), toldMessages]).toEqual([0, 1, ['done']]);
  });

  it('refuses a read outside a running transaction', async () => {
    await expect(database.write(() => database.one(sql`select 1`))).rejects.toThrow(
      'a transaction is running',
    );
    await expect(database.write(async (tx) => tx.one(sql`select 1 as one`))).resolves.toEqual({ one: 1 });
  });

  it('retries transactions that Postgres ends because of a deadlock', async () => {
    const before = [await value(1), await value(2)];
    let waiting = 2;
    let go: () => void;
    const both = new Promise<void>((resolve) => (go = resolve));
    const cross = (first: number, second: number) =>
      database.write(async (tx) => {
        await count(tx, first);
        if ((waiting -= 1) === 0) go();
        await both;
        await count(tx, second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect([await value(1), await value(2)]).toEqual([before[0]! + 2, before[1]! + 2]);
    expect(waiting).toBeLessThan(0);
  });

  it('inserts values, nested statements and names', () => {
    const inner = sql`a = ${1} and b = ${2}`;
    const outer = sql`select ${sql.raw('x')} from t where ${inner} or c = ${3} and ${sql.and([])}`;
    expect([outer.text, outer.values]).toEqual([
      'select x from t where a = $1 and b = $2 or c = $3 and true',
      [1, 2, 3],
    ]);
  });

  it('has one text for a template with the same parts, and another for other parts', () => {
    const statement = (part: Statement, column: string, value: number) =>
      sql`select ${sql.raw(column)} from t where ${part} and ${sql.and([part, sql`d = ${value}`])} and c = ${value}`;
    const one = statement(sql`a = ${1}`, 'x', 2);
    const text = 'select x from t where a = $1 and a = $2 and d = $3 and c = $4';
    expect([one.text, one.values]).toEqual([text, [1, 1, 2, 2]]);
    const again = statement(sql`a = ${3}`, 'x', 4);
    expect([again.text, again.values]).toEqual([text, [3, 3, 4, 4]]);
    expect(statement(sql`a = ${1}`, 'y', 2).text).toBe(text.replace(' x ', ' y '));
    expect(statement(sql`true`, 'x', 2).text).toBe(
      'select x from t where true and true and d = $1 and c = $2',
    );
    expect(() => sql.raw('a = $1')).toThrow('no name or keyword');
    expect(statement(sql`true`.unprepared(), 'x', 2).prepared).toBe(false);
    expect(statement(sql`true`, 'x', 2).prepared).toBe(true);
  });

  it('numbers the values of any number of joined conditions', () => {
    for (let size = 1; size < 110; size += 1) {
      const parts = Array.from({ length: size }, (_, index) => sql`${sql.raw(`c${size}`)} = ${index}`);
      const { text, values } = sql`select 1 where ${sql.join(parts, ' or ')}`;
      const conditions = values.map((_, index) => `c${size} = $${index + 1}`).join(' or ');
      expect(text).toBe(`select 1 where ${conditions}`);
      expect(values).toHaveLength(size);
    }
  });

  it('runs transactions of large bodies one after the other, concurrently with others', async () => {
    const url = harness.urls.owner;
    const options = { applicationName: 'test', pool: 'test', poolSize: 4, waitMs: 60_000 };
    const patient = await openDatabase({ url, ...options });
    const begun: string[] = [];
    const hold = Promise.withResolvers<void>();
    const begin = (name: string, hasLargeBody: boolean, until?: Promise<void>) =>
      runInContext({ operation: `PUT /${name}`, portalId: 7, hasLargeBody }, () =>
        patient.write(async () => {
          begun.push(name);
          await until;
        }),
      );
    const large = [begin('first', true, hold.promise), begin('second', true)];
    await begin('small', false);
    expect(begun.toSorted()).toEqual(['first', 'small']);
    hold.resolve();
    await Promise.all(large);
    expect(begun.at(-1)).toBe('second');
    await patient.close();
  });

  it('returns rows with their column names, or with `sql.camelCase` those of services', async () => {
    const columns = sql`1 as portal_id, 2 as p95_ms, ${3}::int as id, '{"user_id": [{"lo_id": 1}]}'::jsonb as made_by`;
    const row = sql`select ${columns}`;
    const named = sql.camelCase`select ${columns}`;
    const asRow = { portal_id: 1, p95_ms: 2, id: 3, made_by: { user_id: [{ lo_id: 1 }] } };
    const asValue = { portalId: 1, p95Ms: 2, id: 3, madeBy: { user_id: [{ lo_id: 1 }] } };
    expect([named.text, named.values, named.prepared, named.unprepared().prepared]).toEqual([
      row.text,
      [3],
      true,
      false,
    ]);
    for (const [statement, expected] of [
      [row, asRow],
      [named, asValue],
      [named.unprepared(), asValue],
      [sql`select * from (${named}) inner_one`, asRow],
    ] as const) {
      for (const reader of [database, database.heavy, database.dedicated]) {
        expect(await reader.one(statement)).toEqual(expected);
        expect(await reader.many(statement)).toEqual([expected]);
      }
      expect(await database.write((tx) => tx.many(statement))).toEqual([expected]);
    }
    expect(await database.one(sql.camelCase`select 1 as portal_id where false`)).toBeUndefined();
  });

  it('sends arrays of whatever Postgres has', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const row = await database.one(sql`
      select ${[1, null, -2]}::int[] as ints, ${[most, 0]}::bigint[] as longs, ${[0.1, 1e-7, 1e21, -0]}::float8[] as floats,
             ${[true, null, false]}::boolean[] as booleans, ${[]}::int[] as none, ${[null]}::text[] as nothing,
             ${['a"b\\c', 'NULL', '', '{1,2}', null]}::text[] as texts, ${[1, 'x y']}::text[] as mixed,
             ${[Number.NaN, Number.POSITIVE_INFINITY]}::float8[] as odd, ${[
               [1, 2],
               [3, 4],
             ]}::int[] as nested`);
    expect(row).toEqual({
      ints: [1, null, -2],
      longs: [String(most), '0'],
      floats: [0.1, 1e-7, 1e21, 0],
      booleans: [true, null, false],
      none: [],
      nothing: [null],
      texts: ['a"b\\c', 'NULL', '', '{1,2}', null],
      mixed: ['1', 'x y'],
      odd: [Number.NaN, Number.POSITIVE_INFINITY],
      nested: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  it('with `isKeyed` plans a statement once, by index even when the table is nearly empty', async () => {
    await database.write((tx) => tx.run(sql`analyze public.counters`));
    const keyed = await openDatabase({
      url: harness.urls.owner,
      applicationName: 'k',
      poolSize: 1,
      forcesIndexPlans: true,
    });
    const explainScan = async (target: Database) => {
      const statement = sql`explain (costs off) select value from public.counters where id = ${1}`;
      return (await target.one<{ 'QUERY PLAN': string }>(statement))?.['QUERY PLAN'];
    };
    try {
      expect(await explainScan(keyed)).toBe('Index Scan using counters_pkey on counters');
      expect(await explainScan(database)).toBe('Seq Scan on counters');
      for (const id of [1, 2, 3]) await keyed.one(sql`select value from public.counters where id = ${id}`);
      const plans = await keyed.one(sql`
        select generic_plans, custom_plans from pg_prepared_statements where statement like 'select value%'`);
      expect(plans).toEqual({ generic_plans: 3, custom_plans: 0 });
    } finally {
      await keyed.dataSource.destroy();
    }
  });
});
