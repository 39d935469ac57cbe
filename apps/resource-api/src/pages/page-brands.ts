import { Inject, Injectable } from '@nestjs/common';
import { findShownBrand, type ShownBrand } from '@app/branding';
import { Database } from '@app/database';
import { findPortalByName } from '@app/identity';
import { SETTINGS } from '@app/kernel';
import { parsePortalName } from '@app/onboarding';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';

@Injectable()
export class PageBrands {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param portalId of the page; null: that of the request's host, if it is a portal's
   * @returns undefined for a page of the service itself, and of a portal that has set nothing
   */
  async of(request: FastifyRequest, portalId: number | null): Promise<ShownBrand | undefined> {
    const id = portalId ?? (await this.#findByHost(request));
    return id === undefined ? undefined : findShownBrand(this.database, id, this.settings.API_PUBLIC_URL);
  }

  async #findByHost({ hostname }: FastifyRequest): Promise<number | undefined> {
    const name = parsePortalName(hostname, this.settings);
    return name === undefined ? undefined : (await findPortalByName(this.database, name))?.id;
  }
}
