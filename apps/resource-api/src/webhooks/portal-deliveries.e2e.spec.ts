import { useResourceApi } from '../../test/resource-api.js';
import { WebhookPortal } from '../../test/webhook-portal.js';

const api = useResourceApi();
const portal = WebhookPortal.use(api);

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
    const { body } = await api.http.post('/v2/webhooks', { token: portal.admin.token, json });
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
