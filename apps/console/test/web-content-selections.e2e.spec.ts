import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { session } from './web-answers.js';
import { learningObjects } from './web-content-answers.js';
import { shownCollections } from './web-content-selections.js';
import { refusal } from './web-harness.js';

describeWith('chromium', 'collections, content groups and packages in use', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true });

  it('stand beside the learning objects, and the menu says where one is', async () => {
    await open('/content');
    await page.getByText('First aid at work').first().waitFor();
    for (const [tab, heading] of [
      ['Collections', 'Collections'],
      ['Content groups', 'Content groups'],
      ['SCORM packages', 'SCORM packages'],
      ['Learning objects', 'Content'],
    ]) {
      await page.getByRole('navigation', { name: 'Content', exact: true }).getByText(tab!).click();
      await page.getByRole('heading', { level: 1, name: heading!, exact: true }).waitFor();
      const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Content' });
      expect(await entry.getAttribute('class')).toContain('active');
    }
  });

  it('a content administrator sees them', async () => {
    const scopes = ['lo.read', 'lo.write', 'group.read', 'group.write'];
    harness.answer(({ path }) =>
      path === '/bff/session'
        ? { body: { ...session, roles: ['Content administrator'], scopes } }
        : undefined,
    );
    await open('/');
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('button', { name: 'New collection' }).waitFor();
    await page.getByRole('link', { name: 'Content groups' }).click();
    await page.getByRole('link', { name: 'For our branches' }).click();
    await page.getByRole('button', { name: 'Add content' }).waitFor();
    await open('/content/packages');
    await page.getByText('Only administrators of the portal can see or do this.').waitFor();
    expect(await page.getByRole('button', { name: 'End all packages …' }).count()).toBe(0);
  });

  it('creates a collection once, however often the form is sent', async () => {
    harness.answer(({ method }) =>
      method === 'POST' && sent('POST', /collections$/).length === 1 ? refusal(503, 'not_ready') : undefined,
    );
    await open('/collections');
    await press('New collection');
    await dialog().getByLabel('Title').fill(' Second week ');
    await confirm('Create').click();
    await page.getByText('The service is starting.').waitFor();
    await confirm('Create').click();
    await page.getByText('“Second week” is created').waitFor();
    await page.waitForURL(/collections\/7$/);
    const creations = sent('POST', /collections$/);
    expect(creations.map(({ body }) => body)).toEqual([{ title: 'Second week' }, { title: 'Second week' }]);
    const keys = creations.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
  });

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

  it('says what is wrong with what cannot be shared, and keeps what was chosen', async () => {
    const fault = {
      path: 'lo',
      message: 'no such learning object: 77',
      error_code: 'unknown_learning_object',
    };
    harness.answer(({ path }) =>
      path.endsWith('/items/add')
        ? refusal(400, 'validation_failed', { additional_errors: [fault] })
        : undefined,
    );
    await open('/groups/31');
    await press('Add content');
    await dialog().getByText('Only content of this portal can be shared.').waitFor();
    await dialog().getByRole('combobox').fill('Safety');
    await page.getByRole('option', { name: /Safety at work/ }).click();
    await confirm('Add content').click();
    await page.getByText('or belongs to another portal. Remove it here.').waitFor();
    expect(await page.locator('.chosen').count()).toBe(1);
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

  it('takes one out after it was said who no longer sees it', async () => {
    await open('/groups/31');
    await press('Take out: First aid at work');
    await dialog().getByText('portals that see it only through this list no longer see it').waitFor();
    await confirm('Take out').click();
    await page.getByText('“First aid at work” is no longer in it').waitFor();
    const removals = sent('POST', /content-groups\/31\/items\/remove$/);
    expect(removals.map(({ body }) => body)).toEqual([{ lo: [learningObjects[0]!.id] }]);
  });

  it('renames: a change of somebody else shows both, and the input stays', async () => {
    await open('/collections/7');
    await page.getByText('First aid at work').waitFor();
    await press('Rename …');
    await dialog().getByLabel('Title').fill('Week one');
    harness.answer(({ method, path }) =>
      method === 'GET' && path.endsWith('/collections/7')
        ? { body: { ...shownCollections[1], title: 'Onboarding' }, headers: { etag: '"two"' } }
        : undefined,
    );
    await confirm('Save').click();
    await dialog().getByRole('row', { name: 'Title Week one Onboarding' }).waitFor();
    expect(sent('PATCH', /./)).toEqual([]);
    await confirm('Keep my input').click();
    await confirm('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Week one' }).waitFor();
    expect(sent('PATCH', /7$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ title: 'Week one' }, '"two"'],
    ]);
  });

  it('deletes after the title was written', async () => {
    await open('/collections/7');
    await page.getByText('First aid at work').waitFor();
    await press('Delete …');
    await dialog().getByText('The learning objects in it (3) and their enrollments stay').waitFor();
    expect(await confirm('Delete').isDisabled()).toBe(true);
    await dialog().getByLabel('Write the title to confirm').fill('First week');
    await confirm('Delete').click();
    await page.getByText('“First week” is deleted').waitFor();
    await page.waitForURL(/collections$/);
    expect(sent('DELETE', /collections\/7$/).map(({ headers }) => headers['if-match'])).toEqual(['"one"']);
  });

  it('keeps the default collection, by whichever address', async () => {
    await open('/collections');
    await page.getByRole('link', { name: 'Default' }).click();
    await page.waitForURL(/default$/);
    await page.getByRole('button', { name: 'Rename …' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete …' }).count()).toBe(0);
    harness.answer(({ method }) => (method === 'DELETE' ? refusal(409, 'default_collection') : undefined));
    await open('/collections/1');
    await press('Delete …');
    await dialog().getByLabel('Write the title to confirm').fill('Default');
    await confirm('Delete').click();
    await page.getByText('Every portal keeps its default collection').waitFor();
  });

  it('offers no change of another portal’s group', async () => {
    await open('/groups/32');
    await page.getByText('It belongs to another portal').waitFor();
    await page.getByText('First aid at work').waitFor();
    expect(await page.getByRole('button', { name: /Add|Rename|Delete|Take out/ }).count()).toBe(0);
  });

  it('retires a learning object after its title was written', async () => {
    await open('/content/812');
    await press('Retire …');
    await dialog().getByText('Enrollments and results stay. This cannot be undone.').waitFor();
    expect(await confirm('Retire').isDisabled()).toBe(true);
    await dialog().getByLabel('Write the title to confirm').fill('First aid at work');
    await confirm('Retire').click();
    await page.getByText('“First aid at work” is retired').waitFor();
    await page.waitForURL(/content$/);
    expect(sent('DELETE', /812$/).map(({ headers }) => headers['if-match'])).toEqual(['"one"']);
  });

  it('retires nothing that somebody else has changed meanwhile', async () => {
    await open('/content/813');
    await press('Retire …');
    const { title } = learningObjects[1]!;
    await dialog().getByLabel('Write the title to confirm').fill(title);
    harness.answer(({ method, path }) =>
      method === 'GET' && path.endsWith('/813')
        ? { body: { ...learningObjects[1], published: true }, headers: { etag: '"two"' } }
        : undefined,
    );
    await confirm('Retire').click();
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    expect(sent('DELETE', /./)).toEqual([]);
  });

  it('leads to the package of what can be played alone, if the portal has a licence', async () => {
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

  it('ends all packages after the name of the portal was written', async () => {
    await open('/content/packages');
    await press('End all packages …');
    await dialog().getByText('stops playing at once, in every learning platform').waitFor();
    expect(await confirm('End all packages').isDisabled()).toBe(true);
    await dialog().getByLabel('Write the name of the portal to confirm').fill('acme.learning.example');
    await confirm('End all packages').click();
    await page.getByText('All packages of this portal have ended').waitFor();
    expect(sent('DELETE', /scorm-packages$/)).toHaveLength(1);
  });
});
