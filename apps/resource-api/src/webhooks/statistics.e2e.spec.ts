import { sql } from '@app/database';
import { limits } from '@app/limits';
import { countAttempt, noDeliveryCounts, type CountedAttempt } from '@app/webhooks';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let webhookId: number;

const createWebhook = async (owner: TestAccount): Promise<number> => {
  const json = { url: 'https://partner.example/hook' };
  return (await owner.post('/v2/webhooks', json)).body.id;
};
beforeEach(async () => {
  admin = await api.administrator();
  webhookId = await createWebhook(admin);
});

/** Counts as a worker writes them. */
async function counted(time: string, attempts: Partial<CountedAttempt>[], id = webhookId, owner = admin) {
  const counts = noDeliveryCounts();
  for (const attempt of attempts)
    countAttempt(counts, { status: null, error: null, durationMs: 30, result: 'waiting', ...attempt });
  const { delivered, failed, attempts: tries, classes, errors, buckets } = counts;
  await api.db.many(sql`
    insert into learning.webhook_hours
    values (${id}, ${owner.portal.id}, ${time}, ${delivered}, ${failed}, ${tries}, ${classes}, ${errors},
      ${buckets})`);
}
const delivered = { status: 200, result: 'delivered' } as const;
const seconds = (time: string) => String(Date.parse(time) / 1_000);
const statistics = (from: string, to: string, more: Record<string, string> = {}, id = webhookId) =>
  admin.get(
    `/v2/webhooks/${id}/statistics?${new URLSearchParams({ from: seconds(from), to: seconds(to), ...more }).toString()}`,
  );
const deliveredBy = async (...query: Parameters<typeof statistics>) =>
  (await statistics(...query)).body.hits.map((hit: { time: string; delivered: number }) => [
    hit.time.slice(0, 16),
    hit.delivered,
  ]);

describe('GET /v2/webhooks/{webhook-id}/statistics', () => {
  it('counts results of deliveries in each hour, including zeros', async () => {
    await counted('2026-03-02T10:00:00Z', [
      ...Array<typeof delivered>(9).fill(delivered),
      { status: 503, result: 'failed', durationMs: 800 },
      { error: 'timeout', durationMs: 15_000 },
    ]);
    const { status, body } = await statistics('2026-03-02T09:30:00Z', '2026-03-02T10:15:00Z');
    expect(status).toBe(200);
    const nothing = {
      time: '2026-03-02T09:00:00+00:00',
      delivered: 0,
      failed: 0,
      attempts: 0,
      status_classes: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 },
      errors: {
        address_refused: 0,
        connection_failed: 0,
        tls_failed: 0,
        timeout: 0,
        invalid_response: 0,
        payload_unreadable: 0,
        secret_unreadable: 0,
      },
      p50_ms: null,
      p95_ms: null,
    };
    expect(body).toEqual({
      total: 2,
      hits: [
        nothing,
        {
          time: '2026-03-02T10:00:00+00:00',
          delivered: 9,
          failed: 1,
          attempts: 11,
          status_classes: { ...nothing.status_classes, '2xx': 9, '5xx': 1, none: 1 },
          errors: { ...nothing.errors, timeout: 1 },
          p50_ms: expect.any(Number),
          p95_ms: expect.any(Number),
        },
      ],
    });
    const [, { p50_ms, p95_ms }] = body.hits;
    expect(p50_ms).toBeGreaterThan(20);
    expect(p50_ms).toBeLessThanOrEqual(35);
    expect(p95_ms).toBeGreaterThan(500);
    expect(p95_ms).toBeLessThanOrEqual(1_000);
  });

  it('adds up days of the zone, across a change of clocks too', async () => {
    // in Berlin, 29 March 2026 begins at 23:00 and ends at 22:00
    for (const [hour, times] of [
      ['28T22:00', 1],
      ['28T23:00', 2],
      ['29T12:00', 4],
      ['29T21:00', 8],
      ['29T22:00', 16],
    ] as const)
      await counted(`2026-03-${hour}:00Z`, Array<typeof delivered>(times).fill(delivered));
    const berlin = { interval: 'day', time_zone: 'Europe/Berlin' };
    expect(await deliveredBy('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', berlin)).toEqual([
      ['2026-03-27T23:00', 1],
      ['2026-03-28T23:00', 14],
      ['2026-03-29T22:00', 16],
    ]);
    expect(await deliveredBy('2026-03-29T00:00:00Z', '2026-03-29T00:00:00Z', { interval: 'day' })).toEqual([
      ['2026-03-29T00:00', 28],
    ]);
  });

  it('shows no number of another webhook or portal', async () => {
    const [time, day] = ['2026-03-02T10:00:00Z', { interval: 'day' }];
    const otherAdmin = await api.administrator();
    const theirId = await createWebhook(otherAdmin);
    await counted(time, [delivered], theirId, otherAdmin);
    // as if an id were given twice
    await counted('2026-03-02T11:00:00Z', [delivered], webhookId, otherAdmin);
    await counted(time, [delivered, delivered], await createWebhook(admin));
    expect(await deliveredBy(time, time, day)).toEqual([['2026-03-02T00:00', 0]]);
    expect((await statistics(time, time, day, theirId)).status).toBe(404);
    expect((await statistics(time, time, day, 2_000_000_000)).status).toBe(404);
  });

  it('names the invalid parameters', async () => {
    const [from, to] = ['2026-03-02T10:00:00Z', '2026-03-04T10:00:00Z'];
    const refused = async (more: Record<string, string>) => {
      const { status, body } = await statistics(from, to, more);
      return [
        status,
        ...(body.additional_errors ?? []).flatMap((one: { path: string; error_code: string }) => [
          one.path,
          one.error_code,
        ]),
      ];
    };
    expect(await refused({ time_zone: 'Mars/Olympus' })).toEqual([400, 'time_zone', 'invalid_value']);
    expect(await refused({ time_zone: 'Asia/Kathmandu' })).toEqual([400, 'time_zone', 'invalid_value']);
    expect(await refused({ interval: 'week' })).toEqual([400, 'interval', 'invalid_value']);
    expect(await refused({ to: seconds('2026-05-04T10:00:00Z') })).toEqual([400, 'to', 'custom']);
    expect(await refused({ from: 'x' })).toEqual([400, 'from', 'invalid_type']);
    const { headers } = await statistics(from, to, { zone: 'UTC' });
    expect(headers['warning']).toContain('zone');
  });
});

