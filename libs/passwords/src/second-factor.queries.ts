import { ACCESS_TOKEN_SECONDS } from '@app/contracts';
import { sql, type Transaction } from '@app/database';

/** Whether portal `p` demands a second factor of account `a`: of its administrators, by configuration. */
export const demandsSecondFactor = sql`(
  a.status and a.closed_time is null and 'Administrator' = any(a.roles)
  and p.configuration -> 'require_second_factor' = 'true'::jsonb)`;

/** Seconds after which no token issued now can still be accepted, clock differences included. */
const LONGEST_LIFE = ACCESS_TOKEN_SECONDS + 120;

/**
 * Turns off a person's second factor, and ends grants where one is demanded: tokens, codes and families of those
 * accounts, and of no others. @returns whether there was one
 */
export async function removeSecondFactor(tx: Transaction, personId: number, now: Date): Promise<boolean> {
  await tx.run(sql`delete from auth.recovery_codes where person_id = ${personId}`);
  const removed = await tx.one(
    sql`delete from auth.second_factors where person_id = ${personId} returning confirmed_at`,
  );
  // in a statement of its own, so that it sees what was granted with the factor until now
  const until = new Date(now.getTime() + LONGEST_LIFE * 1000);
  await tx.many(sql`
    select auth.take_away_rights('account', d.id::text, true, 'second factor off', ${until})
      from (select a.id from identity.accounts a join identity.portals p on p.id = a.portal_id
             where a.person_id = ${personId} and ${demandsSecondFactor} order by a.id) d`);
  return removed !== undefined;
}
