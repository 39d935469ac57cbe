import { brandStyle, type ShownBrand } from '@app/branding';
import { Html, html } from '@app/http';

export interface BrandedPageContent {
  /** BCP 47 */
  language: string;
  title: string;
  style: string;
  /** The name at the head of a page whose portal has none; without it, such a page has no head. */
  ourName?: string;
  /** The HTML below the head. */
  body: Html;
}

/** The content of a page's style element, for a policy that allows it by its hash. */
export const pageStyle = (
  { style }: Pick<BrandedPageContent, 'style'>,
  brand: ShownBrand | undefined,
): string => (brand?.color ? `${style}\n${brandStyle(brand.color)}` : style);

/**
 * The only code that writes an HTML document, so that every page has its portal's name, logo, colour and favicon.
 * @param brand of the page's portal; undefined when that is unknown, or has set nothing
 */
export function brandedPage(page: BrandedPageContent, brand: ShownBrand | undefined): string {
  const name = brand?.name ?? page.ourName;
  const logo = brand?.logo;
  // the style is inserted exactly, because white space around it would change its hash
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        ${new Html(`<style>${pageStyle(page, brand)}</style>`)}
        ${brand?.favicon === undefined ? '' : html`<link rel="icon" href="${brand.favicon}" />`}
      </head>
      <body>
        ${
          name === undefined && logo === undefined
            ? ''
            : html`<header>
                ${logo === undefined ? '' : html`<img class="logo" src="${logo}" alt="" />`}
                ${name === undefined ? '' : html`<bdi>${name}</bdi>`}
              </header>`
        }
        ${page.body}
      </body>
    </html>`.text;
}
