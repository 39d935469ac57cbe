import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { findPortalByName, type PortalRow } from '@app/identity';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../config.js';
import { OneTimeLogin } from '../one-time-tokens/index.js';
import { Browser, FormGuard, PageError, portalNameOf, sendPage, sendRedirect } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { Sessions } from '../sessions/index.js';

/** Login links on the hosts of portals, and the plain page behind them (wire contract section 4, login). */
@Injectable()
export class PortalHostService {
  constructor(
    private readonly database: Database,
    private readonly oneTime: OneTimeLogin,
    private readonly sessions: Sessions,
    private readonly people: PersonQueries,
    private readonly forms: FormGuard,
    private readonly browser: Browser,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Any address on a portal's host: a login link, or the page of who is signed in. */
  async show(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const portal = await this.#portal(request);
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const token = query.get('oneTimeToken') ?? query.get('one_time_token');
    return token === null
      ? this.#showSignedIn(request, reply, portal)
      : this.#showLink(request, reply, portal, token);
  }

  /** The posted form of a login link. */
  async useLink(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const portal = await this.#portal(request);
    const session = await this.sessions.current(request);
    const form = await this.forms.read(request, ['one_time_token'], session?.id);
    const link = await this.oneTime.use(form.get('one_time_token') ?? '', request, reply, portal.name);
    if (!link) throw new PageError('login.linkDead');
    const path = ownPath(link.redirectPath);
    const { PORTAL_FRONT_END: frontEnd } = this.settings;
    sendRedirect(reply, frontEnd ? frontEnd.replace('{portal}', portal.name).replace('{path}', path) : path);
  }

  async #showLink(
    request: FastifyRequest,
    reply: FastifyReply,
    portal: PortalRow,
    token: string,
  ): Promise<void> {
    const link = await this.oneTime.look(token, portal.name);
    if (!link) throw new PageError('login.linkDead');
    const session = await this.sessions.current(request);
    sendPage(reply, {
      template: './one-time',
      title: 'oneTime.title',
      language: acceptedLanguage(request.headers['accept-language']),
      data: {
        action: '/oauth/portal/login',
        oneTimeToken: token,
        name: link.name,
        portal: link.portalTitle,
        replaces: session && session.personId !== link.personId ? session.name : undefined,
        csrf: this.browser.csrfToken(this.browser.identify(request, reply), session?.id),
      },
    });
  }

  async #showSignedIn(request: FastifyRequest, reply: FastifyReply, portal: PortalRow): Promise<void> {
    const session = await this.sessions.current(request);
    const account = session && (await this.people.accountIn(portal.id, session.personId));
    const isAllowed =
      account && (session.onlyAccountId === null || session.onlyAccountId === account.accountId);
    const language = acceptedLanguage(request.headers['accept-language']);
    if (!isAllowed) {
      const link = { href: `${this.settings.AUTH_PUBLIC_URL}/oauth/account`, text: 'common.signIn' };
      const data = { message: 'signedOut.text', link };
      return sendPage(reply, { template: './message', title: 'signedOut.title', language, data });
    }
    sendPage(reply, {
      template: './signed-in',
      title: 'signedIn.title',
      titleValues: { portal: portal.title },
      language,
      data: {
        name: session.name,
        email: session.email,
        csrf: this.browser.csrfToken(this.browser.identify(request, reply), session.id),
      },
    });
  }

  async #portal(request: FastifyRequest): Promise<PortalRow> {
    const name = portalNameOf(request.hostname, this.settings.PORTAL_DOMAIN);
    const portal = name === undefined ? undefined : await findPortalByName(this.database, name);
    if (!portal) throw new PageError('error.notFound', {}, 404);
    return portal;
  }
}

/** A path on the portal's own host; anything that a browser could read as another host becomes the start page. */
export function ownPath(path: string | null): string {
  if (path === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return '/';
  return URL.parse(path, 'https://own.invalid')?.host === 'own.invalid' ? path : '/';
}
