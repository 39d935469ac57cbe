import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { Browser } from '../browser/index.js';
import { badForm, FormGuard, PageError } from '../pages/index.js';
import { Sessions, type Session } from '../sessions/index.js';
import { bodyParameters, type Parameters } from '../request/index.js';
import { KeptRequestQueries, newTransaction, type KeptRequest } from './kept-requests.queries.js';
import type { Halfway, LoginRequest } from './login-request.js';
import { SealedRequests, type UnkeptRequest } from './sealed-requests.js';

/** A waiting request of this very browser, with who is signed in. */
export interface OpenRequest<T extends LoginRequest = LoginRequest> {
  /** What the forms carry: the id of a kept request, or the whole of one that is not kept yet, sealed. */
  id: string;
  waiting: KeptRequest<T> | UnkeptRequest<T>;
  session: Session | undefined;
  browserId: string;
}

/** One that is kept: somebody has signed in for it, be it that they owe the second factor. */
export type KeptOpenRequest<T extends LoginRequest = LoginRequest> = OpenRequest<T> & {
  waiting: KeptRequest<T>;
};

export const isKept = <T extends LoginRequest>(open: OpenRequest<T>): open is KeptOpenRequest<T> =>
  'hash' in open.waiting;

/** Shows the page of what is due next. */
export const continueAddress = ({ id, waiting }: KeptOpenRequest): string =>
  `/oauth/${waiting.request.purpose}/continue?transaction=${id}`;

/** 400: a request has one answer. */
export const answeredBefore = ({ request: { language } }: KeptRequest): PageError =>
  new PageError('consent.answered', {}, 400, { language });

/** 403, with the way on: the request waits still, but not for this form. */
export const staleForm = (open: KeptOpenRequest): PageError =>
  badForm({
    link: { href: continueAddress(open), text: 'common.continue' },
    language: open.waiting.request.language,
  });

/**
 * Finds the request that a form or an address belongs to; what the server kept or sealed decides, never the form.
 * Requests become rows when somebody signs in: what strangers ask for takes no room.
 */
@Injectable()
export class OpenRequests {
  constructor(
    private readonly queries: KeptRequestQueries,
    private readonly sealed: SealedRequests,
    private readonly sessions: Sessions,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new request of this browser. */
  async begin<T extends LoginRequest>(asked: T, request: FastifyRequest): Promise<OpenRequest<T>> {
    const browserId = this.browser.identify(request);
    const waiting = { ...newTransaction(this.clock.now()), request: asked, accountId: null };
    const session = await this.sessions.current(request);
    const open = { id: this.sealed.seal(waiting, browserId), waiting, session, browserId };
    return session ? this.keep(open) : open;
  }

  /**
   * The same request as a row: somebody has signed in. Once, however often its form is sent.
   * @throws PageError 403 when it lapsed, 400 when it was answered already
   */
  async keep<T extends LoginRequest>(open: OpenRequest<T>): Promise<KeptOpenRequest<T>> {
    const { waiting, session, browserId } = open;
    if ('hash' in waiting) return { ...open, waiting };
    await this.queries.keep(waiting, browserId);
    const kept = await this.#kept(waiting.transactionId, browserId);
    return { ...(kept as KeptOpenRequest<T>), session, browserId };
  }

  /** Notes, or forgets (undefined), who gave a password and still owes the second factor. */
  async setHalfway(open: OpenRequest, halfway: Halfway['halfway']): Promise<void> {
    await this.queries.setHalfway((await this.keep(open)).waiting, halfway);
  }

  /** Another person is to sign in. */
  async startOver({ waiting }: KeptOpenRequest): Promise<void> {
    await this.queries.startOver(waiting);
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
      .read(request, ['transaction', ...fields])
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
