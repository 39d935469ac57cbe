import type { Database, Transaction } from '@app/database';
import * as webhooks from '@app/webhooks';

const lock = (tx: Transaction, id: number) => webhooks.lockWebhook(tx, { id, portalId: 'any' });

/** @returns false: no such webhook, or it is disabled or paused */
export async function pauseWebhook(tx: Transaction, id: number): Promise<boolean> {
  const webhook = await lock(tx, id);
  return webhook !== undefined && webhooks.pauseWebhook(tx, webhook);
}

/** @returns false: no such webhook, or it is neither paused nor parked with a reason */
export async function resumeWebhook(tx: Transaction, id: number): Promise<boolean> {
  const webhook = await lock(tx, id);
  return webhook !== undefined && webhooks.resumeWebhook(tx, webhook);
}

/**
 * Sends again what was fired in the window, inclusive, and is not already waiting.
 * @returns how many; undefined: no such webhook, or it is disabled
 */
export async function replayWebhook(
  database: Database,
  id: number,
  window: { from: Date; to: Date },
): Promise<number | undefined> {
  const webhook = await database.write((tx) => lock(tx, id));
  if (!webhook?.enabled) return undefined;
  // events may be fired at fractions of the millisecond given by `to`
  const seconds = { from: window.from.getTime() / 1000, before: (window.to.getTime() + 1) / 1000 };
  return webhooks.replay(database, { id, portalId: 'any' }, seconds, 'operator');
}
