import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { refusal } from './web-harness.js';
import { learningObjects } from './web-content-answers.js';

let page: Page;
const { harness, browser, open, sent } = useWebPage((opened) => (page = opened));
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describeWith('chromium', 'content in the console', () => {
  const path = () => page.evaluate<string>('location.pathname + location.search');

  it('keeps the search in the URL, and sends one request for each', async () => {
    await open('/content');
    await page.getByText('1,211 objects').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('first aid');
    await page.keyboard.press('Enter');
    await page.waitForURL(/first/);
    await page.getByRole('button', { name: /Type$/ }).click();
    await page.getByRole('option', { name: 'Course (1,204)' }).click();
    await page.waitForURL(/type=course/);
    const rows = await page.getByRole('row').count();
    await press('Show more');
    await page.getByRole('row').nth(rows).waitFor();
    expect(await path()).toBe('/content?q=first+aid&type=course');
    const queries = sent('GET', /v2\/learning-objects$/).map(({ query }) =>
      ['keyword', 'type', 'sort', 'offset', 'premium'].map((name) => query.get(name)),
    );
    expect(queries).toEqual([
      [null, null, 'created:desc', '0', 'true'],
      ['first aid', null, 'relevance:desc', '0', 'true'],
      ['first aid', 'course', 'relevance:desc', '0', 'true'],
      ['first aid', 'course', 'relevance:desc', '50', 'true'],
    ]);
  });

  it('requests the preview only when the user opens it', async () => {
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
  });

  it('leads to a new window where the policy allows no frame', async () => {
    const url = 'https://elsewhere.example/preview/one';
    harness.answer(({ path: requested }) =>
      requested.endsWith('/preview')
        ? { body: { total: 1, hits: [{ id: 1, type: 'text', title: 'Text', mimetype: 'text/html', url }] } }
        : undefined,
    );
    // the policy's report is no fault here
    const blocked = await browser.open();
    await blocked.goto(`${harness.url}/content/812`);
    await blocked.getByRole('button', { name: 'Show preview' }).click();
    await blocked.getByText('This preview comes from another address').waitFor();
    expect(await blocked.locator('iframe').count()).toBe(0);
    const link = blocked.getByRole('link', { name: 'Open the preview in a new window' });
    expect(await link.getAttribute('href')).toBe(url);
    await blocked.context().close();
  });

  it('publishes and unpublishes only an unchanged object', async () => {
    await open('/content/813');
    await press('Publish');
    await page.getByText('It is published').waitFor();
    await open('/content/812');
    await press('Unpublish');
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('It is a draft now').waitFor();
    expect(
      sent('PATCH', /./).map(({ body, headers }) => [body, headers['if-match'], headers['x-csrf']]),
    ).toEqual([
      [{ published: true }, '"one"', 'proof'],
      [{ published: false }, '"one"', 'proof'],
    ]);
  });

  it('changes picture, duration, topics and tags, and removes a tag', async () => {
    await open('/content/812');
    await page.getByLabel('Picture').fill('https://media.acme.example/aid.png');
    await page.getByLabel('Duration in minutes').fill('90');
    await page.getByLabel('Topics, one per line').fill('Safety\n\n First aid \nSafety');
    await page.getByLabel('Tags, one per line').fill('');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(sent('PATCH', /812$/).map(({ body }) => body)).toEqual([
      {
        image: 'https://media.acme.example/aid.png',
        duration: 90,
        topics: ['Safety', 'First aid'],
        tags: [],
      },
    ]);
  });

  it('offers no change of another portal’s content, and displays a refusal of the API', async () => {
    await open('/content/814');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Unpublish' }).count()).toBe(0);
    harness.answer(({ method }) => (method === 'PATCH' ? refusal(404, 'not_found') : undefined));
    await open('/content/813');
    await press('Publish');
    await page.getByText('It belongs to another portal').waitFor();
  });

  it('creates a link and a workshop', async () => {
    await open('/content');
    await page.getByRole('link', { name: 'New link or workshop' }).click();
    await page.getByText('Still missing: Title, Address').waitFor();
    await page.getByLabel('Title').fill('Defibrillators');
    await page.getByLabel('Address').fill('https://intranet.acme.example/aed');
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
    expect(sent('POST', /./).map(({ path: requested, body }) => [requested.split('/').at(-1), body])).toEqual(
      [
        ['links', { title: 'Defibrillators', language: 'en', url: 'https://intranet.acme.example/aed' }],
        ['manual', { title: 'First aid', language: 'en', provider: 'Red Cross' }],
      ],
    );
  });
});

