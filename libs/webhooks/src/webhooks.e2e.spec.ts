import { sql } from '@app/database';
import { Sealer } from '@app/kernel';
import { webhookSecretContext } from '@app/contracts';
import { useDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import {
  DeliveryState,
  disableWebhook,
  dropWaiting,
  insertWebhook,
  lockWebhook,
  MailboxState,
  replay,
  setWebhookSecret,
  WebhookSecrets,
} from './index.js';

describe('a webhook to be changed', () => {
  const harness = useDatabase('api');
  const portal = async () => {
    const name = `p${randomBytes(4).toString('hex')}.learning.example`;
    const row = await harness.db.one<{ id: number }>(sql`
      insert into identity.portals (name, title) values (${name}, ${name}) returning id`);
    return row.id;
  };
  const webhook = (portalId: number, enabled = true) =>
    harness.database.write((tx) =>
      insertWebhook(tx, { portalId, url: 'https://partner.example/x', enabled, events: [] }),
    );

  it('is found for its own portal and for all portals, and not for another portal', async () => {
    const [mine, other] = [await portal(), await portal()];
    const { id } = await webhook(mine);
    const lock = (portalId: number | 'any') =>
      harness.database.write((tx) => lockWebhook(tx, { id, portalId }));
    expect(await lock(mine)).toEqual({ id, enabled: true });
    expect(await lock('any')).toEqual({ id, enabled: true });
    expect(await lock(other)).toBeUndefined();
  });

  it('is created with a mailbox, disabled if the webhook is', async () => {
    const { id } = await webhook(await portal(), false);
    const row = await harness.db.one(sql`
      select state from learning.webhook_mailboxes where webhook_id = ${id}`);
    expect(row['state']).toBe(MailboxState.disabled);
  });

  it('has its secret sealed for this webhook only', async () => {
    const key = randomBytes(32).toString('base64');
    const secrets = new WebhookSecrets({ SECRETS_KEY: key });
    const created = await webhook(await portal());
    await harness.database.write((tx) =>
      setWebhookSecret(tx, created, { secret: 'my own secret', overlapSeconds: 0 }, secrets),
    );
    const { secret } = await harness.db.one(sql`
      select secret from learning.webhooks where id = ${created.id}`);
    expect(secrets.open(created.id, secret as Buffer)).toBe('my own secret');
    expect(secrets.open(created.id + 1, secret as Buffer)).toBeUndefined();
    // what a starting server compares the key with
    expect(Sealer.of({ SECRETS_KEY: key }).open(secret as Buffer, webhookSecretContext(created.id))).toBe(
      'my own secret',
    );
  });

  describe('with more deliveries than one transaction changes', () => {
    const MANY = 12_001;
    const fill = (id: number, state: number) =>
      harness.db.many(sql`
        insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state)
        select current_date - n % 2, ${id}, n, n, 'user.update', 'user:' || n, now() - interval '1 minute', ${state}
          from generate_series(1, ${MANY}::int) n`);
    const counts = async (id: number) => {
      const rows = await harness.db.many<{ state: number; redeliveries: number; count: number }>(sql`
        select state, redeliveries, count(*)::int as count from learning.webhook_deliveries
         where webhook_id = ${id} group by state, redeliveries`);
      return rows.map(({ state, redeliveries, count }) => [state, redeliveries, count]);
    };
    const window = { from: Date.now() / 1000 - 3600, before: Date.now() / 1000 + 3600 };

    it('sends each of them again once', async () => {
      const portalId = await portal();
      const { id } = await webhook(portalId);
      await fill(id, DeliveryState.delivered);
      expect(await replay(harness.database, { id, portalId }, { ...window, actor: 'partner' })).toBe(MANY);
      expect(await counts(id)).toEqual([[DeliveryState.waiting, 1, MANY]]);
    });

    it('sends nothing again for another portal, or once it is disabled', async () => {
      const portalId = await portal();
      const created = await webhook(portalId);
      await fill(created.id, DeliveryState.delivered);
      const other = { id: created.id, portalId: await portal() };
      expect(await replay(harness.database, other, { ...window, actor: 'partner' })).toBe(0);
      await harness.database.write((tx) => disableWebhook(tx, created));
      expect(
        await replay(harness.database, { id: created.id, portalId }, { ...window, actor: 'partner' }),
      ).toBe(0);
      expect(await counts(created.id)).toEqual([[DeliveryState.delivered, 0, MANY]]);
    });

    it('drops all waiting deliveries once it is disabled, and none before', async () => {
      const created = await webhook(await portal());
      await fill(created.id, DeliveryState.waiting);
      await dropWaiting(harness.database, created.id);
      expect(await counts(created.id)).toEqual([[DeliveryState.waiting, 0, MANY]]);
      await harness.database.write((tx) => disableWebhook(tx, created));
      await dropWaiting(harness.database, created.id);
      expect(await counts(created.id)).toEqual([[DeliveryState.dropped, 0, MANY]]);
    });
  });
});

it('state numbers match those in the migrations’ comments and partial indexes', () => {
  expect(MailboxState).toEqual({ open: 0, parked: 1, disabled: 2, paused: 3 });
  expect(DeliveryState).toEqual({ waiting: 0, delivered: 1, failed: 2, dropped: 3 });
});
