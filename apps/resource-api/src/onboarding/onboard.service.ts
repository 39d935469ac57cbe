import { Inject, Injectable } from '@nestjs/common';
import { recordAudit, type Actor, type AuditEntry } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { currentOrigin } from '@app/http';
import { countActiveUsers, presentPortal, presentUser } from '@app/identity';
import { BadRequest, CLOCK, Conflict, SETTINGS, type Clock } from '@app/kernel';
import {
  domainTaken,
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
import { ClientLookups, type LookupReservation } from './client-lookups.js';
import { OnboardPayment } from './onboard-payment.js';
import { OnboardTokens } from './onboard-tokens.js';
import { OnboardPeople } from './onboard-people.js';
import type { OnboardAnswer, OnboardBody } from './onboard.schema.js';

/** The parts of the request outside its body. */
interface RequestHeaders {
  userToken: string | undefined;
  idempotencyKey: string | undefined;
}

@Injectable()
export class OnboardService {
  readonly #lookups: ClientLookups;

  constructor(
    private readonly database: Database,
    private readonly onboarding: Onboarding,
    private readonly queries: OnboardingQueries,
    private readonly people: OnboardPeople,
    private readonly payment: OnboardPayment,
    private readonly tokens: OnboardTokens,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.#lookups = new ClientLookups(database);
  }

  /**
   * Creates a portal. Limits are counted before the gateway is called, and the gateway is called before the only
   * transaction, which creates everything. The steps after the commit (capture, mails, tokens) can be repeated
   * (contract 4.25).
   * @throws Forbidden, BadRequest, Conflict `domain_taken`, `no_seat_left`, `user_exists` or `limit_reached`,
   *   TooManyRequests, Unavailable when argon2 is busy
   */
  async create(actor: Actor, body: OnboardBody, headers: RequestHeaders): Promise<OnboardAnswer> {
    const rights = await this.queries.rights(this.database, actor.clientId, body.partner_portal_id);
    const parentPortalId = parentPortal(rights, body.partner_portal_id);
    const domain = body.portal && this.#checkedDomain(body.portal.domain);
    await this.people.assertGoodPasswords(body);
    const preset = await this.onboarding.preset(this.database, body.creation_path);
    const newPortal: NewPortal = {
      creationPath: body.creation_path,
      customer: { ...body.customer, billingInterval: body.customer.billing_interval },
      referrer: body.referrer,
      parentPortalId,
      domain,
      seats: body.portal?.seats,
      administrators: body.portal?.administrators ?? [],
      notifies: body.portal?.notifications ?? true,
      user: await this.people.first(actor, body.user, headers.userToken),
      additionalUsers: await this.people.additional(actor, body.additional_users),
      clientId: actor.clientId,
    };
    const pay = () => this.payment.authorize(actor, body, preset.plan, headers.idempotencyKey);
    const createPortal = (lookup?: LookupReservation) => this.#payAndCreate(actor, newPortal, lookup, pay);
    await this.payment.count(actor, body);
    return this.tokens.complete(
      await (body.user ? this.#lookups.withReservation(actor.clientId, createPortal) : createPortal()),
    );
  }

  async #payAndCreate(
    actor: Actor,
    newPortal: NewPortal,
    lookup: LookupReservation | undefined,
    pay: () => Promise<string | undefined>,
  ): Promise<OnboardAnswer> {
    if (newPortal.domain !== undefined) await this.#assertFree(newPortal.domain);
    const payment = await pay();
    try {
      return await this.database.write((tx) => this.#createPortal(tx, actor, newPortal, { payment, lookup }));
    } catch (error) {
      await this.payment.abandon(payment);
      throw error;
    }
  }

  /**
   * @throws Conflict `domain_taken`, in a transaction, so that the repetition of a request that has taken it gets that
   *   answer
   */
  async #assertFree(domain: string): Promise<void> {
    if (await this.queries.isTaken(this.database, domain))
      await this.database.write(() => Promise.reject(domainTaken()));
  }

  async #createPortal(
    tx: Transaction,
    actor: Actor,
    newPortal: NewPortal,
    { payment, lookup }: { payment: string | undefined; lookup: LookupReservation | undefined },
  ): Promise<OnboardAnswer> {
    const { portal, user, additionalUsers } = await this.onboarding.create(tx, newPortal, this.settings, () =>
      lookup?.markDone(),
    );
    await this.payment.capture(tx, payment, portal.id);
    const [grant] = onboardingGrants(this.settings, portal.id);
    const subject = { portalId: portal.id, accountId: user.id, clientId: actor.clientId };
    await storeOnboardingGrant(tx, grant, subject, this.clock.now());
    const activeUsers = await countActiveUsers(tx, portal.id);
    await this.#record(tx, actor, portal.id, {
      creation_path: newPortal.creationPath,
      active_users: activeUsers,
    });
    await lookup?.release(tx);
    return {
      portal: presentPortal(portal, activeUsers, true),
      user: presentUser(user),
      additional_users: additionalUsers.map((account) => presentUser(account)),
      oauth_token: null,
    };
  }

  /**
   * Records one row for the whole portal. The actor is the application, because the account of its token belongs to
   * another portal.
   */
  async #record(
    tx: Transaction,
    { clientId }: Actor,
    portalId: number,
    details: NonNullable<AuditEntry['details']>,
  ): Promise<void> {
    const entry = { event: 'portal.created', portalId, clientId, details } as const;
    await recordAudit(tx, currentOrigin(), entry, this.clock.now());
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
