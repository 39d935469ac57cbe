import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/index.js';
import { Sessions } from '../sessions/index.js';
import { callerOf } from '../shared/index.js';
import { OneTimeTokenQueries, type LivingLink } from './one-time-token.queries.js';

/** Login by a link: looking is free, only the posted form spends it (mail scanners follow links). */
@Injectable()
export class OneTimeLogin {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokenQueries,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param portalName set on a portal's host: links of other portals do not work there. */
  async look(token: string, portalName?: string): Promise<LivingLink | undefined> {
    const link = await this.tokens.find(token, this.clock.now());
    return link && (portalName === undefined || link.portalName === portalName) ? link : undefined;
  }

  /** Signs the browser in to that one account. @returns undefined when the link does not work any more. */
  async use(
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
    portalName?: string,
  ): Promise<LivingLink | undefined> {
    const link = await this.look(token, portalName);
    if (!link) return undefined;
    const { personId, email, portalId, accountId } = link;
    const setCookie = await this.database.write(async (tx) => {
      if (!(await this.tokens.spend(tx, token, this.clock.now()))) return undefined;
      const only = { accountId, portalId };
      const started = await this.sessions.start(tx, request, { personId, email, byPassword: false, only });
      await this.audit.record(tx, callerOf(request), {
        event: 'one_time_token.used',
        personId,
        accountId,
        portalId,
      });
      return started;
    });
    setCookie?.(reply);
    return setCookie && link;
  }
}