describeWith('chromium', 'collections, content groups and packages in use', () => {
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true });

  it('finds in a collection by the words of the address', async () => {
    await open('/collections/7');
    await page.getByText('First aid at work').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('first');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?q=first$/);
    await page.getByText('Vorträge gut vorbereiten').waitFor({ state: 'detached' });
    const names = ['collection', 'keyword', 'sort', 'premium'];
    expect(sent('GET', /learning-objects$/).map(({ query }) => names.map((name) => query.get(name)))).toEqual(
      [
        ['7', null, 'title:asc', 'true'],
        ['7', 'first', 'relevance:desc', 'true'],
      ],
    );
  });

  it('adds several learning objects in one request', async () => {
    await open('/collections/7');
    await press('Add content');
    const field = dialog().getByRole('combobox');
    for (const title of ['Safety at work', 'First aider']) {
      await field.fill(title);
      await page.getByRole('option', { name: new RegExp(title) }).click();
      await dialog()
        .getByRole('button', { name: `Remove ${title}` })
        .waitFor();
    }
    await confirm('Add content').click();
    await page.getByText('2 learning objects are in “First week” now').waitFor();
    expect(sent('POST', /collections\/7\/items\/add$/).map(({ body }) => body)).toEqual([{ lo: [77, 78] }]);
    expect(sent('GET', /collections\/7$/)).toHaveLength(2);
  });

  it('the first field of a dialog has the focus', async () => {
    await open('/collections');
    await press('New collection');
    await dialog().waitFor();
    await page.keyboard.type('Safety');
    expect(await dialog().getByLabel('Title').inputValue()).toBe('Safety');
  });

  it('offers a group no content that comes from the group of another portal', async () => {
    const object = learningObjects[0]!;
    const shared = { ...object, id: 4_711, title: 'Safety from afar' };
    harness.answer(({ path, query }) =>
      path.endsWith('/v2/learning-objects') && query.get('premium') === 'false'
        ? {
            body: {
              total: 2,
              hits: [{ ...shared, subscription: { licenses: -1, package: 'Safety Essentials' } }, object],
            },
          }
        : undefined,
    );
    await open('/groups/31');
    await press('Add content');
    await dialog().getByRole('combobox').fill('Safety');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.getByRole('option', { name: object.title }).waitFor();
  });

  it('offers no deletion of the default collection', async () => {
    await open('/collections');
    await page.getByRole('link', { name: 'Default' }).click();
    await page.waitForURL(/default$/);
    await page.getByRole('button', { name: 'Rename …' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete …' }).count()).toBe(0);
  });

  it('offers no change of another portal’s group', async () => {
    await open('/groups/32');
    await page.getByText('It belongs to another portal').waitFor();
    await page.getByText('First aid at work').waitFor();
    expect(await page.getByRole('button', { name: /Add|Rename|Delete|Take out/ }).count()).toBe(0);
  });

  it('links to the package only of playable content, if the portal has a licence', async () => {
    await open('/content/812');
    const link = page.getByRole('link', { name: 'Download the package' });
    expect(await link.getAttribute('href')).toBe('/bff/download/v2/learning-objects/812/scorm');
    await open('/content/813');
    await page.getByText('Nothing in it can be shown.').waitFor();
    expect(await link.count()).toBe(0);
    const subscription = { licenses: 0, package: null };
    harness.answer(({ path }) =>
      path.endsWith('/814') ? { body: { ...learningObjects[2], subscription } } : undefined,
    );
    await open('/content/814');
    await page.getByText('The portal has no licence for this learning object').waitFor();
    expect(await link.count()).toBe(0);
  });
});
