import { sql, type Reader } from '@app/database';

/** The generations of valid launch tokens. */
export interface Generations {
  generation: number;
  portalGeneration: number;
}

export async function readGenerations(reader: Reader, portalId: number, loId: number): Promise<Generations> {
  const row = await reader.one<Generations>(sql.camelCase`
    select coalesce((select generation from learning.launch_generations
                      where portal_id = ${portalId} and lo_id = ${loId}), 0) as generation,
           coalesce((select generation from learning.portal_launches
                      where portal_id = ${portalId}), 0) as portal_generation`);
  return row!;
}
