import type { Page } from 'playwright-core';
import { untilTrue } from './web-page.js';

/**
 * The addresses of all pages, from the router's own tree, so that a new page is among them.
 * @param page one that is at the console
 * @param samples what stands for the end of a path such as `/webhooks/$id`; without one, `1` does
 */
export async function listPageAddresses(
  page: Page,
  samples: Record<string, string | number>,
): Promise<string[]> {
  await untilTrue(page, 'window.__TSR_ROUTER__'); // the application comes after the page's first file
  const paths = await page.evaluate<string[]>('Object.keys(window.__TSR_ROUTER__.routesByPath)');
  const fill = (path: string): string =>
    path
      .split('/')
      .map((part, index, parts) =>
        part.startsWith('$') ? String(samples[parts.slice(0, index + 1).join('/')] ?? 1) : part,
      )
      .join('/');
  // a sign-in in another window closes itself, and all that is nowhere else has no page
  return paths.filter((path) => path !== '/signed-in' && path !== '/$').map(fill);
}
