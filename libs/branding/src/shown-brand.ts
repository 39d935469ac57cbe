import type { Reader } from '@app/database';
import { computeAccents } from './accents.js';
import { findBrand } from './branding.queries.js';

/** The branding of a portal's pages. */
export interface ShownBrand {
  name: string | null;
  /** `#rrggbb` */
  color: string | null;
  /** URLs of its images. */
  logo: string | undefined;
  favicon: string | undefined;
}

/**
 * The brand of a portal on pages. The resource API serves its images, because content from a portal must not be on the
 * host where people sign in.
 * @param apiPublicUrl of the resource API
 * @returns undefined when the portal has set nothing that pages display
 */
export async function findShownBrand(
  reader: Reader,
  portalId: number,
  apiPublicUrl: string,
): Promise<ShownBrand | undefined> {
  const brand = await findBrand(reader, portalId);
  if (!brand || (brand.name ?? brand.color ?? brand.logo ?? brand.favicon) === null) return undefined;
  const address = (digest: string | null) =>
    digest === null ? undefined : `${apiPublicUrl}/branding/${digest}`;
  return {
    name: brand.name,
    color: brand.color,
    logo: address(brand.logo),
    favicon: address(brand.favicon),
  };
}

/** The style sheet of a portal's colour, for links and buttons. */
export function brandStyle(color: string): string {
  const { light, dark } = computeAccents(color);
  const root = ({ accent, onAccent }: typeof light) =>
    `:root { --accent: ${accent}; --on-accent: ${onAccent}; }`;
  return `${root(light)}\n@media (prefers-color-scheme: dark) {\n  ${root(dark)}\n}\n`;
}
