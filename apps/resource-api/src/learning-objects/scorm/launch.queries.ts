import { Injectable } from '@nestjs/common';
import { sql, type Reader } from '@app/database';

@Injectable()
export class LaunchQueries {
  /** The generation of launch tokens that counts. */
  async generation(reader: Reader, portalId: number, loId: number): Promise<number> {
    const row = await reader.one<{ generation: number }>(sql`
      select generation from learning.launch_generations where portal_id = ${portalId} and lo_id = ${loId}`);
    return row?.generation ?? 0;
  }
}