describe('GET /v2/webhook-statistics', () => {
  const [from, to] = ['2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z'];
  const list = (query: Record<string, string> | [string, string][] = {}, token = admin.token) => {
    const parameters = new URLSearchParams({ from: seconds(from), to: seconds(to) });
    for (const [name, value] of Array.isArray(query) ? query : Object.entries(query)) {
      if (name === 'to') parameters.set(name, value);
      else parameters.append(name, value);
    }
    return api.http.get(`/v2/webhook-statistics?${parameters.toString()}`, { token });
  };
  const deliveredByWebhook = async (...sent: Parameters<typeof list>) =>
    Object.fromEntries(
      (await list(...sent)).body.hits.map((hit: { webhook_id: number; series: { delivered: number }[] }) => [
        hit.webhook_id,
        hit.series.map((bucket) => bucket.delivered),
      ]),
    );

  it('shows the series of each webhook as its own statistics do', async () => {
    const second = await createWebhook(admin);
    await counted(from, [delivered, { status: 503, result: 'failed' }]);
    await counted(to, [delivered, delivered], second);
    const { status, body } = await list();
    expect(status).toBe(200);
    const series = async (id: number) => (await statistics(from, to, {}, id)).body.hits;
    expect(body).toEqual({
      total: 2,
      hits: [
        { webhook_id: webhookId, series: await series(webhookId) },
        { webhook_id: second, series: await series(second) },
      ],
    });
    expect(await deliveredByWebhook()).toEqual({ [webhookId]: [1, 0], [second]: [0, 2] });
    expect(await deliveredByWebhook({ interval: 'day' })).toEqual({ [webhookId]: [1], [second]: [2] });
  });

  it('shows some webhooks on request, and no number of another portal', async () => {
    const second = await createWebhook(admin);
    const third = await createWebhook(admin);
    const otherAdmin = await api.administrator();
    const theirId = await createWebhook(otherAdmin);
    await counted(from, [delivered], theirId, otherAdmin);
    // as if an id were given twice
    await counted(from, [delivered], second, otherAdmin);
    const ids: [string, string][] = [second, third, theirId, 2_000_000_000, -1].map((id) => [
      'webhook_id',
      String(id),
    ]);
    expect(await deliveredByWebhook(ids)).toEqual({ [second]: [0, 0], [third]: [0, 0] });
    expect(await deliveredByWebhook({ webhook_id: String(theirId) })).toEqual({});
    expect(await deliveredByWebhook({ webhook_id: '' })).toEqual({
      [webhookId]: [0, 0],
      [second]: [0, 0],
      [third]: [0, 0],
    });
    expect(await deliveredByWebhook({}, otherAdmin.token)).toEqual({ [theirId]: [1, 0] });
  });

  it('has no hit in a portal without webhooks', async () => {
    const { token } = await api.administrator();
    expect((await list({}, token)).body).toEqual({ total: 0, hits: [] });
  });

  it('has a number of buckets at most, whose bytes fit an answer', async () => {
    const most = limits.webhook_buckets.most;
    const otherIds = await Promise.all(Array.from({ length: 4 }, () => createWebhook(admin)));
    const end = (hours: number) => String(Number(seconds(from)) + (hours - 1) * 3_600);
    const refused = await list({ to: end(most / 5 + 1) });
    expect([refused.status, refused.body.additional_errors]).toEqual([
      400,
      [
        {
          path: 'to',
          message: 'must be so near to from that 5 webhooks have at most 2,500 buckets together',
          error_code: 'invalid',
        },
      ],
    ]);
    const { status, text, body } = await list({ to: end(most / 5) });
    expect([status, body.hits[4].series.length]).toEqual([200, most / 5]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    // each alone has every series that one webhook has
    const month = end(31 * 24 + 1);
    expect((await list({ to: month, webhook_id: String(otherIds[0]) })).status).toBe(200);
    const year = { to: end(400 * 24 + 1), interval: 'day' };
    expect((await list(year)).body.hits.map(({ series }: { series: [] }) => series.length)).toEqual(
      Array(5).fill(401),
    );
  });

  it('names the invalid parameters', async () => {
    const refused = async (query: Parameters<typeof list>[0]) => {
      const { status, body } = await list(query);
      return [status, body.additional_errors?.[0]?.path];
    };
    const ids = (count: number): [string, string][] =>
      Array.from({ length: count }, (_, index) => ['webhook_id', String(index)]);
    expect(await refused(ids(51))).toEqual([400, 'webhook_id']);
    expect(await refused(ids(50))).toEqual([200, undefined]);
    expect((await refused({ webhook_id: 'x' }))[0]).toBe(400);
    expect(await refused({ time_zone: 'Asia/Kathmandu' })).toEqual([400, 'time_zone']);
    expect(await refused({ to: seconds('2026-05-04T10:00:00Z') })).toEqual([400, 'to']);
    const { headers } = await list({ webhook: '1' });
    expect(headers['warning']).toContain('webhook');
  });
});
