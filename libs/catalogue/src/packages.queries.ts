import { sql, type Transaction } from '@app/database';

/** Ends every SCORM package that the portal has downloaded so far. */
export async function endAllPackages(tx: Transaction, portalId: number): Promise<void> {
  await tx.run(sql`
    insert into learning.portal_launches as l (portal_id, generation) values (${portalId}, 1)
    on conflict (portal_id) do update set generation = l.generation + 1, ended_time = now()`);
}

/** Ends those of one learning object. @returns whether the object exists */
export async function endPackages(tx: Transaction, portalId: number, loId: number): Promise<boolean> {
  const ended = await tx.run(sql`
    insert into learning.launch_generations as g (portal_id, lo_id, generation)
    select ${portalId}, o.id, 1 from learning.learning_objects o where o.id = ${loId}
    on conflict (portal_id, lo_id) do update set generation = g.generation + 1, revoked_time = now()`);
  return ended === 1;
}
