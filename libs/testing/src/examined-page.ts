import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThorough } from './thorough.js';

type Page = import('playwright-core').Page;

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The folder for pictures of every page, in every variant; undefined: no pictures. */
const pictures = process.env['SCREENSHOTS'];

/** Whether a run is thorough or for pictures; then pages are examined in all states and schemes. */
export const examinesAll = isThorough || pictures !== undefined;

/** Whether the page has a portal's brand, in names of pictures. */
export type PageBranding = 'plain' | 'branded';
export type Schemes = 'light' | 'dark' | 'light and dark';
export type PageVariant = readonly [
  colorScheme: Schemes,
  width: number,
  locale: string,
  branding: PageBranding,
];

/**
 * Variants in which pages are examined: both colour schemes, desktop and phone, all languages, with and without
 * branding; for pictures all combinations. A run that is not thorough uses the variant with the least space: long words
 * on a phone.
 */
export const pageVariants: readonly PageVariant[] = pictures
  ? (['en', 'de', 'fr'] as const).flatMap((locale) =>
      [1280, 360].flatMap((width) =>
        (['plain', 'branded'] as const).map(
          (branding) => ['light and dark', width, locale, branding] as const,
        ),
      ),
    )
  : isThorough
    ? [
        ['light and dark', 1280, 'en', 'plain'],
        ['dark', 360, 'de', 'branded'],
        ['light', 360, 'fr', 'branded'],
      ]
    : [['light and dark', 360, 'de', 'branded']];

/** The rules of axe about colours. Its category would also enable rules that are off, such as contrast of AAA. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Examines a page in each colour scheme, and saves a picture of each if requested. If a run is neither thorough nor for
 * pictures, the name of a page decides the one scheme in which it is examined.
 * @param isInEach whether to examine it in each scheme in any case
 * @returns the faults: findings of axe, and elements that do not fit into the window
 */
export async function findPageFaults(
  page: Page,
  name: string,
  schemes: readonly ('light' | 'dark')[],
  isInEach: boolean = examinesAll,
): Promise<string[]> {
  const faults: string[] = [];
  await page.waitForLoadState(); // an element can be there before its style
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe }); // by the debugging protocol, so that the page's CSP stays in force
  const tried = isInEach ? schemes : [schemes[name.length % schemes.length]!];
  for (const [index, colorScheme] of tried.entries()) {
    if (colorScheme !== schemes[0]) await page.emulateMedia({ colorScheme });
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: true });
    }
    const [content, window] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    if (content > window) faults.push(`${name}, ${colorScheme}: ${content} px in a window of ${window} px`);
    // in the other scheme only the colours differ
    const options = { resultTypes: ['violations'], ...(index > 0 && { runOnly: COLOUR_RULES }) };
    const evaluation = await session.send('Runtime.evaluate', {
      expression: `axe.run(${JSON.stringify(options)}).then((r) => JSON.stringify(r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html).join())))`,
      awaitPromise: true,
      returnByValue: true,
    });
    const violations = JSON.parse(evaluation.result.value as string) as string[];
    faults.push(...violations.map((violation) => `${name}, ${colorScheme}: ${violation}`));
  }
  await session.detach();
  if (schemes.length > 1) await page.emulateMedia({ colorScheme: schemes[0]! });
  return faults;
}
