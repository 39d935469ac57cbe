import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { badForm, Browser, FormGuard, PageError } from '../pages/index.js';
import { Sessions, type Session } from '../sessions/index.js';
import { bodyParameters, type Parameters } from '../common/index.js';
import { AuthorizeQueries, type WaitingRequest } from './authorize.queries.js';

/** A waiting request of this very browser, with who is signed in. */
export interface OpenRequest {
  id: string;
  waiting: WaitingRequest;
  session: Session | undefined;
  browserId: string;
}

/** Shows the page of the step that is due. */
export const continueAddress = (id: string): string => `/oauth/authorize/continue?transaction=${id}`;

/** 400: a request has one answer. */
export const answeredBefore = ({ request: { language } }: WaitingRequest): PageError =>
  new PageError('consent.answered', {}, 400, { language });

/** 403, with the way on: the request waits still, but not for this form. */
export const staleForm = ({ id, waiting }: Pick<OpenRequest, 'id' | 'waiting'>): PageError =>
  badForm({
    link: { href: continueAddress(id), text: 'common.continue' },
    language: waiting.request.language,
  });

/** Finds the request that a form or an address belongs to; the server's copy decides, never the form. */
@Injectable()
export class OpenRequests {
  constructor(
    private readonly queries: AuthorizeQueries,
    private readonly sessions: Sessions,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
      .catch((error: unknown) => this.#withWayOn(request, error));
    return { form, ...(await this.#open(request, form.get('transaction') ?? '', session)) };
  }

  /** @throws PageError likewise */
  async ofAddress(request: FastifyRequest, id: string): Promise<OpenRequest> {
    return this.#open(request, id, await this.sessions.current(request));
  }

  /** A form is refused all the same; the link changes nothing, and only this browser can follow it. */
  async #withWayOn(request: FastifyRequest, refusal: unknown): Promise<never> {
    const id = bodyParameters(request, new Set(['transaction'])).get('transaction');
    if (id === undefined || !(refusal instanceof PageError)) throw refusal;
    const { waiting } = await this.#open(request, id, undefined).catch(() => {
      throw refusal;
    });
    throw staleForm({ id, waiting });
  }

  async #open(request: FastifyRequest, id: string, session: Session | undefined): Promise<OpenRequest> {
    const waiting = await this.queries.find(id, this.clock.now());
    const browserId = this.browser.idOf(request);
    if (!waiting || browserId === undefined || !sameBytes(waiting.browserHash, sha256(browserId)))
      throw badForm();
    if (waiting.answeredAt !== null) throw answeredBefore(waiting);
    return { id, waiting, session, browserId };
  }
}
