import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isStored, PendingRequests, SignInService, staleForm } from '../../sign-in/login/index.js';
import { badForm, type Page, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { ConsentService } from './consent.service.js';
import { AuthorizeQueries } from './authorize.queries.js';
import {
  authorization,
  finishRequest,
  redirectToNextStep,
  type StoredAuthorization,
  type PendingAuthorization,
} from './outcomes.js';
import { OfferSteps } from './offer-steps.js';
import { PortalCreation } from './portal-creation.js';
import { readRawRequest } from './raw-request.js';
import { stepPage } from './step-pages.js';
import { AuthorizeSteps } from './steps.js';

/** The pages and the one answer of an authorization request after its start (RFC 6749 3.1). */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly requests: PendingRequests,
    private readonly signIn: SignInService,
    private readonly steps: AuthorizeSteps,
    private readonly queries: AuthorizeQueries,
    private readonly creation: PortalCreation,
    private readonly answers: ConsentService,
    private readonly offers: OfferSteps,
  ) {}

  /** The page of the current step, or that of the login link in the URL. */
  async show(pending: PendingAuthorization, request: FastifyRequest): Promise<PageAnswer> {
    return (await this.#linkPage(pending, request)) ?? this.#proceed(pending, request);
  }

  /** GET /oauth/authorize/continue: the page of the current step, after a form. */
  async continue(request: FastifyRequest, id: string): Promise<PageAnswer> {
    return this.show(authorization(await this.requests.findByAddress(request, id)), request);
  }

  /**
   * Can be repeated until the request is answered, for instance after going back. Without a choice, the page is
   * displayed again.
   */
  async choosePortal(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.#storedForm(request, ['account']);
    if (!('waiting' in pending)) return pending;
    if (!pending.session) return redirectToNextStep(pending);
    const account = pending.form.get('account');
    const choices = await this.steps.choices(pending.waiting.request, pending.session);
    const chosen = choices.find(({ accountId }) => String(accountId) === account);
    if (account !== undefined && !chosen) throw badForm();
    await this.queries.choose(pending.waiting, chosen?.accountId ?? null);
    return redirectToNextStep(pending);
  }

  /** The posted form of a person without a portal; the request continues with the new one. */
  async createPortal(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.#storedForm(request, ['company']);
    if (!('waiting' in pending)) return pending;
    const step = await this.steps.next(pending.waiting, pending.session);
    if (step.step !== 'no-portal') return redirectToNextStep(pending);
    if (!step.target) throw badForm();
    const name = pending.form.get('company') ?? '';
    if (await this.creation.create(step.target, step.session, name)) return redirectToNextStep(pending);
    const offers = await this.offers.list(pending, step);
    return stepPage(pending, step, offers, { error: 'portal.create.wrong', status: 400 });
  }

  /** The posted consent form. Only the scopes that the server stored as displayed are granted. */
  async answer(request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.#storedForm(request, ['decision', 'shown']);
    if (!('waiting' in pending)) return pending;
    const decision = pending.form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') throw badForm();
    const { waiting, session } = pending;
    const step = await this.steps.next(waiting, session);
    if (decision === 'deny' && step.step === 'no-portal') {
      return finishRequest(pending, await this.answers.deny(waiting, step));
    }
    const isShown =
      (step.step === 'consent' || step.step === 'respond') &&
      waiting.request.shown?.accountId === step.account.accountId;
    if (!isShown) return redirectToNextStep(pending);
    // a page from before another portal was chosen
    if (pending.form.get('shown') !== String(step.account.accountId)) throw staleForm(pending);
    const outcome = await this.answers[decision](waiting, step);
    return finishRequest(pending, outcome, step.account.portalId);
  }

  /** The request of a form that comes after the login; a person who is not signed in gets the login page. */
  async #storedForm(
    request: FastifyRequest,
    fields: readonly string[],
  ): Promise<(StoredAuthorization & { form: Parameters }) | PageAnswer> {
    const { form, ...rest } = await this.requests.findByForm(request, fields);
    const pending = authorization(rest);
    if (!pending.session && !isStored(pending)) return this.#proceed(pending, request);
    return { ...(await this.requests.store(pending)), form };
  }

  /** The page of a login link in the URL; undefined when the link is not needed. */
  async #linkPage(pending: PendingAuthorization, { url }: FastifyRequest): Promise<Page | undefined> {
    const { values } = readRawRequest(url);
    const token = values.get('one_time_token') ?? values.get('oneTimeToken');
    return token === undefined ? undefined : this.signIn.linkPage(pending, token);
  }

  async #proceed(begun: PendingAuthorization, request: FastifyRequest): Promise<PageAnswer> {
    const pending = await this.signIn.signedInFor(begun);
    if (!('waiting' in pending)) return pending;
    const { waiting } = pending;
    const step = await this.steps.next(waiting, pending.session);
    const isDecision = step.step === 'respond' || step.step === 'consent';
    if (isDecision && (await this.answers.isClosed(step))) {
      const outcome = await this.answers.deny(waiting, step);
      return finishRequest(pending, outcome, step.account.portalId);
    }
    if (step.step === 'respond') {
      const outcome = await this.answers.respond(waiting, step);
      return finishRequest(pending, outcome, step.account.portalId);
    }
    if (step.step === 'consent') {
      const { account, scopes, openidScopes } = step;
      const openid = openidScopes.length > 0 ? { openidScopes } : {};
      const shown = { accountId: account.accountId, scopes, ...openid };
      const isRecorded = await this.queries.recordShown(waiting, waiting.request.shown, shown);
      if (!isRecorded) return this.continue(request, pending.id);
    }
    if (step.step === 'offer') return this.offers.page(pending, step.session, step.offer.accountId);
    return stepPage(pending, step, await this.offers.list(pending, step));
  }
}
