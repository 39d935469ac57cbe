import { sql } from '@app/database';
import { limits } from '@app/limits';
import { useResourceApi } from '../../test/resource-api.js';
import { WebhookPortal } from '../../test/webhook-portal.js';

const api = useResourceApi();

const portal = WebhookPortal.use(api);
const send: WebhookPortal['send'] = (...request) => portal.send(...request);
const delivery: WebhookPortal['delivery'] = (...fields) => portal.delivery(...fields);

describe('GET /v2/webhooks/{webhook-id}/deliveries', () => {
  it('shows state, attempt count and attempts, newest first', async () => {
    await delivery(1);
    await delivery(2, { state: 2, tries: 2 });
    const { status, body } = await send('GET', '/deliveries');
    expect([status, body.total]).toEqual([200, 2]);
    expect(body.hits.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
    expect(body.hits[0]).toEqual({
      id: 2,
      event_id: expect.stringMatching(/^evt_/),
      type: 'user.update',
      sequence: 2,
      state: 'failed',
      tries: 2,
      next_try_time: null,
      created_time: expect.any(String),
      delivered_time: null,
      attempts: [1, 2].map((number) => ({
        number,
        time: expect.any(String),
        duration_ms: 12,
        status: 500,
        error: null,
        error_reason: null,
        response: 'no',
        probe: false,
      })),
    });
  });

  it('returns the last attempts of each, so that a page is within the limit of an answer, and more by id', async () => {
    for (let id = 1; id <= 50; id += 1) await delivery(id, { tries: 0 });
    await api.db.many(sql`
      insert into learning.webhook_attempts (created_on, webhook_id, seq, number, time, duration_ms, error,
             error_reason, response, probe)
      select d.created_on, d.webhook_id, d.seq, n, now(), 1, 'tls_failed', 'expired', ${'\ufffd'.repeat(1_024)}, true
        from learning.webhook_deliveries d, generate_series(1, 300) n where d.webhook_id = ${portal.webhookId}`);
    const { status, body, text } = await send('GET', '/deliveries?limit=50');
    expect([status, body.hits.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    const numbers = (attempts: { number: number }[]) => attempts.map(({ number }) => number);
    expect(body.hits[0].attempts[0]).toMatchObject({ error: 'tls_failed', error_reason: 'expired' });
    for (const { attempts } of body.hits)
      expect(numbers(attempts)).toEqual(Array.from({ length: 10 }, (_, index) => 291 + index));
    const one = await send('GET', '/deliveries/1');
    expect(numbers(one.body.attempts)).toEqual(Array.from({ length: 100 }, (_, index) => 201 + index));
  });

  it('filters by state, type and time', async () => {
    await delivery(1, { state: 0 });
    await delivery(2, { type: 'user.create' });
    await delivery(3, { ageHours: 20 });
    await send('POST', '/test');
    const ids = async (query: string) =>
      (await send('GET', `/deliveries?${query}`)).body.hits.map(
        (hit: { sequence: number | null }) => hit.sequence,
      );
    expect(await ids('state=waiting')).toEqual([null, 1]);
    expect(await ids('state=delivered')).toEqual([3, 2]);
    expect(await ids('type=user.create')).toEqual([2]);
    expect(await ids('type=webhook.test')).toEqual([null]);
    expect(await ids('type=nonsense')).toEqual([]);
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    expect(await ids(`to=${hourAgo}`)).toEqual([3]);
    expect(await ids(`from=${hourAgo}&type=user.update`)).toEqual([1]);
    expect((await send('GET', '/deliveries?state=lost')).status).toBe(400);
  });

  it('filters by status and error of the last attempt, and by event id', async () => {
    await delivery(1, { status: 200 });
    await delivery(2, { status: null, error: 'timeout', state: 2 });
    await delivery(3, { status: 503, tries: 2, state: 0 });
    await delivery(4, { status: 204, tries: 2 });
    await delivery(5, { status: 700, type: 'user.create' });
    await delivery(6, { tries: 0, state: 0 });
    const test = (await send('POST', '/test')).body;
    await api.db.many(sql`
      insert into learning.webhook_attempts (created_on, webhook_id, seq, number, time, duration_ms, error)
      select created_on, webhook_id, id, 1, now(), 1, 'tls_failed' from learning.webhook_test_deliveries
       where id = ${test.id}`);
    await api.db.many(sql`update learning.webhook_test_deliveries set attempts = 1 where id = ${test.id}`);
    const findIds = async (query: string) => {
      const { body } = await send('GET', `/deliveries?${query}`);
      expect(body.next_cursor).toBeUndefined();
      expect(body.total).toBe(body.hits.length);
      return body.hits.map(({ id, sequence }: { id: number; sequence: number | null }) => sequence ?? id);
    };
    expect(await findIds('status=2xx')).toEqual([4, 1]);
    expect(await findIds('status=5XX')).toEqual([5, 3]);
    expect(await findIds('status=503')).toEqual([3]);
    expect(await findIds('status=500')).toEqual([]);
    expect(await findIds('status=5xx&state=waiting')).toEqual([3]);
    expect(await findIds('status=5xx&type=user.create')).toEqual([5]);
    expect(await findIds('error=Timeout')).toEqual([2]);
    expect(await findIds('error=timeout&status=2xx')).toEqual([]);
    expect(await findIds('error=tls_failed')).toEqual([test.id]);
    expect(await findIds(`event_id=${test.event_id}`)).toEqual([test.id]);
    for (const seq of [1, 6]) {
      const { event_id } = (await send('GET', `/deliveries/${seq}`)).body;
      expect(await findIds(`event_id=${event_id}`)).toEqual([seq]);
      expect(await findIds(`event_id=${event_id}&state=failed`)).toEqual([]);
    }
    expect(await findIds(`event_id=evt_${'0'.repeat(32)}`)).toEqual([]);
  });

  it('names a status, an error and an event id that cannot be', async () => {
    for (const [name, value] of [
      ['status', '6xx'],
      ['status', '20'],
      ['status', 'ok'],
      ['error', 'too_slow'],
      ['event_id', '7'],
    ]) {
      const { status, body } = await send('GET', `/deliveries?${name}=${value}`);
      expect([value, status, body.additional_errors[0].path]).toEqual([value, 400, name]);
    }
  });

  it('pages by cursor through deliveries and tests, each once', async () => {
    for (let seq = 1; seq <= 7; seq += 1) {
      await delivery(seq);
      if (seq % 3 === 0) await send('POST', '/test');
    }
    const seen: (number | null)[] = [];
    let cursor: string | undefined = '*';
    while (cursor !== undefined) {
      const { body } = await send('GET', `/deliveries?limit=2&cursor=${cursor}`);
      expect(body.total).toBe(9);
      seen.push(...body.hits.map((hit: { sequence: number | null }) => hit.sequence));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([7, null, 6, 5, 4, null, 3, 2, 1]);
    expect((await send('GET', '/deliveries?cursor=*&limit=0')).body).toMatchObject({
      hits: [],
      next_cursor: '*',
    });
    expect((await send('GET', '/deliveries?cursor=bad')).status).toBe(400);
    expect((await send('GET', '/deliveries?limit=51')).status).toBe(400);
  });
});

describe('GET /v2/webhooks/{webhook-id}/deliveries/{delivery-id}', () => {
  it('shows headers, and the body byte by byte', async () => {
    await delivery(1);
    const { body } = await send('GET', '/deliveries/1');
    expect(body.headers).toEqual({
      'content-type': 'application/json',
      accept: '*/*',
      'user-agent': 'LearningPlatform-Webhooks/1',
      'webhook-id': body.event_id,
    });
    expect(body.body).toMatch(/"sequence":1,"data":\{"b":1,"7":"x"\}\}$/);
  });

  it('answers 404 for an unknown delivery, 400 for a non-integer', async () => {
    expect((await send('GET', '/deliveries/1')).status).toBe(404);
    expect((await send('GET', '/deliveries/99999999999999999999')).status).toBe(404);
    expect((await send('GET', '/deliveries/x')).status).toBe(400);
  });
});

describe('a parked webhook is probed immediately', () => {
  it.each([
    ['when a waiting delivery is redelivered', 'POST', '/deliveries/1/redeliver', undefined],
    ['when its address is changed', 'PATCH', '', { url: 'https://receiver.example/repaired' }],
    ['when it is enabled, although it is', 'PATCH', '', { enabled: true }],
  ] as const)('%s', async (_, method, path, json) => {
    await delivery(1, { state: 0 });
    await api.db.many(sql`
      update learning.webhook_mailboxes set state = 1, next_due = now() + interval '10 minutes',
             hold_until = now() + interval '1 hour' where webhook_id = ${portal.webhookId}`);
    expect([200, 202]).toContain((await send(method, path, json)).status);
    const mailbox = await api.db.one(sql`
      select state, next_due <= now() as due, hold_until from learning.webhook_mailboxes
       where webhook_id = ${portal.webhookId}`);
    expect(mailbox).toEqual({ state: 1, due: true, hold_until: null });
  });
});

describe('POST /v2/webhooks/{webhook-id}/deliveries/{delivery-id}/redeliver', () => {
  it('makes a finished delivery due immediately', async () => {
    await delivery(1, { state: 2, tries: 10 });
    const { status, body } = await send('POST', '/deliveries/1/redeliver');
    expect([status, body.state, body.tries]).toEqual([202, 'waiting', 10]);
    const row = await api.db.one(sql`
      select * from learning.webhook_deliveries where webhook_id = ${portal.webhookId}`);
    expect(row).toMatchObject({ state: 0, round_tries: 0, redeliveries: 1 });
    const mailbox = await api.db.one(sql`
      select next_due from learning.webhook_mailboxes where webhook_id = ${portal.webhookId}`);
    expect(mailbox['next_due']).toBeInstanceOf(Date);
  });

  it('answers 409 while the webhook is disabled', async () => {
    await delivery(1);
    await send('PATCH', '', { enabled: false });
    const { status, body } = await send('POST', '/deliveries/1/redeliver');
    expect([status, body.error_code]).toEqual([409, 'webhook_disabled']);
  });
});

describe('POST /v2/webhooks/{webhook-id}/test', () => {
  it('queues a test delivery without a sequence, even for a disabled webhook', async () => {
    await send('PATCH', '', { enabled: false });
    const { status, body } = await send('POST', '/test');
    expect(status).toBe(202);
    expect(body).toMatchObject({
      type: 'webhook.test',
      sequence: null,
      state: 'waiting',
      tries: 0,
      attempts: [],
    });
    const detail = await send('GET', `/deliveries/${body.id}`);
    expect(JSON.parse(detail.body.body)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: portal.webhookId },
    });
  });
});

describe('disabling', () => {
  it('drops pending deliveries, which can be redelivered', async () => {
    await delivery(1, { state: 0 });
    await send('PATCH', '', { enabled: false });
    expect((await send('GET', '/deliveries/1')).body.state).toBe('dropped');
    await send('PATCH', '', { enabled: true });
    expect((await send('POST', '/deliveries/1/redeliver')).body.state).toBe('waiting');
  });
});

interface Hit {
  webhook_id: number;
  id: number;
}

describe('GET /v2/deliveries', () => {
  const list = (query = '', token = portal.admin.token) => api.http.get(`/v2/deliveries?${query}`, { token });
  const keys = (hits: Hit[]) => hits.map(({ webhook_id: webhook, id }) => `${webhook} ${id}`);
  /** All hits by pages. */
  async function readAll(query: string): Promise<string[]> {
    const read: string[] = [];
    let cursor: string | undefined = '*';
    for (let pages = 0; cursor !== undefined && pages < 100; pages += 1) {
      const { status, body } = await list(`${query}&cursor=${cursor}`);
      expect(status).toBe(200);
      read.push(...keys(body.hits));
      cursor = body.next_cursor;
    }
    return read;
  }
  /** A second webhook, for the deliveries that follow. */
  async function addWebhook(): Promise<[first: number, second: number]> {
    const first = portal.webhookId;
    const json = { url: 'https://partner.example/other', user_update: true };
    const { body } = await portal.admin.post('/v2/webhooks', json);
    return [first, (portal.webhookId = body.id)];
  }

  it('merges the deliveries of all webhooks, newest first, each once', async () => {
    for (let seq = 1; seq <= 5; seq += 1) await portal.delivery(seq, { ageHours: 20 - 2 * seq });
    const [first, second] = await addWebhook();
    for (let seq = 1; seq <= 3; seq += 1) await portal.delivery(seq, { ageHours: 17 - 2 * seq });
    const expected = [
      `${first} 5`,
      `${second} 3`,
      `${first} 4`,
      `${second} 2`,
      `${first} 3`,
      `${second} 1`,
      `${first} 2`,
      `${first} 1`,
    ];
    const { body } = await list();
    expect([body.total, keys(body.hits), body.next_cursor]).toEqual([8, expected, undefined]);
    expect(body.hits[0].attempts).toHaveLength(1);
    for (const limit of [1, 2, 3, 7]) expect(await readAll(`limit=${limit}`)).toEqual(expected);
    expect((await list('limit=0')).body).toMatchObject({
      total: 8,
      hits: [],
      next_cursor: expect.any(String),
    });
  });

  it('does not repeat or add deliveries that are queued during paging', async () => {
    await portal.delivery(1, { ageHours: 3 });
    await portal.delivery(2, { ageHours: 1 });
    const [first, second] = await addWebhook();
    await portal.delivery(1, { ageHours: 2 });
    const page = (await list('limit=1')).body;
    expect(keys(page.hits)).toEqual([`${first} 2`]);
    await portal.delivery(2);
    const rest = (await list(`cursor=${page.next_cursor}`)).body;
    expect(keys(rest.hits)).toEqual([`${second} 1`, `${first} 1`]);
    expect(rest.next_cursor).toBeUndefined();
  });

  it('has the filters of the list of one webhook', async () => {
    await portal.delivery(1, { type: 'user.create', status: 200 });
    const event = (await portal.send('GET', '/deliveries/1')).body.event_id;
    const [first, second] = await addWebhook();
    await portal.delivery(1, { state: 2, status: null, error: 'timeout' });
    const test = (await portal.send('POST', '/test')).body.id;
    expect(await readAll('type=user.create')).toEqual([`${first} 1`]);
    expect(await readAll('state=failed')).toEqual([`${second} 1`]);
    expect(await readAll('error=timeout&limit=1')).toEqual([`${second} 1`]);
    expect(await readAll('status=2xx')).toEqual([`${first} 1`]);
    expect(await readAll(`event_id=${event}`)).toEqual([`${first} 1`]);
    expect(await readAll('type=webhook.test')).toEqual([`${second} ${test}`]);
    expect(await readAll(`to=${Math.floor(Date.now() / 1000) - 60}`)).toEqual([]);
    expect((await list('state=lost')).status).toBe(400);
    for (const cursor of ['x', 'MS4yLjM0NTY3OC05', 'A'.repeat(5_000)])
      expect((await list(`cursor=${cursor}`)).body.additional_errors?.[0].path).toBe('cursor');
  });

  it('shows nothing of other portals, and only to administrators with webhook.read', async () => {
    await portal.delivery(1);
    const other = await api.administrator(await api.portal());
    expect((await list('', other.token)).body).toEqual({ total: 0, hits: [] });
    // a cursor of another portal names webhooks that are not read
    const { next_cursor: cursor } = (await list('limit=0')).body;
    expect((await list(`cursor=${cursor}`, other.token)).body).toEqual({ total: 0, hits: [] });
    const learner = await api.account(portal.admin.portal);
    expect((await list('', learner.token)).status).toBe(403);
    const narrow = await api.mint.sign({
      portal: portal.admin.portal,
      account: portal.admin,
      scopes: ['user.read'],
    });
    expect((await list('', narrow)).body.error_code).toBe('insufficient_scope');
  });
});
