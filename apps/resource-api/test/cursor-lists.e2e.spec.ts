import { openDatabase, sql, type Database, type Transaction } from '@app/database';
import { assertReadsAtMost, recordStatements } from '@app/testing';
import { enrollmentSorts } from '../src/enrollments/enrollments.schema.js';
import { userSorts } from '../src/users/users.schema.js';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** A transaction that stays open until the test ends it. */
class OpenTransaction {
  #end!: () => void;
  readonly #ended = new Promise<void>((done) => (this.#end = done));
  private constructor(
    readonly tx: Transaction,
    private readonly finished: () => Promise<unknown>,
  ) {}

  static open(database: Database): Promise<OpenTransaction> {
    return new Promise((opened, failed) => {
      const work: Promise<unknown> = database.write(async (tx) => {
        const heldWork = new OpenTransaction(tx, () => work);
        opened(heldWork);
        await heldWork.#ended;
      });
      work.catch(failed);
    });
  }

  async commit(): Promise<void> {
    this.#end();
    await this.finished();
  }
}

describe('lists by cursor', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let owner: Database;
  let people: TestAccount[];

  beforeAll(async () => {
    admin = await api.administrator();
    people = [await api.account(admin.portal), await api.account(admin.portal)];
    owner = await openDatabase({ url: api.database.urls.owner, applicationName: 'test', poolSize: 4 });
    await api.db.many(sql`update identity.accounts set updated_time = updated_time - interval '1 hour'`);
  });
  afterAll(() => owner.dataSource.destroy());

  const page = async (
    path: string,
    cursor: string,
  ): Promise<{ ids: number[]; next?: string; total: number }> => {
    const { body } = await admin.get(`${path}?limit=1&cursor=${cursor}`);
    return {
      ids: body.hits.map((hit: { id: number }) => hit.id),
      total: body.total,
      ...(body.next_cursor ? { next: body.next_cursor } : {}),
    };
  };
  /** Everything from `cursor` on, and the last page's cursor, from which a partner continues later. */
  async function readOn(path: string, startCursor: string): Promise<{ seen: number[]; last: string }> {
    const seen: number[] = [];
    let last = startCursor;
    for (let cursor: string | undefined = startCursor; cursor;) {
      last = cursor;
      const read: Awaited<ReturnType<typeof page>> = await page(path, cursor);
      seen.push(...read.ids);
      cursor = read.next;
    }
    return { seen, last };
  }

  const touchAccount = ({ tx }: OpenTransaction, { id }: TestAccount) =>
    tx.run(sql`
      update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id() where id = ${id}`);
  const enroll = ({ tx }: OpenTransaction, { id, portal }: TestAccount) =>
    tx.run(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title) values (${portal.id}, ${id}, 1, 'T')`);

  it.each([
    ['/v2/users', touchAccount],
    ['/v2/enrollments', enroll],
  ])(
    '%s misses no row of a transaction that writes first and commits last, even if it began last',
    async (path, write) => {
      const [first, second] = people as [TestAccount, TestAccount];
      const before = (await readOn(path, '*')).seen;
      const early = await OpenTransaction.open(owner);
      await early.tx.one(sql`select pg_current_xact_id()`);
      const late = await OpenTransaction.open(owner);
      await write(late, second);
      await write(early, first);
      await early.commit();
      // the later row is committed, the earlier is not: the cursor must not pass either
      const meanwhile = await readOn(path, '*');
      expect(meanwhile.seen).toEqual(before.filter((id) => path !== '/v2/users' || id !== first.id));
      await late.commit();
      const after = await readOn(path, '*');
      expect(after.seen.length).toBe(path === '/v2/users' ? before.length : before.length + 2);
      const { seen } = await readOn(path, meanwhile.last);
      expect(seen.slice(-2)).toEqual(after.seen.slice(-2));
    },
  );

  it('count the whole match once, on the first page', async () => {
    const { next, total } = await page('/v2/users', '*');
    expect(total).toBe(3);
    await api.account(admin.portal);
    expect((await page('/v2/users', next!)).total).toBe(3);
    expect((await page('/v2/users', '*')).total).toBe(4);
  });

  it('continue from a cursor issued before totals were stored in it', async () => {
    const cursor = Buffer.from('0.0').toString('base64url');
    expect(await page('/v2/users', cursor)).toMatchObject({ total: 4, ids: [expect.any(Number)] });
  });

  it('limit=0 returns the same position while more rows follow, and none after the last page', async () => {
    const totalAt = async (cursor: string) => (await admin.get(`/v2/users?cursor=${cursor}&limit=0`)).body;
    expect(await totalAt('*')).toEqual({ total: 4, hits: [], next_cursor: '*' });
    const { next, ids } = await page('/v2/users', '*');
    const again = (await totalAt(next!)).next_cursor as string;
    expect((await page('/v2/users', again)).ids).toEqual((await page('/v2/users', next!)).ids);
    expect((await page('/v2/users', again)).ids).not.toEqual(ids);
    const { last } = await readOn('/v2/users', '*');
    const { body } = await admin.get(`/v2/users?cursor=${last}&limit=50`);
    const end = body.hits.at(-1) as { id: number };
    const beyond = Buffer.from(`253402300799000.${end.id}`).toString('base64url');
    expect(await totalAt(beyond)).toEqual({ total: 4, hits: [] });
  });
});

describe('lists with a sort', () => {
  const api = useResourceApi();
  let admin: TestAccount;

  /** Many rows have the same values, or none. */
  const fill = (portalId: number, count: number) =>
    api.db.many(sql`
      with people as (
        insert into identity.persons (email, first_name, last_name)
        select 'sorted' || n || '@' || ${portalId}::int || '.example', 'F' || n % 5, 'L' || n % 3
          from generate_series(1, ${count}) n
        returning id, first_name, last_name),
      accounts as (
        insert into identity.accounts (portal_id, person_id, first_name, last_name, created_time, last_login_time)
        select ${portalId}::int, id, first_name, last_name, now() - id % 50 * interval '1 microsecond',
               case when id % 3 > 0 then now() - id % 20 * interval '1 microsecond' end
          from people returning id)
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, status, due_date, updated_time)
      select ${portalId}::int, id, 1, 'T', (array['not-started', 'in-progress', 'completed'])[1 + id % 3],
             case when id % 4 > 0 then now() - id % 20 * interval '1 day' end, now() - id % 20 * interval '1 hour'
        from accounts`);

  beforeAll(async () => {
    admin = await api.administrator();
    await fill(admin.portal.id, 1_000);
    await fill((await api.portal()).id, 5_000);
    for (const table of ['identity.accounts', 'identity.persons', 'learning.enrollments'])
      await api.db.many(sql`analyze ${sql.raw(table)}`);
  });

  const list = (path: string) => admin.get(path);
  const columns: Record<string, string> = {
    last_name: 'last_name, first_name',
    first_name: 'first_name, last_name',
    last_login_time: 'last_login_time nulls first',
    status: 'status, updated_time',
  };
  /** @returns the ids in this order, which is written differently from that of the list */
  const idsBy = async (table: string, sort: string) =>
    await api.db.column<number>(sql`
        select id from ${sql.raw(table)} where portal_id = ${admin.portal.id}
         order by ${sql.raw(columns[sort] ?? sort)}, id`);
  const ids = (hits: { id: number }[]) => hits.map(({ id }) => id);

  const sorts = [
    ...userSorts.map((sort) => ['/v2/users', sort, 'identity.accounts'] as const),
    ...enrollmentSorts.map((sort) => ['/v2/enrollments', sort, 'learning.enrollments'] as const),
  ];

  it.each(sorts)('%s?sort=%s returns each row once in both directions', async (path, sort, table) => {
    const expectedIds = await idsBy(table, sort);
    for (const direction of ['asc', 'desc']) {
      const seenIds: number[] = [];
      for (let cursor: string | undefined = '*'; cursor !== undefined;) {
        const { body } = await list(`${path}?limit=50&sort=${sort}:${direction}&cursor=${cursor}`);
        expect(body.total).toBe(expectedIds.length);
        seenIds.push(...ids(body.hits));
        cursor = body.next_cursor;
      }
      expect(seenIds).toEqual(direction === 'asc' ? expectedIds : expectedIds.toReversed());
    }
  });

  it.each(sorts)('%s?sort=%s reads no more rows than a page has', async (path, sort) => {
    const first = await list(`${path}?limit=10&sort=${sort}`);
    const next = `${path}?limit=10&sort=${sort}&cursor=${first.body.next_cursor}`;
    for (const page of [`${path}?limit=10&sort=${sort}:desc`, next]) {
      const statements = await recordStatements(() => list(page));
      const sorted = statements.filter(({ text }) => text.includes('sort_0'));
      await assertReadsAtMost(60, api.db, sorted);
    }
  });

  it.each(['q=f1', 'last_name=l2', 'state=invited', 'last_login_before=4102444800', 'roles=Learner'])(
    'people are sorted among those with %s',
    async (filter) => {
      const everybody = new Set<number>();
      for (let cursor: string | undefined = '*'; cursor !== undefined;) {
        const { body } = await list(`/v2/users?limit=50&${filter}&cursor=${cursor}`);
        for (const { id } of body.hits) everybody.add(id);
        cursor = body.next_cursor;
      }
      const expectedIds = (await idsBy('identity.accounts', 'last_name')).filter((id) => everybody.has(id));
      const first = (await list(`/v2/users?limit=5&sort=last_name&${filter}`)).body;
      const second = (await list(`/v2/users?limit=5&sort=last_name&${filter}&cursor=${first.next_cursor}`))
        .body;
      expect(first.total).toBe(expectedIds.length);
      expect(ids([...first.hits, ...second.hits])).toEqual(expectedIds.slice(0, 10));
    },
  );

  it.each(['status', 'updated_time'])('enrollments of the history are sorted by %s, too', async (sort) => {
    await api.db.many(sql`
      update learning.enrollments set archived_time = now(), archived_because = 'deleted' where id % 2 = 0`);
    const expectedIds = (await idsBy('learning.enrollments', sort)).toReversed();
    const first = (await list(`/v2/enrollments?limit=7&archived=all&sort=${sort}:desc`)).body;
    const second = await list(
      `/v2/enrollments?limit=7&archived=all&sort=${sort}:desc&cursor=${first.next_cursor}`,
    );
    expect(ids([...first.hits, ...second.body.hits])).toEqual(expectedIds.slice(0, 14));
  });

  const cursorOf = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');

  it.each([
    ['users?sort=email', 'sort'],
    ['users?sort=last_name:up', 'sort'],
    ['users?sort=last_name&closed=all', 'sort'],
    ['enrollments?sort=due_date&archived=true', 'sort'],
    ['users?sort=last_name&offset=20', 'offset'],
    [`users?sort=last_name&cursor=${Buffer.from('0.0').toString('base64url')}`, 'cursor'],
    [`users?sort=last_name&cursor=${cursorOf('last_name:desc', ['a', 'b'], 1, 1)}`, 'cursor'],
    [`users?cursor=${cursorOf('last_name:asc', ['a', 'b'], 1, 1)}`, 'cursor'],
    [`users?sort=last_name&cursor=${cursorOf('last_name:asc', 'a', 1, 1)}`, 'cursor'],
  ])('GET /v2/%s is 400, naming %s', async (query, name) => {
    const { status, body } = await list(`/v2/${query}`);
    expect([status, body.additional_errors[0].path]).toEqual([400, name]);
  });

  it.each([
    ['sort=last_login_time', cursorOf('last_login_time:asc', ['yesterday evening'], 1, 9)],
    ['sort=last_login_time', cursorOf('last_login_time:asc', ['9999999-01-01'], 1, 9)],
    ['sort=last_name', cursorOf('last_name:asc', ['a'], 1, 9)],
    ['sort=last_name', cursorOf('last_name:asc', ['a', 'b', 'c'], 1, 9)],
  ])('a made-up cursor of %s is 400: %s', async (sort, cursor) => {
    expect((await list(`/v2/users?${sort}&cursor=${cursor}`)).status).toBe(400);
  });
});
