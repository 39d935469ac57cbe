import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { people } from './people-answers.js';
import { session } from './web-answers.js';
import { refusal } from './web-harness.js';

describeWith('chromium', 'people and enrollments in use', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const queries = (path: RegExp) => sent('GET', path).map(({ query }) => query.toString());

  it('search by Enter, filter and export: all by the same filters of the address', async () => {
    await open('/people');
    await page.getByText('Grace Hopper').waitFor();
    await page.getByLabel('Name or e-mail address').fill('kath');
    await page.keyboard.press('Enter');
    await page.getByText('1 person').waitFor();
    await press(/Roles/);
    await page.getByRole('option', { name: 'Manager', exact: true }).click();
    await page.waitForURL('**/people?q=kath&role=manager');
    await page.locator('a[href$="roles=Manager"]').waitFor();
    await page.locator('[aria-busy=false]').waitFor();
    expect(queries(/users$/).at(-1)).toBe('limit=50&q=kath&roles=Manager&sort=created_time%3Adesc');
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/bff/download/v2/users/export?format=csv&q=kath&roles=Manager',
    );
    await press('Clear filters');
    await page.getByText('12 people').waitFor();
  });

  it('search after a pause, and keep text typed meanwhile', async () => {
    await open('/people');
    await page.getByText('Grace Hopper').waitFor();
    await page.getByLabel('Name or e-mail address').pressSequentially('kat');
    await page.waitForURL('**/people?q=kat');
    await page.getByLabel('Name or e-mail address').pressSequentially('h');
    await page.waitForURL('**/people?q=kath');
    expect(await page.getByLabel('Name or e-mail address').inputValue()).toBe('kath');
    await page.getByText('1 person').waitFor();
    await press('Clear filters');
    await page.getByText('12 people').waitFor();
    expect(await page.getByLabel('Name or e-mail address').inputValue()).toBe('');
  });

  it('a row leads to its person, wherever it is pressed', async () => {
    await open('/people');
    const badge = page.getByRole('row', { name: /Grace Hopper/ }).getByText('Active');
    const { x, y } = (await badge.boundingBox())!;
    await page.mouse.click(x + 3, y + 3);
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  });

  it('sort by columns in the order of the address, and load more pages by cursor', async () => {
    harness.answer(({ method, path, query }) => {
      if (method !== 'GET' || !/users$/.test(path)) return undefined;
      const last = query.has('cursor');
      const hits = last ? people.slice(2, 4) : people.slice(0, 2);
      return { body: { total: 4, hits, ...(!last && { next_cursor: 'abc' }) } };
    });
    await open('/people?status=invited');
    const sorts = () =>
      queries(/users$/).map((query) =>
        [...new URLSearchParams(query)].filter(([name]) => /sort|cursor/.test(name)),
      );
    for (const [name, order] of [
      ['Last sign-in', 'ascending'],
      ['Name', 'ascending'],
      ['Name', 'descending'],
    ] as const) {
      const header = page.getByRole('columnheader', { name });
      await header.getByRole('button').press('Enter');
      await page.locator(`th[aria-sort=${order}]`, { hasText: name }).waitFor();
    }
    await page.waitForURL('**/people?status=invited&sort=last_name%3Adesc');
    await page.locator('[aria-busy=false]').waitFor();
    await press('Show more');
    await page.getByRole('row').nth(4).waitFor();
    expect(sorts().slice(-2)).toEqual([
      [['sort', 'last_name:desc']],
      [
        ['sort', 'last_name:desc'],
        ['cursor', 'abc'],
      ],
    ]);
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    await page.goBack();
    await page.locator('th[aria-sort=descending]').waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.waitForURL('**/people?status=invited');
  });

  it('are filtered by the last sign-in and a custom field, enrollments by being overdue', async () => {
    await open('/people');
    await page.getByLabel('Not signed in since').fill('2026-03-01');
    await press(/Field/);
    await page.getByRole('option', { name: 'badge' }).click();
    await page.getByRole('searchbox', { name: 'badge' }).fill('4711');
    await page.keyboard.press('Enter');
    const seconds = Date.parse('2026-03-01T00:00:00+01:00') / 1_000;
    const filters = `last_login_before=${seconds}&custom_fields%5Bbadge%5D=4711`;
    await page.locator(`a[href$="csv&${filters}"]`).waitFor();
    await page.locator('[aria-busy=false]').waitFor();
    expect(queries(/users$/).at(-1)).toContain(filters);
    await open('/enrollments');
    await press(/Any State/);
    await page.getByRole('option', { name: 'Overdue' }).click();
    await page.getByText('1 enrollment').waitFor();
    await page.getByRole('link', { name: 'First aider' }).waitFor();
    await page.getByRole('columnheader', { name: 'Due' }).getByRole('button').click();
    await page.waitForURL('**/enrollments?status=overdue&sort=due_date%3Aasc');
  });

  it('an invitation is sent once, with only the form’s fields', async () => {
    await open('/people/new');
    await page.getByLabel('E-mail', { exact: true }).fill('grace@acme.example');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('badge').fill('4711');
    await page.getByRole('combobox').fill('Kath');
    await page.getByRole('option', { name: /Katherine/ }).click();
    await press('Invite');
    await page.getByText('Grace Hopper has been added').waitFor();
    const [request] = sent('POST', /users$/);
    expect(request!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(request!.body).toEqual({
      email: 'grace@acme.example',
      first_name: 'Grace',
      last_name: 'Hopper',
      roles: ['Learner'],
      send_login_email: true,
      managers: [13],
      custom_fields: { badge: 4_711 },
    });
  });

  it('a profile sends only edited fields, and clears by null', async () => {
    await open('/people/12/profile');
    await page.getByLabel('department').fill('');
    await page.getByLabel('Last name').fill('Murray');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const [request] = sent('PATCH', /users\/12$/);
    expect(request!.headers['if-match']).toBe('"one"');
    expect(request!.body).toEqual({ last_name: 'Murray', custom_fields: { department: null } });
  });

  it('a correction of an address that the API ignores says that the person has accepted', async () => {
    harness.answer(({ method }) => (method === 'PATCH' ? { body: people[0] } : undefined));
    await open('/people/20');
    await press('Correct the address …');
    await page.getByRole('dialog').getByLabel('E-mail').fill('other@acme.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Correct the address' }).click();
    await page.getByText('This person has accepted the account already.').waitFor();
    expect(sent('PATCH', /users\/20$/).map(({ body }) => body)).toEqual([{ email: 'other@acme.example' }]);
  });

  it('closing describes the effects, and requires the address', async () => {
    await open('/people/12/access');
    await press('Close …');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/signed out within a second, and their enrollments are archived/).waitFor();
    const close = dialog.getByRole('button', { name: 'Close the account' });
    expect(await close.isDisabled()).toBe(true);
    await dialog.getByLabel('Write the address to confirm').fill('Grace.Hopper@acme.example');
    await close.click();
    await page.getByText('The account of Grace Hopper is closed').waitFor();
    expect(sent('DELETE', /users\/12$/).map(({ headers }) => headers['if-match'])).toEqual(['"one"']);
  });

  it('explains that a portal has no login links, and offers none', async () => {
    harness.answer(({ path }) => (path.endsWith('/account') ? { body: { id: 1, features: [] } } : undefined));
    await open('/people/12');
    await press('Login link …');
    await page.getByText('This portal has no login links').waitFor();
    expect(await page.getByRole('button', { name: 'Make a link' }).count()).toBe(0);
  });

  it('enrollments name their people in the same request, and link to them', async () => {
    await open('/enrollments');
    const row = page.getByRole('row', { name: /How to read a contract/ });
    await row.getByText('katherine.johnson@acme.example').waitFor();
    expect(await row.getByRole('link', { name: 'Katherine Johnson' }).getAttribute('href')).toBe(
      '/people/13',
    );
    await page.getByRole('link', { name: 'Safety at work' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Safety at work' }).waitFor();
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    expect(sent('GET', /users/)).toEqual([]);
    expect(queries(/enrollments(\/501)?$/)).toEqual([
      'limit=50&include=lo&include=user&sort=updated_time%3Adesc',
      'include=lo&include=user&archived=all',
    ]);
  });

  it('without the right to read people, ids are displayed', async () => {
    const scopes = session.scopes.filter((scope) => scope !== 'user.read');
    harness.answer(({ path }) => (path === '/bff/session' ? { body: { ...session, scopes } } : undefined));
    await open('/enrollments');
    await page.getByRole('link', { name: 'Person 13' }).waitFor();
    expect(queries(/enrollments$/)).toEqual(['limit=50&include=lo&sort=updated_time%3Adesc']);
  });

  it('a person who is already enrolled can be enrolled again', async () => {
    harness.answer(({ method, path, query }) =>
      method === 'POST' && path.endsWith('/enrollments') && !query.has('re-enroll')
        ? refusal(409, 'enrollment_exists')
        : undefined,
    );
    await open('/people/12');
    await press('Enroll');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('Safety');
    await page.getByRole('option', { name: /Safety/ }).click();
    await dialog.getByRole('button', { name: 'Enroll' }).click();
    await dialog.getByRole('button', { name: 'Archive and enroll anew' }).click();
    await page.getByText('Grace Hopper is enrolled in Safety at work').waitFor();
  });
});
