import { Inject, Injectable } from '@nestjs/common';
import { administers, MAX_ID } from '@app/contracts';
import { CLOCK, type Clock } from '@app/kernel';
import { quoteName } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../../sign-in/login/index.js';
import { ACCOUNT_ADDRESS, badForm, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { PersonQueries } from '../../edge/people/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { SecondFactor } from '../../sign-in/second-factor/index.js';
import type { Session } from '../../edge/sessions/index.js';
import {
  MAX_SHOWN,
  noOfferPage,
  offerAddress,
  offerPage,
  shownOffers,
  welcomeAddress,
  type ShownOffers,
} from './offer-page.js';
import { OfferQueries } from './offer.queries.js';
import { Offers } from './offers.js';

/** The pages of offers, and the pages after an acceptance. */
@Injectable()
export class OfferPages {
  constructor(
    private readonly queries: OfferQueries,
    private readonly offers: Offers,
    private readonly signIn: SignInService,
    private readonly people: PersonQueries,
    private readonly factor: SecondFactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** GET /oauth/account/offer: only for a person signed in by their own credentials. */
  async show(session: Session | undefined, account: unknown, request: FastifyRequest): Promise<PageAnswer> {
    const accountId = parseAccountId(account);
    if (!session?.byPassword) {
      const onward = accountId === undefined ? ACCOUNT_ADDRESS : offerAddress(accountId);
      return this.signIn.signInFirst(request, { needs: 'password', onward });
    }
    const page = await this.createPage(session, accountId, '/oauth/account/offer');
    return { ...page, person: session };
  }

  /** @param action the address to which its form is posted */
  async createPage(
    { personId }: Session,
    accountId: number | undefined,
    action: string,
  ): Promise<Omit<Page, 'language' | 'person'>> {
    const offer = accountId === undefined ? undefined : await this.queries.find(accountId, personId);
    if (offer?.state !== 'open') return noOfferPage(offer);
    const applications = await this.queries.applications(offer, MAX_SHOWN + 1, this.clock.now());
    return offerPage(offer, applications, action);
  }

  /** Handles the posted form of the page. */
  async answer(session: Session, form: Parameters): Promise<PageAnswer> {
    const { decision, accountId } = parseOfferAnswer(form);
    if (!session.byPassword) throw badForm();
    const offer = await this.offers[decision](session, accountId);
    if (!offer) return new Redirect(offerAddress(accountId)); // the offer's page says what has happened to it
    if (decision === 'decline') return new Redirect(ACCOUNT_ADDRESS);
    const showsWelcome = await this.offers.showsWelcome(offer);
    return new Redirect(showsWelcome ? welcomeAddress(offer.portalId) : ACCOUNT_ADDRESS);
  }

  /** Offers to list below another page; none for a session that reaches only one account. */
  async list(session: Session, formatAddress?: (accountId: number) => string): Promise<ShownOffers> {
    const isOwn = session.byPassword && session.onlyAccountId === null;
    return shownOffers(isOwn ? await this.queries.open(session.personId, MAX_SHOWN + 1) : [], formatAddress);
  }

  /** GET /oauth/account/welcome: displays the application that created the portal, and how to end its access. */
  async welcome(
    session: Session | undefined,
    { portal, transaction }: { portal?: unknown; transaction?: unknown },
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const portalId = parseAccountId(portal);
    const waiting =
      typeof transaction === 'string' && /^[\w-]{1,100}$/.test(transaction) ? transaction : undefined;
    if (!session?.byPassword) {
      const onward = portalId === undefined ? ACCOUNT_ADDRESS : welcomeAddress(portalId);
      return this.signIn.signInFirst(request, { needs: 'password', onward });
    }
    const next = waiting === undefined ? ACCOUNT_ADDRESS : `/oauth/authorize/continue?transaction=${waiting}`;
    const account = (await this.people.listReachableAccounts(session)).find(
      (one) => one.portalId === portalId,
    );
    if (!account || !administers(account.roles)) return new Redirect(next);
    const [makers, requiredStep] = await Promise.all([
      this.queries.invitingClients(account.portalId),
      this.factor.requiredStep(session, account.portalId),
    ]);
    return {
      template: './welcome',
      title: 'welcome.title',
      titleValues: { portal: quoteName(account.portalTitle) },
      portalId: account.portalId,
      person: session,
      data: {
        portalId: account.portalId,
        applications: makers.map(({ clientId, name }) => ({ clientId, name: quoteName(name) })),
        canRemove: requiredStep === undefined,
        next,
      },
    };
  }
}

/**
 * The answer in a posted form.
 * @throws PageError 403 when there is none
 */
export function parseOfferAnswer(form: Parameters): { decision: 'accept' | 'decline'; accountId: number } {
  const decision = form.get('decision');
  const accountId = parseAccountId(form.get('account'));
  if ((decision !== 'accept' && decision !== 'decline') || accountId === undefined) throw badForm();
  return { decision, accountId };
}

/** An account id in a URL or a form; undefined when malformed. */
export function parseAccountId(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^[1-9]\d{0,9}$/.test(value)) return undefined;
  return Number(value) <= MAX_ID ? Number(value) : undefined;
}
