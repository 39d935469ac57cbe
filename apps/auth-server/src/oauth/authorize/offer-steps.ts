import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isStored, PendingRequests, boundPortalId, requestPage } from '../../sign-in/login/index.js';
import {
  parseAccountId,
  parseOfferAnswer,
  OfferPages,
  Offers,
  welcomeAddress,
  type ShownOffers,
} from '../../person/invitations/index.js';
import { Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { ConsentService } from './consent.service.js';
import {
  authorization,
  finishRequest,
  redirectToNextStep,
  type StoredAuthorization,
  type PendingAuthorization,
} from './outcomes.js';
import type { AuthorizeStep } from './steps.js';

const OWN_ACTION = '/oauth/authorize/offer';
const none: ShownOffers = { offers: [], hasMore: false };

/**
 * Offers during an authorization request: on the first page for the portal's own application, otherwise below another
 * page.
 */
@Injectable()
export class OfferSteps {
  constructor(
    private readonly requests: PendingRequests,
    private readonly offers: Offers,
    private readonly pages: OfferPages,
    private readonly answers: ConsentService,
  ) {}

  /** Offers to display below the page of a step. An application bound to a portal gets only offers of that portal. */
  async list(
    { id, waiting: { request } }: StoredAuthorization,
    { step, session }: AuthorizeStep,
  ): Promise<ShownOffers> {
    const isBelow = step === 'consent' || step === 'portal' || step === 'no-portal';
    if (!isBelow || !session || boundPortalId(request) !== undefined) return none;
    return this.pages.list(session, (accountId) => `${OWN_ACTION}?transaction=${id}&account=${accountId}`);
  }

  /**
   * GET /oauth/authorize/offer: the page of one offer. A person not signed in with their own credentials is redirected.
   */
  async show(request: FastifyRequest, id: string, account: unknown): Promise<PageAnswer> {
    const pending = authorization(await this.requests.findByAddress(request, id));
    if (!isSignedIn(pending)) return new Redirect(`/oauth/authorize/continue?transaction=${pending.id}`);
    return this.page(pending, pending.session, parseAccountId(account));
  }

  async page(pending: PendingAuthorization, session: Session, accountId: number | undefined): Promise<Page> {
    const page = await this.pages.createPage(session, accountId, OWN_ACTION);
    return requestPage(pending, session, { ...page, data: { ...page.data, canUseAnother: true } });
  }

  /**
   * The posted form: once accepted, the request continues with that account; if declined, the portal's application
   * gets `access_denied`.
   */
  async answer(request: FastifyRequest): Promise<PageAnswer> {
    const { form, ...rest } = await this.requests.findByForm(request, ['account', 'decision']);
    const { decision, accountId } = parseOfferAnswer(form);
    const pending = authorization(rest);
    if (!isSignedIn(pending)) return new Redirect(`/oauth/authorize/continue?transaction=${pending.id}`);
    const stored = await this.requests.store(pending);
    const { session } = pending;
    const offer = await this.offers[decision](session, accountId);
    if (!offer) return redirectToNextStep(stored);
    if (decision === 'accept') {
      const showsWelcome = await this.offers.showsWelcome(offer);
      return showsWelcome
        ? new Redirect(welcomeAddress(offer.portalId, stored.id))
        : redirectToNextStep(stored);
    }
    if (boundPortalId(stored.waiting.request) !== offer.portalId) return redirectToNextStep(stored);
    const outcome = await this.answers.deny(stored.waiting, { session });
    return finishRequest(stored, outcome);
  }
}

/** Whether the person is signed in by their own credentials, not by a link, and need not sign in again. */
const isSignedIn = (pending: PendingAuthorization): pending is PendingAuthorization & { session: Session } =>
  pending.session !== undefined &&
  pending.session.byPassword &&
  pending.session.authenticatedAt.getTime() >= (pending.waiting.request.loginAfter ?? 0) &&
  isStored(pending);
