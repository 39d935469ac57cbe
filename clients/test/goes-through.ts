import { sql } from '@app/database';
import { verifyWebhook } from '../typescript/src/index.js';
import type { Platform } from './platform-stack.js';

/** The findings of a generated client's program. */
export interface Outcome {
  found: number;
  user_id: number;
  status: string;
  code: string;
  existing: boolean;
  secret: string;
  webhook_id: number;
}

/** Holds the outcome of the flow against what must come of it; the webhook must have heard of the person. */
export async function expectOutcome({ receiver, auth }: Platform, outcome: Outcome): Promise<void> {
  expect(outcome).toMatchObject({
    found: 3,
    status: 'not-started',
    code: 'enrollment_exists',
    existing: true,
  });
  const isIt = ({ event }: (typeof receiver.received)[number]) =>
    event.type === 'user.create' && event.data['id'] === outcome.user_id;
  await receiver.until((received) => received.some(isIt));
  const event = verifyWebhook(outcome.secret, receiver.received.find(isIt)!);
  expect(event).toMatchObject({ type: 'user.create', data: { id: outcome.user_id } });
  await auth.db.many(sql`delete from learning.webhooks where id = ${outcome.webhook_id}`);
}
