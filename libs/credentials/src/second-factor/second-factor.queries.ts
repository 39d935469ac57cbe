import { latestTokenExpiry } from '@app/contracts';
import { needsSecondFactor, sql, type Transaction } from '@app/database';

/** Whether portal `p` requires a second factor for account `a`: for its administrators, by configuration. */
export const demandsSecondFactor = sql`${sql.raw(needsSecondFactor)}`;

/**
 * Turns a person's second factor off, and ends what was granted where one is required: tokens, codes and families of
 * those accounts only. @returns whether there was one
 */
export async function removeSecondFactor(tx: Transaction, personId: number, now: Date): Promise<boolean> {
  await tx.run(sql`delete from auth.recovery_codes where person_id = ${personId}`);
  const removed = await tx.one(
    sql`delete from auth.second_factors where person_id = ${personId} returning confirmed_at`,
  );
  // in a separate statement, which sees what was granted while the factor was held
  await tx.many(sql`
    select auth.revoke_rights('account', d.id::text, true, 'second factor off', ${latestTokenExpiry(now)})
      from (select a.id from identity.accounts a join identity.portals p on p.id = a.portal_id
             where a.person_id = ${personId} and ${demandsSecondFactor} order by a.id) d`);
  return removed !== undefined;
}
