import { sql } from '@app/database';
import { limits } from '@app/limits';
import { useResourceApi } from '../../test/resource-api.js';
import { WebhookPortal } from '../../test/webhook-portal.js';

const api = useResourceApi();
const portal = WebhookPortal.use(api);
const send: WebhookPortal['send'] = (...request) => portal.send(...request);
const delivery: WebhookPortal['delivery'] = (...fields) => portal.delivery(...fields);

describe('POST /v2/webhooks/{webhook-id}/replay', () => {
  it('resends all deliveries in the window, and returns their number', async () => {
    await delivery(1, { ageHours: 20 });
    await delivery(2);
    await delivery(3, { state: 3 });
    await delivery(4, { state: 0 });
    const now = Math.floor(Date.now() / 1000);
    const { status, body } = await send('POST', '/replay', { from: now - 3600, to: now + 60 });
    expect([status, body]).toEqual([202, { count: 2 }]);
  });

  /** One delivery in each state, and one more that failed, of another type. */
  async function oneOfEach() {
    for (const state of [0, 1, 2, 3]) await delivery(state + 1, { state });
    await delivery(5, { state: 2, type: 'user.create' });
    const now = Math.floor(Date.now() / 1000);
    return { from: now - 3600, to: now + 60 };
  }
  const waiting = async () =>
    (await send('GET', '/deliveries?state=waiting')).body.hits.map(({ id }: { id: number }) => id);

  it.each([
    [{ states: ['failed'] }, [5, 3, 1]],
    [{ states: ['Dropped'] }, [4, 1]],
    [{ states: ['delivered', 'dropped'] }, [4, 2, 1]],
    [{ types: ['user.create'] }, [5, 1]],
    [{ types: ['user.create', 'lo.update'], states: ['dropped'] }, [1]],
    [{ types: ['user.create', 'user.update'], dry_run: false }, [5, 4, 3, 2, 1]],
  ])('resends only %j', async (which, sentIds) => {
    const window = await oneOfEach();
    const dry = await send('POST', '/replay', { ...window, ...which, dry_run: true });
    expect([dry.status, dry.body]).toEqual([200, { count: sentIds.length - 1 }]);
    expect(await waiting()).toEqual([1]);
    const { status, body } = await send('POST', '/replay', { ...window, ...which });
    expect([status, body]).toEqual([202, dry.body]);
    expect(await waiting()).toEqual(sentIds);
  });

  it('changes nothing in a dry run and counts it towards no limit, also when it is repeated', async () => {
    const window = await oneOfEach();
    const before = await api.db.many(sql`
      select * from learning.webhook_deliveries where webhook_id = ${portal.webhookId}`);
    const counts = () =>
      api.db.many(sql`
        select * from maintenance.limit_counts where limit_name = 'webhook_replays'
           and owner = ${String(portal.webhookId)}`);
    for (const _ of ['first', 'repeated']) {
      const headers = { 'idempotency-key': 'dry' };
      const { status, body } = await send('POST', '/replay', { ...window, dry_run: 1 }, { headers });
      expect([status, body]).toEqual([200, { count: 4 }]);
    }
    expect(
      await api.db.many(sql`
        select * from learning.webhook_deliveries where webhook_id = ${portal.webhookId}`),
    ).toEqual(before);
    expect(await counts()).toEqual([]);
    await send('POST', '/replay', window);
    expect(await counts()).toHaveLength(1);
    await send('PATCH', '', { enabled: false });
    const refused = await send('POST', '/replay', { ...window, dry_run: true });
    expect([refused.status, refused.body.error_code]).toEqual([409, 'webhook_disabled']);
  });

  it('skips deliveries that were sent too often, in a dry run too', async () => {
    const window = await oneOfEach();
    await api.db.many(sql`
      update learning.webhook_deliveries set redeliveries = ${limits.delivery_redeliveries.most}
       where webhook_id = ${portal.webhookId} and seq = 3`);
    for (const dry_run of [true, false])
      expect((await send('POST', '/replay', { ...window, states: ['failed'], dry_run })).body).toEqual({
        count: 1,
      });
  });

  it('is a form too', async () => {
    const { from, to } = await oneOfEach();
    const form = { from: String(from), to: String(to), states: 'failed', dry_run: 'true' };
    const { status, body } = await send('POST', '/replay', undefined, { form });
    expect([status, body]).toEqual([200, { count: 2 }]);
  });

  it('names states and types that cannot be', async () => {
    for (const [which, path] of [
      [{ states: ['waiting'] }, 'states.0'],
      [{ states: ['failed', 'lost'] }, 'states.1'],
      [{ states: [] }, 'states'],
      [{ types: ['webhook.test'] }, 'types.0'],
      [{ types: [] }, 'types'],
      [{ dry_run: 'maybe' }, 'dry_run'],
    ] as const) {
      const { status, body } = await send('POST', '/replay', { from: 1, to: 2, ...which });
      expect([status, body.additional_errors?.[0].path]).toEqual([400, path]);
    }
  });

  it('is not taken for done by its Idempotency-Key when it fails midway', async () => {
    await api.db.many(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state)
      select current_date, ${portal.webhookId}, n, n, 'user.update', 'user:' || n, now(), 1
        from generate_series(1, 5001) n`);
    await api.db.many(sql`
      create function learning.refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on learning.webhook_deliveries for each row when (new.seq = 5001)
        execute function learning.refuse()`);
    const now = Math.floor(Date.now() / 1000);
    const headers = { 'idempotency-key': 'midway' };
    const replay = () => send('POST', '/replay', { from: now - 60, to: now + 600 }, { headers });
    expect((await replay()).status).toBe(500);
    await api.db.many(sql`drop trigger refuse on learning.webhook_deliveries`);
    // the others wait already
    for (const _ of ['now', 'again']) expect((await replay()).body).toEqual({ count: 1 });
  });

  it('refuses more than 30 days, a reversed window, and no window', async () => {
    const bad = async (json: object) => (await send('POST', '/replay', json)).status;
    expect(await bad({ from: 0, to: 30 * 86_400 + 1 })).toBe(400);
    expect(await bad({ from: 2, to: 1 })).toBe(400);
    expect(await bad({})).toBe(400);
  });
});
