import { sql, type Transaction } from '@app/database';

declare const locked: unique symbol;

/** A webhook that the transaction has locked or created; functions that change webhooks accept nothing else. */
export interface LockedWebhook {
  readonly id: number;
  readonly enabled: boolean;
  readonly [locked]: true;
}

/**
 * Locks the webhook's row, and not its mailbox: `changeWebhook` changes that.
 * @param webhook.portalId the requesting portal; `any` for the worker and for operators
 * @returns undefined when the portal has no such webhook
 */
export function lockWebhook(
  tx: Transaction,
  { id, portalId }: { id: number; portalId: number | 'any' },
): Promise<LockedWebhook | undefined> {
  const inPortal = portalId === 'any' ? sql.empty : sql`portal_id = ${portalId} and`;
  return tx.one<LockedWebhook>(
    sql`select id, enabled from learning.webhooks where ${inPortal} id = ${id} for update`,
  );
}
