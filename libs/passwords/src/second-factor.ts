import { sql, type Transaction } from '@app/database';

/** Turns a person's second factor off. @returns whether there was one. */
export async function removeSecondFactor(tx: Transaction, personId: number): Promise<boolean> {
  await tx.run(sql`delete from auth.recovery_codes where person_id = ${personId}`);
  const removed = await tx.one(
    sql`delete from auth.second_factors where person_id = ${personId} returning confirmed_at`,
  );
  return removed !== undefined;
}
