import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isStored, OpenRequests, portalIdOf, requestPage } from '../../sign-in/login/index.js';
import {
  accountIdOf,
  answerOf,
  OfferPages,
  Offers,
  welcomeAddress,
  type ShownOffers,
} from '../../person/invitations/index.js';
import { Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { callerOf } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { AnswerService } from './answer.service.js';
import { authorization, ended, goOn, type Stored, type Open } from './outcomes.js';
import type { Step } from './steps.js';

const OWN_ACTION = '/oauth/authorize/offer';
const none: ShownOffers = { offers: [], hasMore: false };

/** Offers during an authorization request: first page for the portal's own application, otherwise below. */
@Injectable()
export class OfferSteps {
  constructor(
    private readonly requests: OpenRequests,
    private readonly offers: Offers,
    private readonly pages: OfferPages,
    private readonly answers: AnswerService,
  ) {}

  /** Offers shown below the page of a step; none of other portals for an application bound to one. */
  async below({ id, waiting: { request } }: Stored, { step, session }: Step): Promise<ShownOffers> {
    const isBelow = step === 'consent' || step === 'portal' || step === 'no-portal';
    if (!isBelow || !session || portalIdOf(request) !== undefined) return none;
    return this.pages.below(session, (accountId) => `${OWN_ACTION}?transaction=${id}&account=${accountId}`);
  }

  /**
   * GET /oauth/authorize/offer: the page of one of them; somebody not signed in with their own credentials is
   * redirected.
   */
  async show(request: FastifyRequest, id: string, account: unknown): Promise<PageAnswer> {
    const open = authorization(await this.requests.ofAddress(request, id));
    if (!isSignedIn(open)) return new Redirect(`/oauth/authorize/continue?transaction=${open.id}`);
    return this.page(open, open.session, accountIdOf(account));
  }

  async page(open: Open, session: Session, accountId: number | undefined): Promise<Page> {
    const page = await this.pages.pageOf(session, accountId, OWN_ACTION);
    return requestPage(open, session, { ...page, data: { ...page.data, canUseAnother: true } });
  }

  /**
   * The posted form: once accepted, the request continues with that account; if declined, the portal's application
   * gets `access_denied`.
   */
  async answer(request: FastifyRequest): Promise<PageAnswer> {
    const { form, ...rest } = await this.requests.ofForm(request, ['account', 'decision']);
    const { decision, accountId } = answerOf(form);
    const open = authorization(rest);
    if (!isSignedIn(open)) return new Redirect(`/oauth/authorize/continue?transaction=${open.id}`);
    const stored = await this.requests.store(open);
    const { session } = open;
    const offer = await this.offers[decision](session, accountId, callerOf(request));
    if (!offer) return goOn(stored);
    if (decision === 'accept') {
      const isToBeWelcomed = await this.offers.isToBeWelcomed(offer);
      return isToBeWelcomed ? new Redirect(welcomeAddress(offer.portalId, stored.id)) : goOn(stored);
    }
    if (portalIdOf(stored.waiting.request) !== offer.portalId) return goOn(stored);
    const outcome = await this.answers.deny(stored.waiting, { session }, callerOf(request));
    return ended(stored, outcome);
  }
}

/** Whether somebody is signed in who may answer: not by a link, and without having to sign in again. */
const isSignedIn = (open: Open): open is Open & { session: Session } =>
  open.session !== undefined &&
  open.session.byPassword &&
  open.session.authenticatedAt.getTime() >= (open.waiting.request.loginAfter ?? 0) &&
  isStored(open);
