import { accessTokenSeconds } from '@app/contracts';
import { sql, type Transaction } from '@app/database';

export interface TakenRights {
  kind: 'account' | 'client' | 'portal';
  subject: number | string;
  /** Whether refresh tokens die too; they survive a change of roles. */
  endFamilies: boolean;
  /** One word for the audit log, such as `blocked`. */
  because: string;
}

/**
 * Ends every token issued so far to an account, client or portal, in the transaction that takes the right away.
 * Call it after the change: it waits for tokens being issued meanwhile. Source: wire contract section 3.
 */
export const takeAwayRights = (tx: Transaction, taken: TakenRights, now: Date): Promise<number> =>
  tx.run(sql`
    select auth.take_away_rights(${taken.kind}, ${String(taken.subject)}, ${taken.endFamilies}, ${taken.because},
                                 ${new Date(now.getTime() + accessTokenSeconds * 1000)})`);
