import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { WebhookPortal } from './webhook-portal.js';

const api = useResourceApi();

/** A drill: it fills tables with tens of thousands of rows. */
describe('the audit log', () => {
  it('counts no more than 10,000', async () => {
    const admin = await api.administrator();
    const list = (query: string) => admin.get(`/v2/audit-log?${query}`);
    await api.db.many(sql`
      insert into auth.audit_log (day, time, event, portal_id, client_id)
      select (t at time zone 'utc')::date, t, 'consent.given', ${admin.portal.id}, 'written'
        from generate_series(1, 16000) i,
             lateral (select date_trunc('second', now()) - make_interval(secs => 16000 - i) as t) m`);
    const { body } = await list('limit=1');
    expect(body.total).toBe(10_000);
    expect((await list(`limit=1&cursor=${body.next_cursor}`)).body.total).toBe(10_000);
  });
});

describe('lists by cursor', () => {
  it('continue over the 10,000 at which offset and limit end, and return each row once', async () => {
    const other = await api.administrator();
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, updated_time)
      select ${other.portal.id}, ${other.id}, n, 'T',
             now() - interval '1 day' + n % 500 * interval '1 second' from generate_series(1, 10120) n`);
    const get = (query: string) => other.get(`/v2/enrollments?limit=50&${query}`);
    expect((await get('offset=9951')).status).toBe(400);
    const seen: { id: number; timestamp: number }[] = [];
    for (let cursor: string | undefined = '*'; cursor !== undefined;) {
      const { body } = await get(`cursor=${cursor}`);
      expect(body.total).toBe(10_120);
      seen.push(...body.hits);
      cursor = body.next_cursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(10_120);
    expect(seen).toEqual(seen.toSorted((one, two) => one.timestamp - two.timestamp || one.id - two.id));
  });
});

describe('GET /v2/webhooks/{webhook-id}/deliveries', () => {
  const portal = WebhookPortal.use(api);

  it('checks 20,000 deliveries a page, and continues after an empty one', async () => {
    await api.db.many(sql`
      insert into learning.webhook_deliveries
        (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state, attempts, tries)
      select current_date, ${portal.webhookId}, n, n, 'user.update', 'user:' || n, now(), 1, 1, 1
        from generate_series(1, 45000) n`);
    await api.db.many(sql`
      insert into learning.webhook_attempts (created_on, webhook_id, seq, number, time, duration_ms, status)
      select current_date, ${portal.webhookId}, n, 1, now(), 1, case when n in (3, 24999, 25000) then 500 else 200 end
        from generate_series(1, 45000) n`);
    const pages = async (limit: number) => {
      const shown: [number, number[]][] = [];
      let cursor: string | undefined = '*';
      while (cursor !== undefined) {
        const { status, body } = await portal.send(
          'GET',
          `/deliveries?status=5xx&limit=${limit}&cursor=${cursor}`,
        );
        expect(status).toBe(200);
        shown.push([body.total, body.hits.map(({ id }: { id: number }) => id)]);
        cursor = body.next_cursor;
      }
      return shown;
    };
    expect(await pages(20)).toEqual([
      [0, []],
      [2, [25_000, 24_999]],
      [1, [3]],
    ]);
    // the second page begins behind its only hit
    expect(await pages(1)).toEqual([
      [0, []],
      [2, [25_000]],
      [1, [24_999]],
      [1, [3]],
    ]);
  });
});

describe('GET /v2/enrollments/export of many rows', () => {
  const MANY = 30_000;
  let boss: TestAccount;
  let other: TestAccount;
  let loId: number;
  beforeAll(async () => {
    boss = await api.administrator();
    other = await api.administrator();
    loId = await loadText(boss.portal.id);
    const { id } = boss.portal;
    await api.db.many(sql`
      with people as (
        insert into identity.persons (email, first_name, last_name)
        select 'many' || n || '@example.com', 'Many', repeat('x', 200)
          from generate_series(1, ${sql.raw(`${MANY}`)}) n returning id),
      accounts as (
        insert into identity.accounts (portal_id, person_id, first_name, last_name)
        select ${id}, id, 'Many', repeat('x', 200) from people returning id)
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select ${id}, id, ${loId}, repeat('y', 200) from accounts`);
  });
  const file = (query: string, actor: TestAccount) => actor.get(`/v2/enrollments/export?${query}`);
  async function loadText(portalId: number): Promise<number> {
    const seed = await api.catalogue();
    await seed.provider('own', portalId);
    const text = { provider: 'own', external_id: 't0', type: 'text', title: 'Text' } as const;
    return (await seed.load([text])).get('own t0')!;
  }
  /** Reads only the first chunk of the file by default. */
  const begin = async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${boss.token}` };
    const address = `${api.http.baseUrl}/v2/enrollments/export`;
    const { body } = await fetch(address, { headers, signal: leaving.signal });
    return { reader: body!.getReader(), leave: () => leaving.abort() };
  };

  it('contains each once, and is not a transaction: others can write in the meantime', async () => {
    const rows = (await file('', boss)).text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY);
  });

  it('is cut off visibly when it cannot continue, or its reader has lost access', async () => {
    const { reader } = await begin();
    await reader.read();
    await api.db.many(sql`update identity.accounts set status = false where id = ${boss.id}`);
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow();
    await api.db.many(sql`update identity.accounts set status = true where id = ${boss.id}`);
  });

  it('runs three times in parallel, not four, and again when one is done', async () => {
    const readers = await Promise.all([1, 2, 3].map(begin));
    const tries = async () => (await file('user_id=1', boss)).status;
    expect(await tries()).toBe(429);
    expect((await file('user_id=1', other)).status).toBe(200);
    for (const { leave } of readers) leave();
    for (let status = await tries(); status !== 200;) status = await tries();
  });
});
