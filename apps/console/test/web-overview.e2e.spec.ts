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
  const current = (name: string) =>
    page.locator('[aria-current=step]').getByRole('heading', { name }).waitFor();
  const listRequested = () => harness.requests.map(({ path }) => path.replace(/^.*\//, ''));

  it('go on by themselves, from an application to the first person', async () => {
    state = { applications: [], webhooks: [], people: 1 };
    await page.clock.install();
    await open('/');
    await current('Create an application');
    await page.getByRole('link', { name: 'Create application' }).waitFor();

    state.applications = [{ ...application, last_used_time: null }];
    await page.clock.runFor(5_100);
    await current('Get a token');
    await page.getByText('-d grant_type=client_credentials -d client_id=hr-sync').waitFor();
    await page.getByText('curl -sSf https://auth.learning.example/oauth/token').waitFor();
    for (const [language, text] of [
      ['TypeScript', 'process.env.CLIENT_SECRET!'],
      ['Python', 'os.environ["CLIENT_SECRET"]'],
      ['PHP', "getenv('CLIENT_SECRET')"],
    ] as const) {
      await page.getByRole('tab', { name: language }).click();
      await page.getByText(text).waitFor();
    }

    state.applications = [application];
    await page.clock.runFor(5_100);
    await current('Create a webhook');
    await page.getByText('https://api.learning.example/v2/webhooks').first().waitFor();

    state.webhooks = [{ ...shownWebhooks[0], last_success_time: null }];
    await page.clock.runFor(5_100);
    await current('Receive a delivery');
    await page.getByText('https://api.learning.example/v2/webhooks/3/test').first().waitFor();

    // a test is no success of the webhook, but a delivery that came
    const { updated_time: now } = shownWebhooks[0]!;
    state.webhooks = [{ ...shownWebhooks[0], last_success_time: null, last_test_success_time: now }];
    await page.clock.runFor(5_100);
    await current('Create a person');
    await page.getByText('4 of 5 done').waitFor();

    state.people = 2;
    await page.clock.runFor(5_100);
    await page.getByText('First steps').waitFor({ state: 'detached' });
    // done is remembered: nothing is asked for them any more
    harness.requests.length = 0;
    await page.reload();
    await page.getByText('Limits nearly reached').waitFor();
    await page.waitForLoadState('networkidle');
    expect(listRequested()).not.toContain('applications');
  });

  it('show a later step as done', async () => {
    state.applications = [{ ...application, last_used_time: null }];
    await open('/');
    await current('Get a token');
    await page.getByText('4 of 5 done').waitFor();
    await page.getByRole('heading', { name: 'Create a webhook (done)' }).waitFor();
  });

  it('are gone when somebody hides them, for good', async () => {
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

  it('cards lead to what they are about', async () => {
    await open('/');
    await page.getByText(/enrollments were created/).waitFor();
    await page.getByText('99 %').or(page.getByText('99%')).waitFor();
    expect(
      await page.getByRole('meter').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['invitations by mail', 'content groups']);
    await page.getByRole('link', { name: shownWebhooks[1]!.url }).click();
    await page.getByRole('heading', { level: 1, name: shownWebhooks[1]!.url }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/webhooks/4?state=failed');
  });

  it('cards fail alone, and are tried again alone', async () => {
    answer(/limits$/);
    await open('/');
    await page.getByText(/It is not here/).waitFor();
    await page.getByText(/enrollments were created/).waitFor();
    await page.getByText('Parked').waitFor();
    answer();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('invitations by mail').waitFor();
    expect(listRequested().filter((name) => name === 'enrollment-statistics')).toHaveLength(1);
  });

  const untried = { ...shownWebhooks[0], last_success_time: null };
  const tested = { ...untried, last_test_success_time: shownWebhooks[0]!.updated_time };
  it.each([
    ['Create an application', { applications: [] }],
    ['Get a token', { applications: [{ ...application, last_used_time: null }] }],
    ['Create a webhook', { webhooks: [] }],
    ['Receive a delivery', { webhooks: [untried] }],
    ['Create a person', { webhooks: [tested], people: 1 }],
    ['nothing', {}],
  ])('asks for four things besides what the shell asks for while the next step is: %s', async (step, so) => {
    state = { ...state, ...so };
    await open('/');
    await page.getByText('Limits nearly reached').waitFor();
    await page.locator('.plot > svg').waitFor();
    if (step === 'nothing') await page.getByText('First steps').waitFor({ state: 'detached' });
    else await current(step);
    await page.waitForLoadState('networkidle');
    const ofPage = listRequested().filter((name) => name !== 'session' && name !== 'branding');
    expect(ofPage.sort()).toEqual(['applications', 'enrollment-statistics', 'limits', 'webhooks']);
  });
});
