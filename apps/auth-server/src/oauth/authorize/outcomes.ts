import {
  continueAddress,
  type StoredPendingRequest,
  type PendingRequest,
} from '../../sign-in/login/index.js';
import {
  badForm,
  Departure,
  formPostPage,
  Redirect,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import { CODE_SECONDS } from '../token/index.js';
import type { AuthorizeResult } from './consent.service.js';
import { getClientName, type AuthorizationRequest } from './authorization-request.js';
import type { BrowserReturn } from './redirect.js';

export type PendingAuthorization = PendingRequest<AuthorizationRequest>;
export type StoredAuthorization = StoredPendingRequest<AuthorizationRequest>;

/** The page of the current step. */
export const redirectToNextStep = (pending: StoredAuthorization): Redirect =>
  new Redirect(continueAddress(pending));

/**
 * The page at the end of a request.
 * @param portalId the chosen portal, whose name the page displays
 */
export function finishRequest(
  pending: StoredAuthorization,
  outcome: AuthorizeResult,
  portalId?: number,
): PageAnswer {
  const { request } = pending.waiting;
  const { language } = request;
  if (outcome === 'right ended') return redirectToNextStep(pending);
  if (outcome === 'refused') {
    const data = { message: 'refused.text' };
    return { template: './message', title: 'refused.title', language, portalId, data };
  }
  if ('location' in outcome) return createDeparture(outcome, getClientName(request), { language, portalId });
  return { ...credentialsPage(outcome), language, portalId };
}

/**
 * A redirect to the client.
 * @param name of the client
 */
export const createDeparture = (
  { location, fields }: BrowserReturn,
  name: string,
  page: Departure['page'] = {},
): PageAnswer =>
  fields === undefined
    ? new Departure(location, name, page)
    : formPostPage({ action: location, fields, name, page });

/** The page that ends a request with redirect=false. */
function credentialsPage({
  credentials,
  clientName,
}: Extract<AuthorizeResult, { credentials: unknown }>): Page {
  const fields =
    'code' in credentials
      ? [{ id: 'code', label: 'credentials.code', value: credentials.code }]
      : [
          { id: 'client_id', label: 'credentials.clientId', value: credentials.clientId },
          { id: 'client_secret', label: 'credentials.clientSecret', value: credentials.clientSecret },
        ];
  const data = { fields, client: clientName, ...('code' in credentials && { codeSeconds: CODE_SECONDS }) };
  return { template: './credentials', title: 'credentials.title', isShownOnce: true, data };
}

/** @throws PageError 403 when the form belongs to a different kind of visit */
export function authorization(pending: PendingRequest): PendingAuthorization {
  if (pending.waiting.request.purpose !== 'authorize') throw badForm();
  return pending as PendingAuthorization;
}
