import { Sealer } from '@app/kernel';
import { webhookSecretContext } from '@app/contracts';
import { useDatabase } from '@app/testing';
import { randomBytes } from 'node:crypto';
import {
  DeliveryState,
  insertWebhook,
  lockWebhook,
  MailboxState,
  setWebhookSecret,
  WebhookSecrets,
} from './index.js';

describe('a webhook to be changed', () => {
  const own = useDatabase('api');
  const portal = async () => {
    const name = `p${randomBytes(4).toString('hex')}.learning.example`;
    const row = await own.db.one<{ id: number }>(
      'insert into identity.portals (name, title) values ($1, $1) returning id',
      [name],
    );
    return row.id;
  };
  const webhook = (portalId: number, enabled = true) =>
    own.database.write((tx) =>
      insertWebhook(tx, { portalId, url: 'https://partner.example/x', enabled, events: [] }),
    );

  it('is found for its own portal and for all portals, and not for another portal', async () => {
    const [mine, other] = [await portal(), await portal()];
    const { id } = await webhook(mine);
    const lock = (portalId: number | 'any') => own.database.write((tx) => lockWebhook(tx, { id, portalId }));
    expect(await lock(mine)).toEqual({ id, enabled: true });
    expect(await lock('any')).toEqual({ id, enabled: true });
    expect(await lock(other)).toBeUndefined();
  });

  it('is created with a mailbox, disabled if the webhook is', async () => {
    const { id } = await webhook(await portal(), false);
    const row = await own.db.one('select state from learning.webhook_mailboxes where webhook_id = $1', [id]);
    expect(row['state']).toBe(MailboxState.disabled);
  });

  it('has its secret sealed for this webhook only', async () => {
    const key = randomBytes(32).toString('base64');
    const secrets = new WebhookSecrets({ SECRETS_KEY: key });
    const made = await webhook(await portal());
    await own.database.write((tx) =>
      setWebhookSecret(tx, made, { secret: 'my own secret', overlapSeconds: 0 }, secrets),
    );
    const { secret } = await own.db.one('select secret from learning.webhooks where id = $1', [made.id]);
    expect(secrets.open(made.id, secret as Buffer)).toBe('my own secret');
    expect(secrets.open(made.id + 1, secret as Buffer)).toBeUndefined();
    // what a starting server compares the key with
    expect(Sealer.of({ SECRETS_KEY: key }).open(secret as Buffer, webhookSecretContext(made.id))).toBe(
      'my own secret',
    );
  });
});

it('state numbers match those in the migrations’ comments and partial indexes', () => {
  expect(MailboxState).toEqual({ open: 0, parked: 1, disabled: 2, paused: 3 });
  expect(DeliveryState).toEqual({ waiting: 0, delivered: 1, failed: 2, dropped: 3 });
});
