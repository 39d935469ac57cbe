import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badForm, Browser, FormGuard, PageError } from '../pages/index.js';
import { Sessions, type Session } from '../sessions/index.js';
import { bodyParameters, type Parameters } from '../common/index.js';
import type { BrowserRequest, Halfway } from './authorization-request.js';
import { AuthorizeQueries, newTransaction, type KeptRequest } from './authorize.queries.js';
import { SealedRequests, type UnkeptRequest } from './sealed-requests.js';

/** A waiting request of this very browser, with who is signed in. */
export interface OpenRequest {
  /** What the forms carry: the id of a kept request, or the whole of one that is not kept yet, sealed. */
  id: string;
  waiting: KeptRequest | UnkeptRequest;
  session: Session | undefined;
  browserId: string;
}

/** One that is kept: somebody has signed in for it, be it that they owe the second factor. */
export type KeptOpenRequest = OpenRequest & { waiting: KeptRequest };

export const isKept = (open: OpenRequest): open is KeptOpenRequest => 'hash' in open.waiting;

/** Shows the page of the step that is due. */
export const continueAddress = (id: string): string => `/oauth/authorize/continue?transaction=${id}`;

/** 400: a request has one answer. */
export const answeredBefore = ({ request: { language } }: KeptRequest): PageError =>
  new PageError('consent.answered', {}, 400, { language });

/** 403, with the way on: the request waits still, but not for this form. */
export const staleForm = ({ id, waiting }: KeptOpenRequest): PageError =>
  badForm({
    link: { href: continueAddress(id), text: 'common.continue' },
    language: waiting.request.language,
  });

/**
 * Finds the request that a form or an address belongs to; what the server kept or sealed decides, never the form.
 * Requests become rows when somebody signs in: what strangers ask for takes no room.
 */
@Injectable()
export class OpenRequests {
  constructor(
    private readonly queries: AuthorizeQueries,
    private readonly sealed: SealedRequests,
    private readonly sessions: Sessions,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new request of this browser. */
  async begin(asked: BrowserRequest, request: FastifyRequest, reply: FastifyReply): Promise<OpenRequest> {
    const browserId = this.browser.identify(request, reply);
    const waiting = { ...newTransaction(this.clock.now()), request: asked, accountId: null };
    const session = await this.sessions.current(request);
    const open = { id: this.sealed.seal(waiting, browserId), waiting, session, browserId };
    return session ? this.keep(open) : open;
  }

  /**
   * The same request as a row: somebody has signed in. Once, however often its form is sent.
   * @throws PageError 403 when it lapsed, 400 when it was answered already
   */
  async keep(open: OpenRequest): Promise<KeptOpenRequest> {
    const { waiting, session, browserId } = open;
    if ('hash' in waiting) return { ...open, waiting };
    await this.queries.keep(waiting, browserId);
    return { ...(await this.#kept(waiting.transactionId, browserId)), session, browserId };
  }

  /** Notes, or forgets (undefined), who gave a password and still owes the second factor. */
  async setHalfway(open: OpenRequest, halfway: Halfway['halfway']): Promise<void> {
    await this.queries.setHalfway((await this.keep(open)).waiting, halfway);
  }

  /**
   * @throws PageError 403 for a form that is not ours, 400 when it was answered already. Who signed in or out in
   * another window meanwhile finds the way on there.
   */
  async ofForm(
    request: FastifyRequest,
    fields: readonly string[],
  ): Promise<OpenRequest & { form: Parameters }> {
    const session = await this.sessions.current(request);
    const form = await this.forms
      .read(request, ['transaction', ...fields], session?.id)
      .catch((error: unknown) => this.#withWayOn(request, error, session));
    return { form, ...(await this.#open(request, form.get('transaction') ?? '', session)) };
  }

  /** @throws PageError likewise */
  async ofAddress(request: FastifyRequest, id: string): Promise<OpenRequest> {
    return this.#open(request, id, await this.sessions.current(request));
  }

  /** A form is refused all the same; the link changes nothing, and only this browser can follow it. */
  async #withWayOn(request: FastifyRequest, refusal: unknown, session: Session | undefined): Promise<never> {
    const id = bodyParameters(request, new Set(['transaction'])).get('transaction');
    if (id === undefined || !(refusal instanceof PageError)) throw refusal;
    const open = await this.#open(request, id, session).catch(() => {
      throw refusal;
    });
    if (!session && !isKept(open)) throw refusal;
    throw staleForm(await this.keep(open));
  }

  async #open(request: FastifyRequest, id: string, session: Session | undefined): Promise<OpenRequest> {
    const browserId = this.browser.idOf(request);
    if (browserId === undefined) throw badForm();
    const unkept = this.sealed.open(id, browserId);
    if (!unkept) return { ...(await this.#kept(id, browserId)), session, browserId };
    if (unkept.expiresAt <= this.clock.now()) throw badForm();
    return { id, waiting: unkept, session, browserId };
  }

  async #kept(id: string, browserId: string): Promise<Pick<KeptOpenRequest, 'id' | 'waiting'>> {
    const waiting = await this.queries.find(id, this.clock.now());
    if (!waiting || !sameBytes(waiting.browserHash, sha256(browserId))) throw badForm();
    if (waiting.answeredAt !== null) throw answeredBefore(waiting);
    return { id, waiting };
  }
}
