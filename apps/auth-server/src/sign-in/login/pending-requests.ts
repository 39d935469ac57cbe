import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import type { FastifyRequest } from 'fastify';
import { Browser } from '../../edge/browser/index.js';
import { badForm, FormGuard, PageError, PagePortals } from '../../edge/pages/index.js';
import { Sessions, type Session } from '../../edge/sessions/index.js';
import { bodyParameters, type Parameters } from '../../edge/request/index.js';
import { StoredRequestQueries, newTransaction, type StoredRequest } from './stored-requests.queries.js';
import { boundPortalId, type PartialLogin, type LoginRequest } from './login-request.js';
import { SealedRequests, type SealedRequest } from './sealed-requests.js';

/** A waiting request of this browser, with the session. */
export interface PendingRequest<T extends LoginRequest = LoginRequest> {
  /**
   * The value that the forms carry: the id of a stored request, or the whole request, sealed, if it is not stored yet.
   */
  id: string;
  waiting: StoredRequest<T> | SealedRequest<T>;
  session: Session | undefined;
  browserId: string;
}

/** A stored request: a person has signed in for it, possibly with the second factor outstanding. */
export type StoredPendingRequest<T extends LoginRequest = LoginRequest> = PendingRequest<T> & {
  waiting: StoredRequest<T>;
};

export const isStored = <T extends LoginRequest>(
  pending: PendingRequest<T>,
): pending is StoredPendingRequest<T> => 'hash' in pending.waiting;

export const continueAddress = ({ id, waiting }: Pick<PendingRequest, 'id' | 'waiting'>): string =>
  `/oauth/${waiting.request.purpose}/continue?transaction=${id}`;

/** 400: a request can be answered only once. */
export const answeredBefore = ({ request: { language } }: StoredRequest): PageError =>
  new PageError('consent.answered', {}, 400, { language });

/** 403 with a link to continue: the request still waits, but not for this form. */
export const staleForm = (pending: StoredPendingRequest): PageError =>
  badForm({
    link: { href: continueAddress(pending), text: 'common.continue' },
    language: pending.waiting.request.language,
  });

/**
 * Loads the request that a form or URL refers to; the server stored or sealed it. It is stored only after sign-in,
 * limited per person, so anonymous traffic cannot fill the table.
 */
@Injectable()
export class PendingRequests {
  constructor(
    private readonly queries: StoredRequestQueries,
    private readonly sealed: SealedRequests,
    private readonly sessions: Sessions,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    private readonly portals: PagePortals,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async begin<T extends LoginRequest>(loginRequest: T, request: FastifyRequest): Promise<PendingRequest<T>> {
    const browserId = this.browser.identify(request);
    this.#setPagePortal(request, loginRequest);
    const waiting = { ...newTransaction(this.clock.now()), request: loginRequest, accountId: null };
    const session = await this.sessions.current(request);
    const open = { id: this.sealed.seal(waiting, browserId), waiting, session, browserId };
    return session ? this.store(open) : open;
  }

  /**
   * Stores the request after a sign-in; if the form is repeated, it is stored only once.
   * @param personId the person, where the request came without a session
   * @throws PageError 403 when it has expired, 400 when it was already answered; LimitReached
   */
  async store<T extends LoginRequest>(
    pending: PendingRequest<T>,
    personId = pending.session?.personId,
  ): Promise<StoredPendingRequest<T>> {
    const { waiting, session, browserId } = pending;
    if ('hash' in waiting) return { ...pending, waiting };
    if (personId === undefined) throw new Error('no person has signed in for this request');
    await this.database.write(async (tx) => {
      const isNew = await this.queries.store(tx, waiting, browserId);
      if (isNew) await addToCount(tx, 'authorization_requests', personId);
    });
    const stored = await this.#stored(waiting.transactionId, browserId);
    return { ...(stored as StoredPendingRequest<T>), session, browserId };
  }

  /** Records, or clears (undefined), the person who gave a password and has the second factor outstanding. */
  async savePartialLogin(pending: PendingRequest, halfway: PartialLogin['halfway']): Promise<void> {
    await this.queries.savePartialLogin((await this.store(pending, halfway?.personId)).waiting, halfway);
  }

  /** Lets another person sign in. */
  async startOver({ waiting }: StoredPendingRequest): Promise<void> {
    await this.queries.startOver(waiting);
  }

  /**
   * @throws PageError 403 for a form of another browser or site, 400 for a request already answered. After a sign-in or
   *   sign-out in another window, the page links to the next step
   */
  async findByForm(
    request: FastifyRequest,
    fields: readonly string[],
  ): Promise<PendingRequest & { form: Parameters }> {
    const session = await this.sessions.current(request);
    const form = await this.forms
      .read(request, ['transaction', ...fields])
      .catch((error: unknown) => this.#addContinueLink(request, error, session));
    return { form, ...(await this.#open(request, form.get('transaction') ?? '', session)) };
  }

  /** @throws PageError as for {@link findByForm} */
  async findByAddress(request: FastifyRequest, id: string): Promise<PendingRequest> {
    return this.#open(request, id, await this.sessions.current(request));
  }

  /** Adds a link to continue to a refusal. The link changes nothing, and works only in this browser. */
  async #addContinueLink(
    request: FastifyRequest,
    refusal: unknown,
    session: Session | undefined,
  ): Promise<never> {
    const id = bodyParameters(request, new Set(['transaction'])).get('transaction');
    if (id === undefined || !(refusal instanceof PageError)) throw refusal;
    const pending = await this.#open(request, id, session).catch(() => {
      throw refusal;
    });
    if (!session && !isStored(pending)) throw refusal;
    throw staleForm(await this.store(pending));
  }

  async #open(request: FastifyRequest, id: string, session: Session | undefined): Promise<PendingRequest> {
    const browserId = this.browser.findId(request);
    if (browserId === undefined) throw badForm();
    const sealed = this.sealed.open(id, browserId);
    if (!sealed) return { ...(await this.#stored(id, browserId, request)), session, browserId };
    if (sealed.expiresAt <= this.clock.now()) throw badForm();
    this.#setPagePortal(request, sealed.request);
    return { id, waiting: sealed, session, browserId };
  }

  async #stored(
    id: string,
    browserId: string,
    request?: FastifyRequest,
  ): Promise<Pick<StoredPendingRequest, 'id' | 'waiting'>> {
    const waiting = await this.queries.find(id, this.clock.now());
    if (!waiting || !sameBytes(waiting.browserHash, sha256(browserId))) throw badForm();
    if (request) this.#setPagePortal(request, waiting.request);
    if (waiting.answeredAt !== null) throw answeredBefore(waiting);
    return { id, waiting };
  }

  /** Before the person has chosen a portal, only that of the application is known. */
  #setPagePortal(request: FastifyRequest, loginRequest: LoginRequest): void {
    this.portals.setPortal(request, boundPortalId(loginRequest) ?? null);
  }
}
