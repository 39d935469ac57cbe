import { Inject, Injectable } from '@nestjs/common';
import { findBrand } from '@app/branding';
import { Database } from '@app/database';
import { SETTINGS } from '@app/kernel';
import type { Settings } from '../config.js';

/** How a page bears its portal. */
export interface ShownBrand {
  name: string | null;
  /** `rrggbb`, for the address of the style sheet. */
  color: string | undefined;
  logo: string | undefined;
  favicon: string | undefined;
}

/** What portals look like on our pages. */
@Injectable()
export class Brands {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns undefined when the portal has set nothing that a page shows */
  async of(portalId: number): Promise<ShownBrand | undefined> {
    const brand = await findBrand(this.database, portalId);
    if (!brand || (brand.name ?? brand.color ?? brand.logo ?? brand.favicon) === null) return undefined;
    return {
      name: brand.name,
      color: brand.color?.slice(1),
      logo: this.#address(brand.logo),
      favicon: this.#address(brand.favicon),
    };
  }

  /** Images lie at the resource API: what a portal sends never stands on the host where people sign in. */
  #address(digest: string | null): string | undefined {
    return digest === null ? undefined : `${this.settings.API_PUBLIC_URL}/branding/${digest}`;
  }
}
