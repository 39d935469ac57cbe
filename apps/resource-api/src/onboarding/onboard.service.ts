import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { countActiveUsers, presentPortal, presentUser } from '@app/identity';
import { BadRequest, CLOCK, Conflict, TooManyRequests, SETTINGS, type Clock } from '@app/kernel';
import { countTowards, LimitReached } from '@app/limits';
import {
  isPortalDomain,
  isReserved,
  Onboarding,
  onboardingGrants,
  OnboardingQueries,
  parentPortal,
  storeOnboardingGrant,
  type NewPortal,
} from '@app/onboarding';
import type { Settings } from '../config.js';
import { OnboardPayment } from './onboard-payment.js';
import { OnboardTokens } from './onboard-tokens.js';
import { OnboardPeople } from './onboard-people.js';
import type { OnboardAnswer, OnboardBody } from './onboard.schema.js';

/** What comes with the request apart from its body. */
interface Given {
  userToken: string | undefined;
  idempotencyKey: string | undefined;
}

@Injectable()
export class OnboardService {
  constructor(
    private readonly database: Database,
    private readonly onboarding: Onboarding,
    private readonly queries: OnboardingQueries,
    private readonly people: OnboardPeople,
    private readonly payment: OnboardPayment,
    private readonly tokens: OnboardTokens,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a portal: the gateway is called before the one transaction that creates everything; what follows
   * the commit (capture, mails, tokens) can be repeated.
   * @throws Forbidden, BadRequest, Conflict `domain_taken` or `user_exists`, Unavailable when argon2 is busy
   */
  async create(actor: Actor, body: OnboardBody, given: Given): Promise<OnboardAnswer> {
    const rights = await this.queries.rights(this.database, actor.clientId, body.partner_portal_id);
    const parentPortalId = parentPortal(rights, body.partner_portal_id);
    const domain = body.portal && this.#checkedDomain(body.portal.domain);
    await this.people.assertGoodPasswords(body);
    const preset = await this.onboarding.preset(this.database, body.creation_path);
    const made: NewPortal = {
      creationPath: body.creation_path,
      customer: { ...body.customer, billingInterval: body.customer.billing_interval },
      referrer: body.referrer,
      parentPortalId,
      domain,
      seats: body.portal?.seats,
      administrators: body.portal?.administrators ?? [],
      notifies: body.portal?.notifications ?? true,
      user: await this.people.first(actor, body.user, given.userToken),
      additionalUsers: await this.people.additional(actor, body.additional_users),
      clientId: actor.clientId,
    };
    const payment = await this.payment.authorize(actor, body, preset.plan, given.idempotencyKey);
    try {
      const answer = await this.database.write((tx) => this.#make(tx, actor, made, payment));
      return await this.tokens.complete(answer);
    } catch (error) {
      await this.payment.giveUp(payment);
      if (error instanceof Conflict && error.errorCode === 'user_exists') await this.#countKnown(actor);
      throw error;
    }
  }

  /**
   * Limits how often a client gets the answer that reveals whether a person is known, so that nobody can test
   * a list of addresses.
   */
  async #countKnown({ clientId }: Actor): Promise<void> {
    try {
      await countTowards(this.database, 'known_people', clientId);
    } catch (error) {
      throw error instanceof LimitReached ? new TooManyRequests(3_600) : error;
    }
  }

  async #make(
    tx: Transaction,
    actor: Actor,
    made: NewPortal,
    payment: string | undefined,
  ): Promise<OnboardAnswer> {
    const { portal, user, additionalUsers } = await this.onboarding.create(tx, made, this.settings);
    await this.payment.capture(tx, payment, portal.id);
    const [grant] = onboardingGrants(this.settings, portal.id);
    const of = { portalId: portal.id, accountId: user.id, clientId: actor.clientId };
    await storeOnboardingGrant(tx, grant, of, this.clock.now());
    return {
      portal: presentPortal(portal, await countActiveUsers(tx, portal.id)),
      user: presentUser(user),
      additional_users: additionalUsers.map((account) => presentUser(account)),
      oauth_token: null,
    };
  }

  #checkedDomain(domain: string): string {
    const { PORTAL_DOMAIN } = this.settings;
    if (!isPortalDomain(domain, PORTAL_DOMAIN)) {
      throw BadRequest.field('portal.domain', `must be a first-level subdomain of ${PORTAL_DOMAIN}`);
    }
    if (isReserved(domain, this.settings))
      throw new Conflict('domain_taken', 'This domain is reserved for the service.');
    return domain;
  }
}
