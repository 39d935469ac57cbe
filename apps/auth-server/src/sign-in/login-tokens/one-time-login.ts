import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { FactorCheck, SecondFactor, type FactorFailure } from '../second-factor/index.js';
import { Sessions } from '../../edge/sessions/index.js';
import { OneTimeTokenQueries, type ValidLink } from './one-time-token.queries.js';

/** A link, and whether its page asks for the second factor, because a link replaces only the password. */
export type ShownLink = ValidLink & { asksFactor: boolean };

/** A link that does not open its account yet. */
export interface BlockedLink {
  first: 'factor' | 'proof';
  personId: number;
}

export interface PostedLink {
  token: string;
  otp: string | undefined;
}

/** The link was not used, and can be tried again. */
export interface LinkFailure {
  link: ShownLink;
  failure: FactorFailure;
}

/**
 * Login by a link. Opening it changes nothing; only the posted form consumes it, because mail scanners open links
 * (contract 3.41).
 */
@Injectable()
export class OneTimeLogin {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokenQueries,
    private readonly sessions: Sessions,
    private readonly factor: SecondFactor,
    private readonly check: FactorCheck,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param portalName set on a portal's host, where links of other portals do not work
   * @returns undefined for a link that no longer works. For a person who must have a second factor and has none, the
   *   first step: setting up the factor, which takes a password; without a password, proving the address
   */
  async findLink(token: string, portalName?: string): Promise<ShownLink | BlockedLink | undefined> {
    const link = await this.tokens.find(token, this.clock.now());
    if (!link || (portalName !== undefined && link.portalName !== portalName)) return undefined;
    if (await this.factor.isMissing(link.personId, link.portalId))
      return { first: link.hasPassword ? 'factor' : 'proof', personId: link.personId };
    return { ...link, asksFactor: await this.factor.isActive(link.personId) };
  }

  /**
   * Signs the browser in to that one account.
   * @returns undefined when the link no longer works
   */
  async use(
    { token, otp }: PostedLink,
    request: FastifyRequest,
    portalName?: string,
  ): Promise<ShownLink | LinkFailure | undefined> {
    const link = await this.findLink(token, portalName);
    if (!link || 'first' in link) return undefined;
    const used = link.asksFactor ? await this.check.use(link, otp ?? '', 'login link', request) : null;
    if (used !== null && !(used instanceof Date)) return { link, failure: used };
    const { personId, email, portalId, accountId } = link;
    return this.database.write(async (tx) => {
      if (!(await this.tokens.consume(tx, token, link, this.clock.now()))) return undefined;
      const only = { accountId, portalId };
      await this.sessions.start(tx, request, {
        personId,
        email,
        byPassword: false,
        factorTime: used,
        only,
      });
      await this.audit.record(tx, {
        event: 'one_time_token.used',
        personId,
        accountId,
        portalId,
      });
      return link;
    });
  }
}
