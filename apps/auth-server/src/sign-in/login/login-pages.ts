import type { TextKey } from '@app/texts';
import type { ShownLink } from '../login-tokens/index.js';
import { failedWith, type FormFailure, type Page } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { findClientName, boundPortalId, type LoginRequest } from './login-request.js';
import { continueAddress, type PendingRequest } from './pending-requests.js';

/** The fault of the last form, and the username entered in it. */
export interface LoginFailure extends FormFailure {
  username?: string;
}

interface LoginPage {
  failure?: LoginFailure;
  notice?: TextKey;
  /** Whether the person is signed in and must enter the password again. */
  isAgain?: boolean;
  /** False: the signed-in person has no password to enter again. */
  hasPassword?: boolean;
}

/** A page of a waiting request, which its forms carry. */
export function requestPage<T extends LoginRequest>(
  open: Pick<PendingRequest<T>, 'id' | 'waiting'>,
  session: Session | undefined,
  page: Omit<Page, 'language' | 'person'>,
): Page {
  const { request } = open.waiting;
  return {
    address: continueAddress(open),
    ...page,
    language: request.language,
    person: session,
    data: { ...page.data, transaction: open.id },
  };
}

/** The login form; for a signed-in person who must confirm the login, with their own name. */
export const loginPage = (
  pending: PendingRequest,
  session?: Session,
  { failure, notice, isAgain = false, hasPassword = true }: LoginPage = {},
): Page =>
  requestPage(pending, session, {
    template: isAgain ? './again' : './login',
    title: isAgain ? 'again.title' : 'login.title',
    ...failedWith(failure),
    data: {
      client: findClientName(pending.waiting.request),
      // this form asks only for the password
      error: isAgain && failure?.error === 'login.wrong' ? 'again.wrong' : failure?.error,
      values: failure?.values,
      username: failure?.username ?? pending.waiting.request.loginHint,
      notice,
      hasPassword,
    },
  });

export const factorPage = (pending: PendingRequest, failure?: FormFailure): Page =>
  requestPage(pending, pending.session, {
    template: './factor',
    title: 'factor.title',
    ...failedWith(failure),
    data: { error: failure?.error, values: failure?.values },
  });

/** Asks a person who must have a second factor, and whose address is not proven, to prove the address first. */
export const proofPage = (pending: PendingRequest): Page =>
  requestPage(pending, pending.session, { template: './prove-address', title: 'proof.title' });

/** "Continue as ...": the page of a login link before it is consumed. */
export const linkPage = (
  pending: PendingRequest,
  link: Pick<ShownLink, 'name' | 'personId' | 'portalId' | 'portalTitle' | 'asksFactor'> & { token: string },
  failure?: FormFailure,
): Page =>
  requestPage(pending, pending.session, {
    template: './one-time',
    title: 'oneTime.title',
    portalId: portalOfLink(pending, link),
    address: `${continueAddress(pending)}&one_time_token=${encodeURIComponent(link.token)}`,
    ...failedWith(failure),
    data: {
      asksFactor: link.asksFactor,
      error: failure?.error,
      values: failure?.values,
      action: '/oauth/authorize/one-time',
      oneTimeToken: link.token,
      name: link.name,
      portal: link.portalTitle,
      replaces:
        pending.session && pending.session.personId !== link.personId ? pending.session.name : undefined,
    },
  });

/**
 * The portal of the page: none if the link is of another portal than the application, because it cannot sign in to it.
 */
function portalOfLink({ waiting }: PendingRequest, { portalId }: { portalId: number }): number | null {
  const asking = boundPortalId(waiting.request);
  return asking === undefined || asking === portalId ? portalId : null;
}
