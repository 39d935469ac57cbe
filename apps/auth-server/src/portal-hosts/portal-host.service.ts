import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { findPortalByName, type PortalName } from '@app/identity';
import { acceptedLanguage } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../config.js';
import { OneTimeLogin, type LinkTrouble, type ShownLink } from '../one-time-tokens/index.js';
import { Browser, FormGuard, PageError, portalNameOf, sendPage, sendRedirect } from '../pages/index.js';
import { PersonQueries } from '../passwords/index.js';
import { Sessions, type Session } from '../sessions/index.js';

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
    if (token === null) return this.#showSignedIn(request, reply, portal);
    const link = await this.oneTime.look(token, portal.name);
    if (!link) throw new PageError('login.linkDead');
    this.#showLink(request, reply, { ...link, token }, await this.sessions.current(request));
  }

  /** The posted form of a login link. */
  async useLink(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const portal = await this.#portal(request);
    const session = await this.sessions.current(request);
    const form = await this.forms.read(request, ['one_time_token', 'otp'], session?.id);
    const token = form.get('one_time_token') ?? '';
    const used = await this.oneTime.use({ token, otp: form.get('otp') }, request, reply, portal.name);
    if (!used) throw new PageError('login.linkDead');
    if ('trouble' in used)
      return this.#showLink(request, reply, { ...used.link, token }, session, used.trouble);
    const path = ownPath(used.redirectPath);
    sendRedirect(reply, this.#frontEnd(portal.name, path) ?? path);
  }

  #frontEnd(portalName: string, path: string): string | undefined {
    // as functions, because replace() reads `$&` in a text
    return this.settings.PORTAL_FRONT_END?.replace('{portal}', () => portalName).replace(
      '{path}',
      () => path,
    );
  }

  #showLink(
    request: FastifyRequest,
    reply: FastifyReply,
    link: ShownLink & { token: string },
    session: Session | undefined,
    trouble?: LinkTrouble['trouble'],
  ): void {
    sendPage(reply, {
      template: './one-time',
      title: 'oneTime.title',
      status: trouble?.status ?? 200,
      headers: trouble && 'headers' in trouble ? trouble.headers : {},
      language: acceptedLanguage(request.headers['accept-language']),
      redirectUri: this.#frontEnd(link.portalName, '/'),
      data: {
        action: '/oauth/portal/login',
        oneTimeToken: link.token,
        asksFactor: link.asksFactor,
        error: trouble?.error,
        values: trouble && 'values' in trouble ? trouble.values : undefined,
        name: link.name,
        portal: link.portalTitle,
        replaces: session && session.personId !== link.personId ? session.name : undefined,
        csrf: this.browser.csrfToken(this.browser.identify(request, reply), session?.id),
      },
    });
  }

  async #showSignedIn(request: FastifyRequest, reply: FastifyReply, portal: PortalName): Promise<void> {
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

  async #portal(request: FastifyRequest): Promise<PortalName> {
    const name = portalNameOf(request.hostname, this.settings);
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
