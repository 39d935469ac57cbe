import type { TextKey } from '@app/texts';
import { failedWith, type FormFailure, type Page } from '../pages/index.js';
import type { Session } from '../sessions/index.js';
import { clientNameOf, portalIdOf, type LoginRequest } from './login-request.js';
import type { OpenRequest } from './open-requests.js';

/** What went wrong with the last form, and whose name stood in it. */
export interface LoginFailure extends FormFailure {
  username?: string;
}

interface LoginPage {
  failure?: LoginFailure;
  notice?: TextKey;
  /** Whether somebody who is signed in is asked for the password again. */
  isAgain?: boolean;
  /** False: who is asked for the password again has none. */
  hasPassword?: boolean;
}

/** A page on the way of a request: its forms carry the request, and may lead to its client at last. */
export function requestPage<T extends LoginRequest>(
  { id, waiting: { request } }: Pick<OpenRequest<T>, 'id' | 'waiting'>,
  session: Session | undefined,
  page: Omit<Page, 'language' | 'redirectUri' | 'person'>,
): Page {
  return {
    ...page,
    language: request.language,
    redirectUri: request.redirectUri,
    person: session,
    portalId: page.portalId ?? portalIdOf(request),
    data: { ...page.data, transaction: id },
  };
}

/** The login form; or, for who is signed in and has to prove it, one with the person's own name. */
export const loginPage = (
  open: OpenRequest,
  session?: Session,
  { failure, notice, isAgain = false, hasPassword = true }: LoginPage = {},
): Page =>
  requestPage(open, session, {
    template: isAgain ? './again' : './login',
    title: isAgain ? 'again.title' : 'login.title',
    ...failedWith(failure),
    data: {
      client: clientNameOf(open.waiting.request),
      // there only the password was asked for
      error: isAgain && failure?.error === 'login.wrong' ? 'again.wrong' : failure?.error,
      values: failure?.values,
      username: failure?.username,
      notice,
      hasPassword,
    },
  });

export const factorPage = (open: OpenRequest, failure?: FormFailure): Page =>
  requestPage(open, open.session, {
    template: './factor',
    title: 'factor.title',
    ...failedWith(failure),
    data: { error: failure?.error, values: failure?.values },
  });

/** Who must have a second factor, and has proven nothing yet, proves the address first. */
export const proofPage = (open: OpenRequest): Page =>
  requestPage(open, open.session, { template: './prove-address', title: 'proof.title' });

/** "Continue as ...": what a login link shows before it is spent. */
export const linkPage = (
  open: OpenRequest,
  link: { token: string; name: string; personId: number; portalTitle: string; asksFactor: boolean },
  failure?: FormFailure,
): Page =>
  requestPage(open, open.session, {
    template: './one-time',
    title: 'oneTime.title',
    ...failedWith(failure),
    data: {
      asksFactor: link.asksFactor,
      error: failure?.error,
      values: failure?.values,
      action: '/oauth/authorize/one-time',
      oneTimeToken: link.token,
      name: link.name,
      portal: link.portalTitle,
      replaces: open.session && open.session.personId !== link.personId ? open.session.name : undefined,
    },
  });
