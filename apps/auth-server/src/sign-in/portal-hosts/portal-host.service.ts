import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { findPortalByName, findPortalDisplayName, type PortalName } from '@app/identity';
import { SETTINGS } from '@app/kernel';
import { parsePortalName } from '@app/onboarding';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../config.js';
import { OneTimeLogin, type LinkFailure, type ShownLink } from '../login-tokens/index.js';
import {
  Departure,
  PageError,
  PagePortals,
  Redirect,
  failedWith,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { PersonQueries } from '../../edge/people/index.js';
import { Sessions, type Session } from '../../edge/sessions/index.js';

/** Login links on the hosts of portals, and the plain page at their other URLs (contract 3.41). */
@Injectable()
export class PortalHostService {
  constructor(
    private readonly database: Database,
    private readonly oneTime: OneTimeLogin,
    private readonly sessions: Sessions,
    private readonly people: PersonQueries,
    private readonly portals: PagePortals,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Answers any URL on a portal's host: a login link, or the page of the signed-in person. */
  async show(request: FastifyRequest): Promise<Page> {
    const portal = await this.#portal(request);
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const token = query.get('oneTimeToken') ?? query.get('one_time_token');
    if (token === null) return this.#signedIn(request, portal);
    const link = await this.oneTime.findLink(token, portal.name);
    if (!link) throw new PageError('login.linkDead');
    if ('first' in link && link.first === 'factor') {
      const signIn = { href: this.#accountPage, text: 'common.signIn' } as const;
      throw new PageError('login.linkNeedsFactor', {}, 403, { link: signIn });
    }
    if ('first' in link) {
      const forgotten = `${this.settings.AUTH_PUBLIC_URL}/oauth/password/forgotten`;
      throw new PageError('proof.forLink', {}, 403, { link: { href: forgotten, text: 'proof.title' } });
    }
    return this.#linkPage({ ...link, token }, await this.sessions.current(request));
  }

  /** The posted form of a login link. */
  async useLink(
    form: Parameters,
    session: Session | undefined,
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const portal = await this.#portal(request);
    const token = form.get('one_time_token') ?? '';
    const used = await this.oneTime.use({ token, otp: form.get('otp') }, request, portal.name);
    if (!used) throw new PageError('login.linkDead');
    if ('failure' in used) return this.#linkPage({ ...used.link, token }, session, used.failure);
    const path = ownPath(used.redirectPath);
    const frontEnd = this.#frontEnd(portal.name, path);
    return frontEnd === undefined ? new Redirect(path) : new Departure(frontEnd, portal.title);
  }

  get #accountPage(): string {
    return `${this.settings.AUTH_PUBLIC_URL}/oauth/account`;
  }

  #frontEnd(portalName: string, path: string): string | undefined {
    // functions, because replace() interprets `$&` in a string
    return this.settings.PORTAL_FRONT_END?.replace('{portal}', () => portalName).replace(
      '{path}',
      () => path,
    );
  }

  #linkPage(
    link: ShownLink & { token: string },
    session: Session | undefined,
    failure?: LinkFailure['failure'],
  ): Page {
    return {
      template: './one-time',
      title: 'oneTime.title',
      address: `/?oneTimeToken=${encodeURIComponent(link.token)}`,
      ...failedWith(failure),
      data: {
        action: '/oauth/portal/login',
        oneTimeToken: link.token,
        asksFactor: link.asksFactor,
        error: failure?.error,
        values: failure && 'values' in failure ? failure.values : undefined,
        name: link.name,
        portal: link.portalTitle,
        replaces: session && session.personId !== link.personId ? session.name : undefined,
      },
    };
  }

  async #signedIn(request: FastifyRequest, portal: PortalName): Promise<Page> {
    const session = await this.sessions.current(request);
    const opened = session ? await this.people.listReachableAccounts(session) : [];
    if (!session || !opened.some(({ portalId }) => portalId === portal.id)) {
      return this.#home(portal);
    }
    return {
      template: './signed-in',
      title: 'signedIn.title',
      titleValues: { portal: portal.title },
      data: { name: session.name, email: session.email },
    };
  }

  /** The page for a person who is not signed in here: the portal's name, and links. */
  #home({ name, title: portal }: PortalName): Page {
    const data = { portal, account: this.#accountPage, frontEnd: this.#frontEnd(name, '/') };
    return {
      template: './portal-home',
      title: 'home.portal.title',
      titleValues: { portal },
      data,
    };
  }

  /** The portal of the host, with its displayed name as title. */
  async #portal(request: FastifyRequest): Promise<PortalName> {
    const name = parsePortalName(request.hostname, this.settings);
    const portal = name === undefined ? undefined : await findPortalByName(this.database, name);
    this.portals.setPortal(request, portal?.id ?? null);
    if (!portal) {
      const link = { href: `${this.settings.AUTH_PUBLIC_URL}/`, text: 'home.noPortal.link' } as const;
      throw new PageError('home.noPortal', {}, 404, { link });
    }
    return { ...portal, title: (await findPortalDisplayName(this.database, portal.id)) ?? portal.title };
  }
}

/** A path on the portal's own host; the start page for anything that a browser could read as another host. */
export function ownPath(path: string | null): string {
  if (path === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return '/';
  return URL.parse(path, 'https://own.invalid')?.host === 'own.invalid' ? path : '/';
}
