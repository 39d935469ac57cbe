import { Inject, Injectable } from '@nestjs/common';
import { findShownBrand, type ShownBrand } from '@app/branding';
import { Database } from '@app/database';
import { findPortalByName } from '@app/identity';
import { SETTINGS } from '@app/kernel';
import { parsePortalName } from '@app/onboarding';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../config.js';
import { PersonQueries } from '../people/index.js';
import { Sessions } from '../sessions/index.js';

/**
 * The portal of a request, whose name and logo its pages display, error pages included. The code that reads the portal
 * (from an authorization request, a portal's host, an administrator's portal) sets it here. A portal named by a URL is
 * set only after a check, so that a link cannot choose a page's portal.
 */
@Injectable()
export class PagePortals {
  readonly #noted = new WeakMap<FastifyRequest, number | null>();

  constructor(
    private readonly database: Database,
    private readonly people: PersonQueries,
    private readonly sessions: Sessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Sets the portal that the request is about.
   * @param portalId null for a page without a portal, whichever person is signed in, such as every page that asks for a
   *   password, unless it is for one portal's own application
   */
  setPortal(request: FastifyRequest, portalId: number | null): void {
    this.#noted.set(request, portalId);
  }

  /**
   * The portal that was set; otherwise the only portal of the signed-in person; otherwise that of the host.
   * @returns null when the page belongs to the service itself
   */
  async of(request: FastifyRequest): Promise<number | null> {
    const noted = this.#noted.get(request);
    if (noted !== undefined) return noted;
    const session = await this.sessions.current(request);
    if (!session) return this.#findByHost(request);
    const [only, another] = await this.people.listReachableAccounts(session);
    return only && !another ? only.portalId : null;
  }

  /**
   * The branding of the page.
   * @param givenPortalId the portal that the page itself names, or null for none
   */
  async findBrand(
    request: FastifyRequest,
    givenPortalId: number | null | undefined,
  ): Promise<ShownBrand | undefined> {
    const portalId = givenPortalId === undefined ? await this.of(request) : givenPortalId;
    if (portalId === null) return undefined;
    return findShownBrand(this.database, portalId, this.settings.API_PUBLIC_URL);
  }

  async #findByHost({ hostname }: FastifyRequest): Promise<number | null> {
    const name = parsePortalName(hostname, this.settings);
    const portal = name === undefined ? undefined : await findPortalByName(this.database, name);
    return portal?.id ?? null;
  }
}
