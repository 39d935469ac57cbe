import { sql } from '@app/database';
import { CatalogueSeed, describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useBrowserPage } from './use-web-page.js';
import { signInAt, useWebStack } from './web-stack.js';

const TITLE = 'How to lift heavy boxes';

describeWith('chromium', 'a journey with content on the whole stack', () => {
  const stack = useWebStack();
  let page: Page;
  beforeAll(async () => {
    const seed = await CatalogueSeed.open(stack.auth.database.urls.owner, stack.auth.clock);
    await seed.provider('own', 1, 'Acme Academy');
    const content = { html: '<p>Bend your knees.</p>' };
    const text = { provider: 'own', type: 'text' as const, content };
    await seed.load([
      { ...text, external_id: 'boxes', title: TITLE, published: false },
      { ...text, external_id: 'ladders', title: 'How to climb ladders', published: true },
    ]);
    await seed.close();
  });
  const browser = useBrowserPage((opened) => (page = opened));
  // what an empty page offers stands in its head too
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const confirm = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  /** The objects that the learner finds by words, in everything and in a collection: as a page of the console would. */
  async function searchAsLearner(collection: string): Promise<string[][]> {
    const learner = await browser.open();
    await learner.goto(stack.url);
    await signInAt(learner, 'learner@a.example');
    await learner.getByText('Nothing to see here for you').waitFor();
    const titles = await learner.evaluate<string[][]>(`Promise.all(
      ['keyword=boxes', 'collection=${collection}'].map(async (query) => {
        const answer = await fetch('/bff/api/v2/learning-objects?' + query, { headers: { 'x-console': '1' } });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()).hits.map(({ title }) => title);
      }))`);
    await learner.context().close();
    return titles;
  }

  it('search, preview, publish, collection: the learner finds it', async () => {
    await page.goto(`${stack.url}/collections`);
    await signInAt(page);
    await press('New collection');
    await page.getByRole('dialog').getByLabel('Title').fill('First week');
    await confirm('Create');
    await page.getByRole('heading', { level: 1, name: 'First week' }).waitFor();
    const collection = new URL(page.url()).pathname.split('/').at(-1)!;
    await press('Add content');
    await page.getByRole('dialog').getByRole('combobox').fill('boxes');
    await page.getByRole('option', { name: TITLE }).click();
    await confirm('Add content');
    await page.getByText('1 learning object is in “First week” now').waitFor();
    // a draft is in it for those who look after content, and for nobody else
    expect(await searchAsLearner(collection)).toEqual([[], []]);

    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('link', { name: 'Learning objects' }).click();
    await page.getByLabel('Search', { exact: true }).fill('boxes');
    await page.keyboard.press('Enter');
    await page.getByText('1 object').waitFor();
    await page.getByRole('link', { name: TITLE }).click();
    await press('Show preview');
    // the player in its frame, and the text in another one
    await page.frameLocator('iframe').frameLocator('iframe').getByText('Bend your knees.').waitFor();
    await press('Publish');
    await page.getByText('It is published', { exact: true }).waitFor();
    expect(await searchAsLearner(collection)).toEqual([[TITLE], [TITLE]]);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the package' }).click();
    expect((await download).suggestedFilename()).toMatch(/^scorm-\d+\.zip$/);
    await page.getByRole('link', { name: 'When a package ends by itself' }).click();
    await press('End all packages …');
    const name = await page.getByRole('dialog').locator('code').textContent();
    await page.getByLabel('Write the name of the portal to confirm').fill(name!);
    await confirm('End all packages');
    await page.getByText('All packages of this portal have ended').waitFor();
  });

  it('unpublish, delete, retire: learners no longer find it, and a second tab reports the change', async () => {
    await page.goto(`${stack.url}/collections`);
    await signInAt(page);
    await page.getByRole('link', { name: 'First week' }).click();
    await page.getByRole('heading', { level: 1, name: 'First week' }).waitFor();
    const collection = new URL(page.url()).pathname.split('/').at(-1)!;
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('button', { name: 'Rename …' }).click();

    await press(`Take out: ${TITLE}`);
    await confirm('Take out');
    await page.getByText('Nothing here yet').waitFor();
    expect(await searchAsLearner(collection)).toEqual([[TITLE], []]);

    // what is in it is no title: the rename goes on, with the new ETag
    await second.getByRole('dialog').getByLabel('Title').fill('Week one');
    await second.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await second.getByRole('heading', { level: 1, name: 'Week one' }).waitFor();

    await press('Delete …');
    await page.getByLabel('Write the title to confirm').fill('First week');
    await confirm('Delete');
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    await page.getByLabel('Write the title to confirm').fill('Week one');
    await confirm('Delete');
    await page.getByText('“Week one” is deleted').waitFor();
    await second.reload();
    await second.getByText('There is no such page').waitFor();
    await second.close();

    await page.goto(`${stack.url}/content?q=boxes`);
    await page.getByRole('link', { name: TITLE }).click();
    await press('Retire …');
    await page.getByLabel('Write the title to confirm').fill(TITLE);
    await confirm('Retire');
    await page.getByText(`“${TITLE}” is retired`).waitFor();
    await page.goto(`${stack.url}/content?q=boxes`);
    await page.getByText('Nothing matches').waitFor();
  });

  it('a content group: created, filled with the portal’s own content, deleted', async () => {
    await page.goto(`${stack.url}/groups`);
    await signInAt(page);
    await page.getByText('Nothing here yet').waitFor();
    await press('New content group');
    await page.getByRole('dialog').getByLabel('Title').fill('For branches');
    await confirm('Create');
    await page.getByRole('heading', { level: 1, name: 'For branches' }).waitFor();
    await press('Add content');
    await page.getByRole('dialog').getByRole('combobox').fill('ladders');
    await page.getByRole('option', { name: /ladders/ }).click();
    await confirm('Add content');
    await page.getByRole('link', { name: 'How to climb ladders' }).waitFor();
    await press('Delete …');
    await page.getByText('The learning objects in it (1) and their enrollments stay').waitFor();
    await page.getByLabel('Write the title to confirm').fill('For branches');
    await confirm('Delete');
    await page.getByText('“For branches” is deleted').waitFor();
    expect(await stack.auth.db.many(sql`select 1 from learning.content_groups`)).toEqual([]);
  });
});
