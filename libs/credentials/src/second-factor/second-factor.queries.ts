import { latestTokenExpiry } from '@app/contracts';
import { needsSecondFactor, sql, type Transaction } from '@app/database';

/** Whether portal `p` requires a second factor for account `a`: for its administrators, by configuration. */
export const demandsSecondFactor = sql`${sql.raw(needsSecondFactor)}`;

/**
 * Turns a person's second factor off, and ends all grants of accounts that require one: their tokens, codes and
 * families.
 * @returns whether there was one
 */
export async function removeSecondFactor(tx: Transaction, personId: number, now: Date): Promise<boolean> {
  await tx.run(sql`delete from auth.recovery_codes where person_id = ${personId}`);
  const removed = await tx.one(
    sql`delete from auth.second_factors where person_id = ${personId} returning confirmed_at`,
  );
  // in a separate statement, which sees the grants that were issued while the factor was locked
  await tx.many(sql`
    select auth.revoke_rights('account', d.id::text, true, 'second factor off', ${latestTokenExpiry(now)})
      from (select a.id from identity.accounts a join identity.portals p on p.id = a.portal_id
             where a.person_id = ${personId} and ${demandsSecondFactor} order by a.id) d`);
  return removed !== undefined;
}
