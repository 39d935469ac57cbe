import type { Database } from '@app/database';
import { changeWebhook, replay } from '@app/webhooks';

/** @returns false: no such webhook, or it is disabled or paused */
export const pauseWebhook = (database: Database, id: number): Promise<boolean> =>
  changeState(database, id, 'pause');

/** @returns false: no such webhook, or it is neither paused nor parked with a reason */
export const resumeWebhook = (database: Database, id: number): Promise<boolean> =>
  changeState(database, id, 'resume');

const changeState = (database: Database, id: number, mailbox: 'pause' | 'resume'): Promise<boolean> =>
  changeWebhook(database, { id, portalId: 'any' }, () =>
    Promise.resolve({ mailbox, result: (isMailboxChanged) => isMailboxChanged }),
  );

/**
 * Sends events again that were fired in the window, inclusive, unless they are already waiting.
 * @returns how many; undefined: no such webhook, or it is disabled
 */
export async function replayWebhook(
  database: Database,
  id: number,
  window: { from: Date; to: Date },
): Promise<number | undefined> {
  const webhook = { id, portalId: 'any' } as const;
  const isEnabled = await changeWebhook(database, webhook, (_tx, locked) =>
    Promise.resolve({ mailbox: 'none', result: () => locked?.enabled ?? false }),
  );
  if (!isEnabled) return undefined;
  // events may be fired at fractions of the millisecond given by `to`
  const seconds = { from: window.from.getTime() / 1000, before: (window.to.getTime() + 1) / 1000 };
  return replay(database, webhook, { ...seconds, actor: 'operator' });
}
