import { Inject, Injectable } from '@nestjs/common';
import { MAX_ID } from '@app/contracts';
import { CLOCK, type Clock } from '@app/kernel';
import { shownName } from '@app/mail';
import { acceptedLanguage, type Language } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../login/index.js';
import { ACCOUNT_ADDRESS, badForm, Redirect, type Page, type PageAnswer } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { callerOf, type Parameters } from '../request/index.js';
import { SecondFactor } from '../second-factor/index.js';
import type { Session } from '../sessions/index.js';
import {
  MOST_SHOWN,
  noOfferPage,
  offerAddress,
  offerPage,
  shownOffers,
  welcomeAddress,
  type ShownOffers,
} from './offer-page.js';
import { OfferQueries } from './offer.queries.js';
import { Offers } from './offers.js';

/** The pages of offers: each with what it says, and what comes after it was accepted. */
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

  /** GET /oauth/account/offer: for who is signed in by their own credential. */
  async show(session: Session | undefined, account: unknown, request: FastifyRequest): Promise<PageAnswer> {
    const accountId = accountIdOf(account);
    if (!session?.byPassword) {
      const onward = accountId === undefined ? ACCOUNT_ADDRESS : offerAddress(accountId);
      return this.signIn.signInFirst(request, { needs: 'password', onward });
    }
    const language = acceptedLanguage(request.headers['accept-language']);
    const page = await this.pageOf(session, accountId, '/oauth/account/offer', language);
    return { ...page, person: session };
  }

  /** @param action where its form goes */
  async pageOf(
    { personId }: Session,
    accountId: number | undefined,
    action: string,
    language: Language,
  ): Promise<Omit<Page, 'language' | 'redirectUri' | 'person'>> {
    const offer = accountId === undefined ? undefined : await this.queries.find(accountId, personId);
    if (offer?.state !== 'open') return noOfferPage(offer);
    const applications = await this.queries.applications(offer, MOST_SHOWN + 1, this.clock.now());
    return offerPage(offer, applications, { action, language });
  }

  /** The posted form of the page. */
  async answer(session: Session, form: Parameters, request: FastifyRequest): Promise<PageAnswer> {
    const { decision, accountId } = answerOf(form);
    if (!session.byPassword) throw badForm();
    const offer = await this.offers[decision](session, accountId, callerOf(request));
    if (!offer) return new Redirect(offerAddress(accountId)); // says what has become of it
    if (decision === 'decline') return new Redirect(ACCOUNT_ADDRESS);
    const isToBeWelcomed = await this.offers.isToBeWelcomed(offer);
    return new Redirect(isToBeWelcomed ? welcomeAddress(offer.portalId) : ACCOUNT_ADDRESS);
  }

  /** Offers to be shown below something else; none to a session that reaches one account alone. */
  async below(session: Session, addressOf?: (accountId: number) => string): Promise<ShownOffers> {
    const isOwn = session.byPassword && session.onlyAccountId === null;
    return shownOffers(isOwn ? await this.queries.open(session.personId, MOST_SHOWN + 1) : [], addressOf);
  }

  /** GET /oauth/account/welcome: the application that made the portal, and the end of its access. */
  async welcome(
    session: Session | undefined,
    { portal, transaction }: { portal?: unknown; transaction?: unknown },
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const portalId = accountIdOf(portal);
    const waiting =
      typeof transaction === 'string' && /^[\w-]{1,100}$/.test(transaction) ? transaction : undefined;
    if (!session?.byPassword) {
      const onward = portalId === undefined ? ACCOUNT_ADDRESS : welcomeAddress(portalId);
      return this.signIn.signInFirst(request, { needs: 'password', onward });
    }
    const next = waiting === undefined ? ACCOUNT_ADDRESS : `/oauth/authorize/continue?transaction=${waiting}`;
    const account = (await this.people.reachOf(session)).find((one) => one.portalId === portalId);
    if (!account?.roles.includes('Administrator')) return new Redirect(next);
    const [makers, owed] = await Promise.all([
      this.queries.makersOf(account.portalId),
      this.factor.owed(session, account.portalId),
    ]);
    return {
      template: './welcome',
      title: 'welcome.title',
      titleValues: { portal: shownName(account.portalTitle) },
      person: session,
      data: {
        portalId: account.portalId,
        applications: makers.map(({ clientId, name }) => ({ clientId, name: shownName(name) })),
        canRemove: owed === undefined,
        next,
      },
    };
  }
}

/** What a posted form says of an offer. @throws PageError 403 when it says nothing of the kind */
export function answerOf(form: Parameters): { decision: 'accept' | 'decline'; accountId: number } {
  const decision = form.get('decision');
  const accountId = accountIdOf(form.get('account'));
  if ((decision !== 'accept' && decision !== 'decline') || accountId === undefined) throw badForm();
  return { decision, accountId };
}

/** An id as an address or a form has it; undefined for what is none. */
export function accountIdOf(given: unknown): number | undefined {
  if (typeof given !== 'string' || !/^[1-9]\d{0,9}$/.test(given)) return undefined;
  return Number(given) <= MAX_ID ? Number(given) : undefined;
}
