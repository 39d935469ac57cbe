import { describeWith, launchChromium } from '@app/testing';
import type { Browser, Page } from 'playwright-core';
import { useResourceApi } from '../../../test/resource-api.js';
import { launchToken } from '../scorm/launch-token.js';
import { Signer } from '../signer.js';

/** A course whose contents do not come with the page. */
describeWith('chromium', 'A large course in Chromium', () => {
  const api = useResourceApi();
  let browser: Browser;
  let page: Page;
  let address: string;
  let ids: Map<string, number>;

  beforeAll(async () => {
    const admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const filling = Array.from({ length: 1_500 }, () => crypto.randomUUID()).join(' ');
    const text = (name: string) => ({
      external_id: name,
      type: 'text' as const,
      title: name,
      content: { html: `<p>Text of ${name}.</p><!-- ${filling} -->` },
    });
    const question = { question: 'Which?', answers: ['This', 'That'], correct: 1 };
    const items = [
      text('one'),
      text('two'),
      { external_id: 'quiz', type: 'quiz' as const, title: 'Quiz', content: { questions: [question] } },
      text('four'),
    ];
    ids = await seed.load([{ provider: 'own', external_id: 'c', type: 'course', title: 'Course', items }]);
    const token = launchToken(api.server.app.get(Signer), {
      portalId: admin.portal.id,
      loId: ids.get('own c')!,
      generation: 0,
      portalGeneration: 0,
      accountId: admin.id,
      issued: api.clock.now(),
    });
    address = `${api.http.baseUrl}/launch/${token}`;
    browser = await launchChromium();
  });
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());
  afterAll(() => browser?.close());

  const next = (name = 'Next') => page.getByRole('button', { name, exact: true });
  const isOwnItem = (name: string) => (url: URL) => url.pathname.endsWith(`/items/${ids.get(`own ${name}`)}`);
  const shows = (name: string) =>
    page
      .locator(`section:not([hidden]) iframe[title="${name}"]`)
      .contentFrame()
      .getByText(`Text of ${name}.`);

  it('has loaded each part when the learner reaches it, requested by the one before it', async () => {
    const faults: Error[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    const second = page.waitForResponse((answer) => isOwnItem('two')(new URL(answer.url())));
    await page.goto(address);
    await shows('one').waitFor();
    await second;
    await next().click();
    await shows('two').waitFor();
    await next().click();
    await page.getByText('That', { exact: true }).click();
    expect(await next().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Check answers' }).click();
    await next().click();
    await shows('four').waitFor();
    await next('Finish').click();
    await page.getByText('Score: 100 %').waitFor();
    expect(faults).toEqual([]);
  });

  it('continues where the learner stopped', async () => {
    await page.goto(`${address}#${encodeURIComponent(JSON.stringify({ part: 4, scores: { 3: 50 } }))}`);
    await shows('four').waitFor();
    await next('Finish').click();
    await page.getByText('Score: 50 %').waitFor();
  });

  it('reports an unavailable part, and loads it once the service is back', async () => {
    await page.route(isOwnItem('two'), (route) => route.abort());
    await page.goto(address);
    await next().click();
    const problem = page.locator('section:not([hidden])').getByRole('alert');
    await problem.getByText('The learning service does not answer').waitFor();
    expect(await next().isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows('two').waitFor();
    expect(await problem.count()).toBe(0);
    await next().click();
    await page.getByText('Which?').waitFor();
  });

  it('reports that it has ended in the meantime', async () => {
    await page.route(isOwnItem('two'), (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(address);
    await next().click();
    await page.getByText('This page has expired. Open the course again.').waitFor();
  });
});
