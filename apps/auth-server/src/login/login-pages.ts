import type { TextKey } from '@app/texts';
import { troubled, type FormTrouble, type Page } from '../pages/index.js';
import type { Session } from '../sessions/index.js';
import { clientNameOf, type LoginRequest } from './login-request.js';
import type { OpenRequest } from './open-requests.js';

/** What went wrong with the last form, and whose name stood in it. */
export interface LoginTrouble extends FormTrouble {
  username?: string;
}

interface LoginPage {
  trouble?: LoginTrouble;
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
    data: { ...page.data, transaction: id },
  };
}

/** The login form; or, for who is signed in and has to prove it, one with the person's own name. */
export const loginPage = (
  open: OpenRequest,
  session?: Session,
  { trouble, notice, isAgain = false, hasPassword = true }: LoginPage = {},
): Page =>
  requestPage(open, session, {
    template: isAgain ? './again' : './login',
    title: isAgain ? 'again.title' : 'login.title',
    ...troubled(trouble),
    data: {
      client: clientNameOf(open.waiting.request),
      // there only the password was asked for
      error: isAgain && trouble?.error === 'login.wrong' ? 'again.wrong' : trouble?.error,
      values: trouble?.values,
      username: trouble?.username,
      notice,
      hasPassword,
    },
  });

export const factorPage = (open: OpenRequest, trouble?: FormTrouble): Page =>
  requestPage(open, open.session, {
    template: './factor',
    title: 'factor.title',
    ...troubled(trouble),
    data: { error: trouble?.error, values: trouble?.values },
  });

/** Who must have a second factor, and has proven nothing yet, proves the address first. */
export const proofPage = (open: OpenRequest): Page =>
  requestPage(open, open.session, { template: './prove-address', title: 'proof.title' });

/** "Continue as ...": what a login link shows before it is spent. */
export const linkPage = (
  open: OpenRequest,
  link: { token: string; name: string; personId: number; portalTitle: string; asksFactor: boolean },
  trouble?: FormTrouble,
): Page =>
  requestPage(open, open.session, {
    template: './one-time',
    title: 'oneTime.title',
    ...troubled(trouble),
    data: {
      asksFactor: link.asksFactor,
      error: trouble?.error,
      values: trouble?.values,
      action: '/oauth/authorize/one-time',
      oneTimeToken: link.token,
      name: link.name,
      portal: link.portalTitle,
      replaces: open.session && open.session.personId !== link.personId ? open.session.name : undefined,
    },
  });
