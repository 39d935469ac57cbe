import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { pagePaths } from './shown-pages.js';
import { useWebPage } from './use-web-page.js';

const markup = '<img src=x onerror="document.title=1"><script>document.title = 1</script>';
/** Members that somebody else has written, in whatever answer they stand. */
const written = /^(name|title|(full|first|last|client)_name|user_agent|tags|slug|what|message)$/;

/** The same answer, with markup in every text that somebody has written. */
function poison(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return written.test(name) ? `${markup}${value}` : value;
  if (Array.isArray(value)) return value.map((each) => poison(each, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each, key)]));
}

describeWith('chromium', 'markup in texts of other users', () => {
  let page: Page;
  const { open } = useWebPage((opened) => (page = opened));

  it.each(['/', ...pagePaths])('is text on %s', async (path) => {
    let poisonedCount = 0;
    await page.route(/\/bff\/(api|auth|session)/, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      const poisoned = JSON.stringify(poison(JSON.parse(text)));
      if (poisoned !== text) poisonedCount += 1;
      return route.fulfill({ response, body: poisoned });
    });
    await open(path);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(poisonedCount).toBeGreaterThan(0);
    expect(await page.getByText('<img src=x').count()).toBeGreaterThan(0);
    expect(await page.locator('img[src=x], main script').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  });
});
