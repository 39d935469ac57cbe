import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { learningObjects } from './web-content-answers.js';

describeWith('chromium', 'collections, content groups and packages in use', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
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
