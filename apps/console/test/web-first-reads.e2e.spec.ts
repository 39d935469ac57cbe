import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';

/** The rows of each page. */
const pages = {
  '/': '.cards .card-rows > li',
  '/people': 'tbody tr',
  '/enrollments': 'tbody tr',
  '/webhooks': 'tbody tr',
  '/content': 'tbody tr',
};

describeWith('chromium', 'the data of a page', () => {
  let page: Page;
  const { harness, open } = useWebPage((opened) => (page = opened));
  const listRequested = () => harness.requests.map(({ path, query }) => `${path}?${query.toString()}`);

  it.each(Object.entries(pages))(
    'is asked for before the application is there, and once: %s',
    async (path, row) => {
      let release!: () => void;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/application-*.js', async (route) => {
        await isReleased;
        await route.continue();
      });
      const rows = page.waitForRequest((request) => /\/bff\/api\/v2\/(?!branding)/.test(request.url()));
      const opened = open(path);
      await rows;
      expect(await page.locator(row).count()).toBe(0);
      release();
      await opened;
      await page.locator(row).first().waitFor();
      await page.waitForLoadState('networkidle');
      const requested = listRequested();
      expect(requested).toEqual([...new Set(requested)]);
    },
  );

  it('is not asked for by somebody who is not signed in', async () => {
    harness.answer(({ path }) => (path === '/bff/session' ? { status: 401, body: {} } : undefined));
    await page.goto(`${harness.url}/people`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(listRequested()).toEqual(['/bff/session?']);
  });
});
