import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { session, shownWebhooks } from './web-answers.js';
import { applications } from './web-answers-applications.js';
import { overviewLimits } from './web-answers-overview.js';
import { refusal, type HarnessAnswer } from './web-harness.js';

const application = applications[0]!;
const list = (...hits: object[]): HarnessAnswer => ({ body: { total: hits.length, hits } });

describeWith('chromium', 'the overview and the first steps', () => {
  let page: Page;
  /** The things that the portal has so far. */
  let state: { applications: object[]; webhooks: object[]; people: number };
  const { harness, open } = useWebPage((opened) => (page = opened));
  beforeEach(() => {
    state = { applications: [application], webhooks: shownWebhooks, people: 40 };
    answer();
  });
  function answer(failing?: RegExp): void {
    harness.answer(({ path }) => {
      if (failing?.test(path)) return refusal(404, 'not_found');
      if (path.endsWith('/auth/applications')) return list(...state.applications);
      if (path.endsWith('/v2/webhooks')) return list(...state.webhooks);
      if (path.endsWith('/v2/limits'))
        return list(
          ...overviewLimits.map((one) => ({
            ...one,
            ...(one.limit === 'accounts' && { used: state.people }),
          })),
        );
      return undefined;
    });
  }
  const listRequested = () => harness.requests.map(({ path }) => path.replace(/^.*\//, ''));

  it('disappear permanently when the user hides them', async () => {
    state = { applications: [], webhooks: [], people: 1 };
    await open('/');
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('First steps').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Limits nearly reached').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('First steps').count()).toBe(0);
  });

  it('are not there for a session that could not read how far they are', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session'
        ? { body: { ...session, scopes: ['enrollment.read', 'webhook.read'] } }
        : undefined,
    );
    await open('/');
    await page.getByText('Limits nearly reached').waitFor();
    await page.waitForLoadState('networkidle');
    expect(listRequested()).not.toContain('applications');
  });

  it('cards link to their pages', async () => {
    await open('/');
    await page.getByText(/enrollments were created/).waitFor();
    const plot = page.getByRole('slider');
    await plot.focus();
    await page.keyboard.press('Home');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/: Created 40, Completed 30$/);
    await plot.getByText('Completed 30').waitFor();
    await plot.hover({ position: { x: 60, y: 60 } });
    await plot.getByText('Created 40').waitFor();
    await page.getByText('99 %').or(page.getByText('99%')).waitFor();
    expect(
      await page.getByRole('meter').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['invitations by mail', 'content groups']);
    await page.getByRole('link', { name: shownWebhooks[1]!.url }).click();
    await page.getByRole('heading', { level: 1, name: shownWebhooks[1]!.url }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/webhooks/4?state=failed');
  });

  it('answers whether everything is all right, and links to what needs attention', async () => {
    await open('/');
    const health = page.getByRole('region', { name: 'Is everything all right?' }).getByRole('listitem');
    await health.filter({ hasText: '94.2%' }).waitFor();
    const shown = await health.allTextContents();
    expect(shown.map((text) => text.replace(/\d.*$/, ''))).toEqual([
      'Deliveries arrived, last ',
      'Parked webhooks',
      'Invited people who never signed in',
      'Overdue enrollments',
      'Limits used to more than ',
    ]);
    const links = health.getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/webhooks/deliveries?state=failed',
      '/webhooks',
      '/people?status=invited',
      '/enrollments?status=overdue',
      '/portal',
    ]);
    for (const name of ['users', 'enrollments']) {
      const request = harness.requests.find(({ path }) => path.endsWith(`/v2/${name}`));
      expect(request?.query.get('limit')).toBe('0'); // only the total
    }
    const status = page.getByRole('link', { name: 'API status' });
    expect(await status.getAttribute('href')).toBe(`${session.addresses.api}/health/ready`);
  });

  it('retries a failed card without reloading the others', async () => {
    answer(/limits$/);
    await open('/');
    await page.getByText(/It is not here/).waitFor();
    await page.getByText(/enrollments were created/).waitFor();
    await page.getByText('Parked', { exact: true }).waitFor();
    answer();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('invitations by mail').waitFor();
    expect(listRequested().filter((name) => name === 'enrollment-statistics')).toHaveLength(1);
  });

  it('sends seven requests in addition to those of the shell', async () => {
    state.webhooks = [];
    await open('/');
    await page.getByText('Limits nearly reached').waitFor();
    await page.locator('.plot > svg').waitFor();
    await page.locator('[aria-current=step]').getByRole('heading', { name: 'Create a webhook' }).waitFor();
    await page.waitForLoadState('networkidle');
    const pageRequests = listRequested().filter((name) => name !== 'session' && name !== 'branding');
    expect(pageRequests.sort()).toEqual([
      'applications',
      'enrollment-statistics',
      'enrollments',
      'limits',
      'users',
      'webhook-statistics',
      'webhooks',
    ]);
  });
});
