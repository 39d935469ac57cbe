import { Inject, Injectable } from '@nestjs/common';
import { administers } from '@app/contracts';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../../sign-in/login/index.js';
import { OfferPages } from '../invitations/index.js';
import type { PageAnswer } from '../../edge/pages/index.js';
import { PersonQueries } from '../../edge/people/index.js';
import { SecondFactor } from '../../sign-in/second-factor/index.js';
import { SessionQueries, type Session } from '../../edge/sessions/index.js';
import { AccountQueries } from './account.queries.js';
import { deviceName } from './device-name.js';

/** The account page: connected applications, active sessions and portals. */
@Injectable()
export class AccountPagesService {
  constructor(
    private readonly queries: AccountQueries,
    private readonly sessions: SessionQueries,
    private readonly signIn: SignInService,
    private readonly factors: SecondFactor,
    private readonly people: PersonQueries,
    private readonly offers: OfferPages,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    if (!session) return this.signIn.signInFirst(request);
    const { personId, onlyAccountId, onlyPortalId } = session;
    const now = this.clock.now();
    const [applications, sessions, codesLeft, portal, accounts, offered] = await Promise.all([
      this.queries.applications(personId, onlyAccountId, now),
      this.sessions.list(personId, onlyAccountId, now),
      this.factors.recoveryCodesLeft(personId),
      onlyPortalId === null ? undefined : this.people.accountIn(onlyPortalId, personId, 'any'),
      this.people.listReachableAccounts(session),
      this.offers.list(session),
    ]);
    return {
      template: './account',
      title: 'account.title',
      person: session,
      data: {
        applications,
        sessions: sessions.map((one) => ({
          ...one,
          device: deviceName(one.userAgent),
          since: one.createdTime,
          isThis: one.id === session.id,
        })),
        portals: accounts,
        ...offered,
        administered: accounts.filter(({ roles }) => administers(roles)),
        limitedTo: onlyPortalId === null ? undefined : portal?.portalTitle,
        codesLeft,
      },
    };
  }
}
