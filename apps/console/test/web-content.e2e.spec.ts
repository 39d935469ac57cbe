import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { learningObjects } from './web-content-answers.js';
import { refusal, WebHarness } from './web-harness.js';
import { pageErrors, WebBrowser } from './web-page.js';

describeWith('chromium', 'content in the console', () => {
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
  afterEach(() => browser.close(page));
  afterAll(async () => {
    await browser.stop();
    await harness.stop();
  });
  const open = (path: string) => page.goto(harness.url + path);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const searches = () => harness.requests.filter(({ path }) => path.endsWith('/v2/learning-objects'));
  const changes = () => harness.requests.filter(({ method }) => method === 'PATCH');
  const creations = () => harness.requests.filter(({ method }) => method === 'POST');
  const path = () => page.evaluate<string>('location.pathname + location.search');

  it('keeps the search in the address, and asks once for each', async () => {
    await open('/content?page=3');
    await page.getByText('101–150 of 1,211').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('first aid');
    await page.keyboard.press('Enter');
    await page.getByText('1–50 of 1,211').waitFor();
    await page.getByRole('button', { name: /Type$/ }).click();
    await page.getByRole('option', { name: 'Course (1,204)' }).click();
    await page.waitForURL(/type=course/);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('51–100 of 1,211').waitFor();
    expect(await path()).toBe('/content?q=first+aid&type=course&page=2');
    const queries = searches().map(({ query }) =>
      ['keyword', 'type', 'sort', 'offset', 'premium'].map((name) => query.get(name)),
    );
    expect(queries).toEqual([
      [null, null, 'created:desc', '100', 'true'],
      ['first aid', null, 'relevance:desc', '0', 'true'],
      ['first aid', 'course', 'relevance:desc', '0', 'true'],
      ['first aid', 'course', 'relevance:desc', '50', 'true'],
    ]);
    expect(pageErrors(page)).toEqual([]);
  });

  it('asks for the preview only when somebody wants to see it', async () => {
    await open('/content/812');
    await page.getByText('Before you help').waitFor();
    await page.waitForLoadState('networkidle');
    const paths = harness.requests.map((request) => request.path);
    expect(paths).not.toContain('/bff/api/v2/learning-objects/812/preview');
    expect(paths.slice(4)).toEqual([]);
    await press('Show preview');
    await page.frameLocator('iframe').getByText('As learners see it').waitFor();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe(
      'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    );
    expect(pageErrors(page)).toEqual([]);
  });

  it('leads to a new window where the policy allows no frame', async () => {
    const url = 'https://elsewhere.example/preview/one';
    harness.answer(({ path: requested }) =>
      requested.endsWith('/preview')
        ? { body: { total: 1, hits: [{ id: 1, type: 'text', title: 'Text', mimetype: 'text/html', url }] } }
        : undefined,
    );
    await open('/content/812');
    await press('Show preview');
    await page.getByText('This preview comes from another address').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    const link = page.getByRole('link', { name: 'Open the preview in a new window' });
    expect(await link.getAttribute('href')).toBe(url);
  });

  it('shows a description as text', async () => {
    await open('/content/812');
    await page.getByText('checks, calls & care.').waitFor();
    expect(await page.title()).toBe('First aid at work · Console');
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('publishes and takes back what is still as the person saw it', async () => {
    await open('/content/813');
    await press('Publish');
    await page.getByText('It is published').waitFor();
    await open('/content/812');
    await press('Unpublish');
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('It is a draft now').waitFor();
    expect(changes().map(({ body, headers }) => [body, headers['if-match'], headers['x-csrf']])).toEqual([
      [{ published: true }, '"one"', 'proof'],
      [{ published: false }, '"one"', 'proof'],
    ]);
  });

  it('offers no change of what belongs to another portal, and says so where the API knows better', async () => {
    await open('/content/814');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Unpublish' }).count()).toBe(0);
    harness.answer(({ method }) => (method === 'PATCH' ? refusal(404, 'not_found') : undefined));
    await open('/content/813');
    await press('Publish');
    await page.getByText('It belongs to another portal').waitFor();
  });

  it('repeats a change once when something else has changed', async () => {
    harness.answer(({ method, path: requested, headers }) => {
      if (!requested.endsWith('/813')) return undefined;
      if (method === 'PATCH')
        return headers['if-match'] === '"one"' ? refusal(412, 'precondition_failed') : undefined;
      const etag = changes().length > 0 ? '"two"' : '"one"';
      return { body: { ...learningObjects[1], tags: [etag] }, headers: { etag } };
    });
    await open('/content/813');
    await page.getByLabel('Title').fill('Defibrillators');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(changes().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ title: 'Defibrillators' }, '"one"'],
      [{ title: 'Defibrillators' }, '"two"'],
    ]);
  });

  it('changed meanwhile: both states, and the input stays', async () => {
    harness.answer(({ method, path: requested, headers }) => {
      if (!requested.endsWith('/813')) return undefined;
      if (method === 'PATCH')
        return headers['if-match'] === '"one"' ? refusal(412, 'precondition_failed') : undefined;
      const isChanged = changes().length > 0;
      const title = isChanged ? 'Theirs' : learningObjects[1]!.title;
      const body = { ...learningObjects[1], title, ...(isChanged && { description: 'Theirs too' }) };
      return { body, headers: { etag: isChanged ? '"two"' : '"one"' } };
    });
    await open('/content/813');
    await page.getByLabel('Title').fill('Mine');
    await press('Save');
    const row = page.getByRole('alert').getByRole('row', { name: 'Title' });
    expect(await row.textContent()).toBe('TitleMineTheirs');
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine');
    await press('Keep my input');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body, headers } = changes().at(-1)!;
    // a member that this person has not edited stays as the other wrote it
    expect({ body, etag: headers['if-match'] }).toEqual({ body: { title: 'Mine' }, etag: '"two"' });
  });

  it('creates a link and a workshop, each form once', async () => {
    harness.answer(({ method, path: requested }) =>
      method === 'POST' && requested.endsWith('/links') && creations().length === 1
        ? refusal(503, 'not_ready')
        : undefined,
    );
    await open('/content');
    await page.getByRole('link', { name: 'New link or workshop' }).click();
    await page.getByLabel('Title').fill('Defibrillators');
    await page.getByLabel('Address').fill('https://intranet.acme.example/aed');
    await press('Create');
    await page.getByText('The service is starting.').waitFor();
    await press('Create');
    await page.getByText('It is created').waitFor();
    await page.waitForURL(/content\/813$/);

    await open('/content/new');
    await page.getByRole('button', { name: /Type$/ }).click();
    await page.getByRole('option', { name: 'Workshop' }).click();
    await page.getByLabel('Title').fill('First aid');
    await page.getByLabel('Provider').fill('Red Cross');
    await press('Create');
    await page.getByText('It is created').waitFor();

    const link = { title: 'Defibrillators', language: 'en', url: 'https://intranet.acme.example/aed' };
    expect(creations().map(({ path: requested, body }) => [requested.split('/').at(-1), body])).toEqual([
      ['links', link],
      ['links', link],
      ['manual', { title: 'First aid', language: 'en', provider: 'Red Cross' }],
    ]);
    const keys = creations().map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
