import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AccessDenied, InteractionRequired, type OAuthError } from '../../edge/errors/index.js';
import { Departure, PageError, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import { Sessions } from '../../edge/sessions/index.js';
import { isStored, PendingRequests } from '../../sign-in/login/index.js';
import { getClientName, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeService } from './authorize.service.js';
import { ConsentService } from './consent.service.js';
import { createDeparture } from './outcomes.js';
import { MAX_POSTED_LENGTH, writeQuery } from './raw-request.js';
import { errorReturn } from './redirect.js';
import { RedirectedError, RequestReader } from './request-reader.js';
import { AuthorizationResponse } from './response.js';
import { AuthorizeSteps, type AuthorizeStep } from './steps.js';

/** The first answer to an authorization request: a redirect to the client, or the first page. */
@Injectable()
export class AuthorizationStart {
  constructor(
    private readonly reader: RequestReader,
    private readonly requests: PendingRequests,
    private readonly sessions: Sessions,
    private readonly steps: AuthorizeSteps,
    private readonly consents: ConsentService,
    private readonly response: AuthorizationResponse,
    private readonly service: AuthorizeService,
  ) {}

  /** GET /oauth/authorize */
  async begin(request: FastifyRequest): Promise<PageAnswer> {
    const authorization = await this.reader.read(request);
    const answer =
      authorization instanceof RedirectedError
        ? createDeparture(authorization.browserReturn, authorization.clientName)
        : authorization.isSilent
          ? await this.#answerSilently(authorization, request)
          : await this.#show(authorization, request);
    return answer instanceof Departure ? new Redirect(answer.location) : answer; // no form of ours was posted, so a redirect is allowed
  }

  /**
   * POST /oauth/authorize: redirects to the same request by GET, because a POST from another site carries none of our
   * cookies (SameSite).
   * @throws PageError when the form is too long for a URL
   */
  repeatByGet({ body }: FastifyRequest): Redirect {
    const query = writeQuery(body);
    if (query.length > MAX_POSTED_LENGTH) throw new PageError('error.parameters');
    return new Redirect(`/oauth/authorize?${query}`);
  }

  async #show(authorization: AuthorizationRequest, request: FastifyRequest): Promise<PageAnswer> {
    return this.service.show(await this.requests.begin(authorization, request), request);
  }

  /** `prompt=none`: answers without a page. A refused request is not stored. */
  async #answerSilently(authorization: AuthorizationRequest, request: FastifyRequest): Promise<PageAnswer> {
    const session = await this.sessions.current(request);
    const step = await this.steps.next({ request: authorization, accountId: null }, session);
    if (step.step !== 'respond') return this.#refuse(authorization, new InteractionRequired(toError(step)));
    if (await this.consents.isClosed(step)) return this.#refuse(authorization, new AccessDenied());
    const pending = await this.requests.begin(authorization, request);
    const result = isStored(pending) ? await this.consents.respond(pending.waiting, step) : 'right ended';
    return typeof result === 'object' && 'location' in result
      ? createDeparture(result, getClientName(authorization))
      : this.#refuse(authorization, new InteractionRequired('interaction_required'));
  }

  #refuse(authorization: AuthorizationRequest, error: OAuthError): PageAnswer {
    const browserReturn = errorReturn(this.response.getReturnAddress(authorization), error);
    return createDeparture(browserReturn, getClientName(authorization));
  }
}

/** The error for a step that would need a page (OpenID Connect Core 3.1.2.6). */
function toError({ step }: AuthorizeStep): InteractionRequired['error'] {
  if (step === 'login') return 'login_required';
  if (step === 'portal') return 'account_selection_required';
  return step === 'consent' ? 'consent_required' : 'interaction_required';
}
