import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { session } from './web-answers.js';
import { refusal, WebHarness } from './web-harness.js';
import { pageErrors, WebBrowser } from './web-page.js';

describeWith('chromium', 'the pages of the portal', () => {
  let harness: WebHarness;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    harness = await WebHarness.start();
    browser = await WebBrowser.start();
  });
  beforeEach(async () => {
    harness.answer();
    harness.requests.length = 0;
    page = await browser.open();
  });
  afterEach(async () => {
    expect(pageErrors(page)).toEqual([]);
    await page.context().close();
  });
  afterAll(async () => {
    await browser.stop();
    await harness.stop();
  });
  const open = (path: string) => page.goto(harness.url + path);

  describe('plan and limits', () => {
    it('shows how many seats are used', async () => {
      await open('/portal');
      const seats = page.getByRole('meter', { name: 'Seats in use' });
      await seats.waitFor();
      expect(await seats.getAttribute('aria-valuetext')).toBe('431 of 500');
      await page.getByText('€4,900.00').waitFor();
    });

    it('has the limits above 80 % first, and says so', async () => {
      await open('/portal');
      await page.getByText('2 limits are used by more than 80 %.').waitFor();
      const rows = await page.getByRole('row').allTextContents();
      expect(rows[1]).toMatch(/^WebhooksReached5 of 5/);
      expect(rows[2]).toMatch(/^Custom fieldsAbove 80 %88 of 100/);
      expect(rows.at(-1)).toContain('not counted here');
    });

    it('shows each part alone when the other one fails', async () => {
      harness.answer(({ path }) => (path.endsWith('/account') ? refusal(403, 'role_required') : undefined));
      await open('/portal');
      await page.getByText('Your role does not allow this.').waitFor();
      await page.getByRole('row', { name: /Webhooks/ }).waitFor();
    });

    it('is in the menu of those alone who may read it', async () => {
      await open('/webhooks');
      await page.getByRole('link', { name: 'Portal' }).waitFor();
      harness.answer(({ path }) =>
        path === '/bff/session' ? { body: { ...session, scopes: ['webhook.read'] } } : undefined,
      );
      await page.reload();
      await page.getByRole('link', { name: 'Webhooks' }).waitFor();
      expect(await page.getByRole('link', { name: 'Portal' }).count()).toBe(0);
    });
  });
});
