import { Injectable } from '@nestjs/common';
import type { TextKey } from '@app/texts';
import type { FastifyReply } from 'fastify';
import { Browser, sendPage, type Page } from '../pages/index.js';
import type { Session } from '../sessions/index.js';
import {
  clientNameOf,
  isNewClient,
  type AuthorizationRequest,
  type BrowserRequest,
} from './authorization-request.js';
import type { Step } from './steps.js';

/** A request whose page is to be shown. */
export interface Shown {
  id: string;
  request: BrowserRequest;
  browserId: string;
}

/** What went wrong with the last form. */
export interface FormTrouble {
  error: TextKey;
  values?: Record<string, string | number>;
  username?: string;
  status?: number;
  headers?: Record<string, string>;
}

interface LoginPage {
  trouble?: FormTrouble;
  notice?: TextKey;
  /** Whether somebody who is signed in is asked for the password again. */
  isAgain?: boolean;
  /** False: who is asked for the password again has none. */
  hasPassword?: boolean;
}

/** The page of each step. */
@Injectable()
export class StepPages {
  constructor(private readonly browser: Browser) {}

  /** The login form; or, for who is signed in and has to prove it, one with the person's own name. */
  login(
    reply: FastifyReply,
    shown: Shown,
    session?: Session,
    { trouble, notice, isAgain = false, hasPassword = true }: LoginPage = {},
  ): void {
    const { request } = shown;
    this.#send(reply, shown, session, {
      template: isAgain ? './again' : './login',
      title: isAgain ? 'again.title' : 'login.title',
      status: trouble?.status ?? 200,
      headers: trouble?.headers ?? {},
      data: {
        client: request.purpose === 'authorize' ? clientNameOf(request) : undefined,
        // there only the password was asked for
        error: isAgain && trouble?.error === 'login.wrong' ? 'again.wrong' : trouble?.error,
        values: trouble?.values,
        username: trouble?.username,
        notice,
        hasPassword,
      },
    });
  }

  factor(reply: FastifyReply, shown: Shown, session?: Session, trouble?: FormTrouble): void {
    this.#send(reply, shown, session, {
      template: './factor',
      title: 'factor.title',
      status: trouble?.status ?? 200,
      headers: trouble?.headers ?? {},
      data: { error: trouble?.error, values: trouble?.values },
    });
  }

  oneTime(
    reply: FastifyReply,
    shown: Shown,
    session: Session | undefined,
    link: { token: string; name: string; personId: number; portalTitle: string; asksFactor: boolean },
    trouble?: FormTrouble,
  ): void {
    this.#send(reply, shown, session, {
      template: './one-time',
      title: 'oneTime.title',
      status: trouble?.status ?? 200,
      headers: trouble?.headers ?? {},
      data: {
        asksFactor: link.asksFactor,
        error: trouble?.error,
        values: trouble?.values,
        action: '/oauth/authorize/one-time',
        oneTimeToken: link.token,
        name: link.name,
        portal: link.portalTitle,
        replaces: session && session.personId !== link.personId ? session.name : undefined,
      },
    });
  }

  /** The page of a step that needs the person. */
  step(
    reply: FastifyReply,
    shown: Shown & { request: AuthorizationRequest },
    step: Step,
    trouble?: FormTrouble,
  ): void {
    const client = clientNameOf(shown.request);
    const isNew = isNewClient(shown.request);
    switch (step.step) {
      case 'login':
        return this.login(reply, shown, step.session);
      case 'password-again':
        return this.login(reply, shown, step.session, { isAgain: true, hasPassword: step.hasPassword });
      case 'no-portal':
        return this.#send(reply, shown, step.session, {
          template: './no-portal',
          title: 'portal.none.title',
          status: trouble?.status ?? 200,
          data: { client, isNew, couldCreate: step.place !== undefined, error: trouble?.error },
        });
      case 'factor-missing':
        return this.#send(reply, shown, step.session, {
          template: './message',
          title: 'factor.title',
          status: 403,
          data: {
            message: 'factor.required',
            link: { href: '/oauth/account', text: 'account.factor.setUp' },
          },
        });
      case 'portal':
        return this.#send(reply, shown, step.session, {
          template: './portal',
          title: 'portal.title',
          data: { client, accounts: step.accounts },
        });
      case 'not-administrator':
        return this.#send(reply, shown, step.session, {
          template: './message',
          title: 'error.title',
          status: 403,
          data: {
            message: 'consent.new.notAdministrator',
            canUseAnother: true,
            canChoosePortal: step.hasOthers,
            values: { portal: step.account.portalTitle },
          },
        });
      case 'consent':
      case 'respond':
        return this.#consent(reply, shown, step);
    }
  }

  #consent(
    reply: FastifyReply,
    shown: Shown & { request: AuthorizationRequest },
    step: Extract<Step, { step: 'consent' | 'respond' }>,
  ): void {
    const client = clientNameOf(shown.request);
    const isNew = isNewClient(shown.request);
    this.#send(reply, shown, step.session, {
      template: './consent',
      title: isNew ? 'consent.new.title' : 'consent.title',
      titleValues: { client },
      data: {
        client,
        isNew,
        host: new URL(shown.request.redirectUri).host,
        redirects: shown.request.redirects,
        portal: step.account.portalTitle,
        accountId: step.account.accountId,
        canChoosePortal: step.hasOthers,
        scopes: step.scopes,
      },
    });
  }

  #send(
    reply: FastifyReply,
    shown: Shown,
    session: Session | undefined,
    page: Omit<Page, 'language' | 'redirectUri'>,
  ): void {
    const { request } = shown;
    sendPage(reply, {
      ...page,
      language: request.language,
      redirectUri: request.purpose === 'authorize' ? request.redirectUri : undefined,
      data: {
        ...page.data,
        csrf: this.browser.csrfToken(shown.browserId, session?.id),
        transaction: shown.id,
        person: session && { name: session.name, email: session.email },
      },
    });
  }
}
