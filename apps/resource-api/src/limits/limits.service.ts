import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { wireTimeOrNull } from '@app/contracts';
import { Database } from '@app/database';
import { countUsers } from '@app/identity';
import { limits, type Limit } from '@app/limits';
import { countUsedLimits, findWindowEnds } from './limits.queries.js';
import type { PortalLimit, PortalLimitList } from './limits.schema.js';

const windowOfLimit: Record<Limit['counted'], { per: PortalLimit['per']; window?: 'day' | 'hour' }> = {
  'all there are': { per: 'portal' },
  'a day': { per: 'portal and day', window: 'day' },
  'an hour': { per: 'portal and hour', window: 'hour' },
};
const limitsOfPortals = Object.entries<Limit>(limits).filter(([, { per }]) => /^portal\b/.test(per));

@Injectable()
export class LimitsService {
  constructor(private readonly database: Database) {}

  /** The limits of the token's portal, in the order of docs/limits.md, with the used amounts. */
  async list({ portalId }: Actor): Promise<PortalLimitList> {
    const [counts, ends, accounts] = await Promise.all([
      countUsedLimits(this.database.heavy, portalId),
      findWindowEnds(this.database),
      countUsers(this.database, portalId),
    ]);
    const used = new Map([...counts, ['accounts', accounts]]);
    const hits = limitsOfPortals.map(([limit, { what, most, counted }]): PortalLimit => {
      const { per, window } = windowOfLimit[counted];
      return {
        limit,
        what,
        most,
        per,
        used: used.get(limit) ?? null,
        resets_time: wireTimeOrNull(window ? ends[window] : null),
      };
    });
    return { total: hits.length, hits };
  }
}
