import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isStored, OpenRequests, SignInService, staleForm } from '../../sign-in/login/index.js';
import { badForm, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { callerOf, type Parameters } from '../../edge/request/index.js';
import { AnswerService } from './answer.service.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { authorization, ended, goOn, type Stored, type Open } from './outcomes.js';
import { OfferSteps } from './offer-steps.js';
import { PortalCreation } from './portal-creation.js';
import { readRawRequest } from './raw-request.js';
import { RedirectedRefusal, RequestReader } from './request-reader.js';
import { stepPage } from './step-pages.js';
import { Steps } from './steps.js';

/** The authorization endpoint: one request, a few pages, one answer (RFC 6749 3.1). */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly reader: RequestReader,
    private readonly requests: OpenRequests,
    private readonly signIn: SignInService,
    private readonly steps: Steps,
    private readonly queries: AuthorizeQueries,
    private readonly creation: PortalCreation,
    private readonly answers: AnswerService,
    private readonly offers: OfferSteps,
  ) {}

  /** GET /oauth/authorize */
  async begin(request: FastifyRequest): Promise<PageAnswer> {
    const asked = await this.reader.read(request);
    if (asked instanceof RedirectedRefusal) return new Redirect(asked.location);
    const open = await this.requests.begin(asked, request);
    return (await this.#linkPage(open, request)) ?? this.#proceed(open, request);
  }

  /** GET /oauth/authorize/continue: the page of the current step. */
  async continue(request: FastifyRequest, id: string): Promise<PageAnswer> {
    const open = authorization(await this.requests.ofAddress(request, id));
    return (await this.#linkPage(open, request)) ?? this.#proceed(open, request);
  }

  /**
   * Can be repeated until the request is answered, for instance by going back to the page; without a choice it asks
   * again.
   */
  async choosePortal(request: FastifyRequest): Promise<PageAnswer> {
    const open = await this.#storedForm(request, ['account']);
    if (!('waiting' in open)) return open;
    if (!open.session) return goOn(open);
    const account = open.form.get('account');
    const choices = await this.steps.choices(open.waiting.request, open.session);
    const chosen = choices.find(({ accountId }) => String(accountId) === account);
    if (account !== undefined && !chosen) throw badForm();
    await this.queries.choose(open.waiting, chosen?.accountId ?? null);
    return goOn(open);
  }

  /** The posted form of somebody without a portal; the request continues with the new one. */
  async createPortal(request: FastifyRequest): Promise<PageAnswer> {
    const open = await this.#storedForm(request, ['company']);
    if (!('waiting' in open)) return open;
    const step = await this.steps.next(open.waiting, open.session);
    if (step.step !== 'no-portal') return goOn(open);
    if (!step.place) throw badForm();
    const name = open.form.get('company') ?? '';
    if (await this.creation.create(step.place, step.session, name, callerOf(request))) return goOn(open);
    const below = await this.offers.below(open, step);
    return stepPage(open, step, below, { error: 'portal.create.wrong', status: 400 });
  }

  /** The posted consent form; only what the server stored as shown counts. */
  async answer(request: FastifyRequest): Promise<PageAnswer> {
    const open = await this.#storedForm(request, ['decision', 'shown']);
    if (!('waiting' in open)) return open;
    const decision = open.form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') throw badForm();
    const { waiting, session } = open;
    const step = await this.steps.next(waiting, session);
    if (decision === 'deny' && step.step === 'no-portal') {
      return ended(open, await this.answers.deny(waiting, step, callerOf(request)));
    }
    const isShown =
      (step.step === 'consent' || step.step === 'respond') &&
      waiting.request.shown?.accountId === step.account.accountId;
    if (!isShown) return goOn(open);
    // a page from before another portal was chosen
    if (open.form.get('shown') !== String(step.account.accountId)) throw staleForm(open);
    const outcome = await this.answers[decision](waiting, step, callerOf(request));
    return ended(open, outcome, step.account.portalId);
  }

  /** The request of a form that comes after the login; strangers are shown the login page. */
  async #storedForm(
    request: FastifyRequest,
    fields: readonly string[],
  ): Promise<(Stored & { form: Parameters }) | PageAnswer> {
    const { form, ...rest } = await this.requests.ofForm(request, fields);
    const open = authorization(rest);
    if (!open.session && !isStored(open)) return this.#proceed(open, request);
    return { ...(await this.requests.store(open)), form };
  }

  /** What an address with a login link shows; undefined when the link has nothing to do. */
  async #linkPage(open: Open, { url }: FastifyRequest): Promise<Page | undefined> {
    const { values } = readRawRequest(url);
    const token = values.get('one_time_token') ?? values.get('oneTimeToken');
    return token === undefined ? undefined : this.signIn.linkPage(open, token);
  }

  async #proceed(begun: Open, request: FastifyRequest): Promise<PageAnswer> {
    const open = await this.signIn.signedInFor(begun);
    if (!('waiting' in open)) return open;
    const { waiting } = open;
    const step = await this.steps.next(waiting, open.session);
    const isDecision = step.step === 'respond' || step.step === 'consent';
    if (isDecision && (await this.answers.isClosed(step))) {
      const outcome = await this.answers.deny(waiting, step, callerOf(request));
      return ended(open, outcome, step.account.portalId);
    }
    if (step.step === 'respond') {
      const outcome = await this.answers.respond(waiting, step, callerOf(request));
      return ended(open, outcome, step.account.portalId);
    }
    if (step.step === 'consent') {
      const shown = { accountId: step.account.accountId, scopes: step.scopes };
      const isNoted = await this.queries.noteShown(waiting, waiting.request.shown, shown);
      if (!isNoted) return this.continue(request, open.id);
    }
    if (step.step === 'offer') return this.offers.page(open, step.session, step.offer.accountId);
    return stepPage(open, step, await this.offers.below(open, step));
  }
}
