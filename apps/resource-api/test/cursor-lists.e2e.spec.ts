import { openDatabase, sql, type Database, type Transaction } from '@app/database';
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
    await api.db.many(`update identity.accounts set updated_time = updated_time - interval '1 hour'`);
  });
  afterAll(() => owner.dataSource.destroy());

  const page = async (
    path: string,
    cursor: string,
  ): Promise<{ ids: number[]; next?: string; total: number }> => {
    const { body } = await api.http.get(`${path}?limit=1&cursor=${cursor}`, { token: admin.token });
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
    const totalAt = async (cursor: string) =>
      (await api.http.get(`/v2/users?cursor=${cursor}&limit=0`, { token: admin.token })).body;
    expect(await totalAt('*')).toEqual({ total: 4, hits: [], next_cursor: '*' });
    const { next, ids } = await page('/v2/users', '*');
    const again = (await totalAt(next!)).next_cursor as string;
    expect((await page('/v2/users', again)).ids).toEqual((await page('/v2/users', next!)).ids);
    expect((await page('/v2/users', again)).ids).not.toEqual(ids);
    const { last } = await readOn('/v2/users', '*');
    const { body } = await api.http.get(`/v2/users?cursor=${last}&limit=50`, { token: admin.token });
    const end = body.hits.at(-1) as { id: number };
    const beyond = Buffer.from(`253402300799000.${end.id}`).toString('base64url');
    expect(await totalAt(beyond)).toEqual({ total: 4, hits: [] });
  });
});
