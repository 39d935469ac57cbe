import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OneTimeLogin } from '../one-time-tokens/index.js';
import { badForm, sendPage, sendRedirect } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { isFresh, Sessions } from '../sessions/index.js';
import { callerOf, type Parameters } from '../common/index.js';
import { codeSeconds } from '../token/index.js';
import { AnswerService, type Ending } from './answer.service.js';
import type { AccountVisit, AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { LoginService } from './login.service.js';
import {
  continueAddress,
  isKept,
  OpenRequests,
  staleForm,
  type KeptOpenRequest,
  type OpenRequest,
} from './open-request.js';
import { PortalCreation } from './portal-creation.js';
import { readRawRequest } from './raw-request.js';
import { RedirectedRefusal, RequestReader } from './request-reader.js';
import { StepPages } from './step-pages.js';
import { Steps } from './steps.js';

const accountAddress = '/oauth/account';

/** The authorization endpoint: one request, a few pages, one answer (RFC 6749 3.1). */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly reader: RequestReader,
    private readonly queries: AuthorizeQueries,
    private readonly requests: OpenRequests,
    private readonly steps: Steps,
    private readonly creation: PortalCreation,
    private readonly pages: StepPages,
    private readonly logins: LoginService,
    private readonly answers: AnswerService,
    private readonly oneTime: OneTimeLogin,
    private readonly sessions: Sessions,
    private readonly people: PersonQueries,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** GET /oauth/authorize */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const asked = await this.reader.read(request);
    if (asked instanceof RedirectedRefusal) return sendRedirect(reply, asked.location);
    const open = await this.requests.begin(asked, request, reply);
    const { values } = readRawRequest(request.url);
    const token = values.get('one_time_token') ?? values.get('oneTimeToken');
    if (token === undefined) return this.#proceed(open, request, reply);
    const link = await this.oneTime.look(token);
    if (!link) {
      if (open.session) return this.#proceed(open, request, reply);
      return this.pages.login(reply, { ...open, request: asked }, undefined, { notice: 'login.linkDead' });
    }
    this.pages.oneTime(reply, { ...open, request: asked }, open.session, { ...link, token });
  }

  /**
   * Somebody came to a page of their own without being signed in, or not by the password that it needs, or too long
   * ago.
   */
  async signInFirst(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Pick<AccountVisit, 'needs' | 'onward'> = {},
  ): Promise<void> {
    const language = acceptedLanguage(request.headers['accept-language']);
    const open = await this.requests.begin({ purpose: 'account', language, ...visit }, request, reply);
    await this.#proceed(open, request, reply);
  }

  /** GET /oauth/authorize/continue: the page of the step that is due. */
  async continue(request: FastifyRequest, reply: FastifyReply, id: string): Promise<void> {
    return this.#proceed(await this.requests.ofAddress(request, id), request, reply);
  }

  async login(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.logins.refuseInVain(request);
    const open = await this.requests.ofForm(request, ['username', 'password']);
    const given = { username: open.form.get('username') ?? '', password: open.form.get('password') ?? '' };
    const trouble = await this.logins.login(open, given, request, reply);
    if (!trouble) return this.#goOn(open, reply);
    const shown = { ...open, request: open.waiting.request };
    const { request: asked } = open.waiting;
    const isOwed = asked.purpose === 'authorize' && asked.loginAfter !== undefined;
    const isAgain = open.session?.email === given.username && !isOwed;
    this.pages.login(reply, shown, open.session, { trouble, isAgain });
  }

  async secondFactor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.requests.ofForm(request, ['otp']);
    const trouble = await this.logins.secondFactor(open, open.form.get('otp') ?? '', request, reply);
    if (!trouble) return this.#goOn(open, reply);
    this.pages.factor(reply, { ...open, request: open.waiting.request }, open.session, trouble);
  }

  /** The posted form of a one-time link. */
  async useLink(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.requests.ofForm(request, ['one_time_token', 'otp']);
    const shown = { ...open, request: open.waiting.request };
    const token = open.form.get('one_time_token') ?? '';
    const used = await this.oneTime.use({ token, otp: open.form.get('otp') }, request, reply);
    if (!used) {
      const trouble = { error: 'login.linkDead', status: 400 } as const;
      return this.pages.login(reply, shown, open.session, { trouble });
    }
    if (!('trouble' in used)) return this.#goOn(open, reply);
    this.pages.oneTime(reply, shown, open.session, { ...used.link, token }, used.trouble);
  }

  /** May be done again until the request is answered, as who comes back to this page does; without one: asks anew. */
  async choosePortal(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#keptForm(request, reply, ['account']);
    if (!open) return;
    const asked = authorizationOf(open);
    if (!open.session) return sendRedirect(reply, continueAddress(open.id));
    const account = open.form.get('account');
    const choices = await this.steps.choices(asked, open.session);
    const chosen = choices.find(({ accountId }) => String(accountId) === account);
    if (account !== undefined && !chosen) throw badForm();
    await this.queries.choose(open.waiting, chosen?.accountId ?? null);
    sendRedirect(reply, continueAddress(open.id));
  }

  /** The posted form of somebody without a portal; then the request goes on with the new one. */
  async createPortal(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#keptForm(request, reply, ['company']);
    if (!open) return;
    const asked = authorizationOf(open);
    const step = await this.steps.next(open.waiting, asked, open.session);
    if (step.step !== 'no-portal') return sendRedirect(reply, continueAddress(open.id));
    if (!step.place) throw badForm();
    const name = open.form.get('company') ?? '';
    if (await this.creation.create(step.place, step.session, name, callerOf(request))) {
      return sendRedirect(reply, continueAddress(open.id));
    }
    this.pages.step(reply, { ...open, request: asked }, step, { error: 'portal.create.wrong', status: 400 });
  }

  /** "Use another account": ends the session, and the request asks for a login again. */
  async useAnother(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#keptForm(request, reply, []);
    if (!open) return;
    await this.database.write((tx) => this.sessions.end(tx, request));
    this.sessions.forget(reply);
    await this.queries.choose(open.waiting, null);
    await this.queries.setHalfway(open.waiting, undefined);
    sendRedirect(reply, continueAddress(open.id));
  }

  /** The posted consent form; only what the server kept counts. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const open = await this.#keptForm(request, reply, ['decision', 'shown']);
    if (!open) return;
    const asked = authorizationOf(open);
    const decision = open.form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') throw badForm();
    const step = await this.steps.next(open.waiting, asked, open.session);
    if (decision === 'deny' && step.step === 'no-portal') {
      return this.#end(
        reply,
        open,
        asked,
        await this.answers.deny(open.waiting, asked, step, callerOf(request)),
      );
    }
    const isShown =
      (step.step === 'consent' || step.step === 'respond') &&
      asked.shown?.accountId === step.account.accountId;
    if (!isShown) return sendRedirect(reply, continueAddress(open.id));
    // a page of before another portal was chosen
    if (open.form.get('shown') !== String(step.account.accountId)) throw staleForm(open);
    const ending = await this.answers[decision](open.waiting, asked, step, callerOf(request));
    this.#end(reply, open, asked, ending);
  }

  /** After a login, which made a row of the request. */
  async #goOn(open: OpenRequest, reply: FastifyReply): Promise<void> {
    const { id } = await this.requests.keep(open);
    sendRedirect(reply, continueAddress(id));
  }

  /** The request of a form that comes after the login; strangers are shown the login page. */
  async #keptForm(
    request: FastifyRequest,
    reply: FastifyReply,
    fields: readonly string[],
  ): Promise<(KeptOpenRequest & { form: Parameters }) | undefined> {
    const open = await this.requests.ofForm(request, fields);
    if (open.session || isKept(open)) return { ...(await this.requests.keep(open)), form: open.form };
    await this.#proceed(open, request, reply);
    return undefined;
  }

  async #proceed(begun: OpenRequest, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!begun.session && !isKept(begun)) {
      return this.pages.login(reply, { ...begun, request: begun.waiting.request });
    }
    const open = await this.requests.keep(begun);
    const { waiting, session } = open;
    const asked = waiting.request;
    if (asked.halfway) return this.pages.factor(reply, { ...open, request: asked }, session);
    if (asked.purpose === 'account') return this.#visit(reply, open, asked);
    const step = await this.steps.next(waiting, asked, session);
    if (step.step === 'respond') {
      const ending = await this.answers.respond(waiting, asked, step, callerOf(request));
      return this.#end(reply, open, asked, ending);
    }
    if (step.step === 'consent') {
      const shown = { accountId: step.account.accountId, scopes: step.scopes };
      const isNoted = await this.queries.noteShown(waiting, asked.shown, shown);
      if (!isNoted) return this.continue(request, reply, open.id);
    }
    this.pages.step(reply, { ...open, request: asked }, step);
  }

  async #visit(reply: FastifyReply, open: KeptOpenRequest, asked: AccountVisit): Promise<void> {
    const { session } = open;
    const shown = { ...open, request: asked };
    if (!session) return this.pages.login(reply, shown);
    const isEnough =
      asked.needs === 'fresh password'
        ? isFresh(session, this.clock.now())
        : session.byPassword || asked.needs === undefined;
    if (isEnough) return sendRedirect(reply, asked.onward ?? accountAddress);
    const hasPassword = await this.people.hasPassword(session.personId);
    this.pages.login(reply, shown, session, { isAgain: true, hasPassword });
  }

  #end(reply: FastifyReply, open: KeptOpenRequest, asked: AuthorizationRequest, ending: Ending): void {
    const { language } = asked;
    if (ending === 'right ended') return sendRedirect(reply, continueAddress(open.id));
    if (ending === 'refused') {
      const data = { message: 'refused.text' };
      return sendPage(reply, { template: './message', title: 'refused.title', language, data });
    }
    if ('location' in ending) return sendRedirect(reply, ending.location);
    const { credentials, clientName } = ending;
    const fields =
      'code' in credentials
        ? [{ id: 'code', label: 'credentials.code', value: credentials.code }]
        : [
            { id: 'client_id', label: 'credentials.clientId', value: credentials.clientId },
            { id: 'client_secret', label: 'credentials.clientSecret', value: credentials.clientSecret },
          ];
    const data = { fields, client: clientName, ...('code' in credentials && { codeSeconds }) };
    sendPage(reply, { template: './credentials', title: 'credentials.title', language, data });
  }
}

/** @throws PageError 403 when the form belongs to another kind of visit. */
function authorizationOf(open: OpenRequest): AuthorizationRequest {
  const { request } = open.waiting;
  if (request.purpose !== 'authorize') throw badForm();
  return request;
}
