import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { enrollments, people } from './people-answers.js';
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
    expect(queries(/users$/).at(-1)).toBe('limit=50&offset=0&q=kath&roles=Manager');
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/bff/download/v2/users/export?format=csv&q=kath&roles=Manager',
    );
    await press('Clear filters');
    await page.getByText('12 people').waitFor();
  });

  it('search by itself after a pause, and keep what is written meanwhile', async () => {
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

  it('more pages come by offset, and the last one says how to go on', async () => {
    harness.answer(({ method, path, query }) => {
      if (method !== 'GET' || !/users$/.test(path)) return undefined;
      const offset = Number(query.get('offset'));
      return {
        body: { total: 60, hits: people.slice(0, 2).map((one) => ({ ...one, id: one.id + offset })) },
      };
    });
    await open('/people');
    await press('Show more');
    await page.getByRole('row').nth(4).waitFor();
    expect(queries(/users$/).map((query) => new URLSearchParams(query).get('offset'))).toEqual(['0', '50']);
    await page.getByText('These are the first 4.').waitFor();
  });

  it('an invitation is sent once, with what the form has alone', async () => {
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

  it('a field that is refused says why, and a seat that is missing too', async () => {
    harness.answer(({ method }) =>
      method === 'POST'
        ? refusal(400, 'validation_failed', {
            additional_errors: [
              { path: 'email', message: 'must be an e-mail address', error_code: 'invalid' },
            ],
          })
        : undefined,
    );
    await open('/people/new');
    await page.getByLabel('E-mail', { exact: true }).fill('grace@acme');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await press('Invite');
    await page.getByText('Write a whole e-mail address').waitFor();
    harness.answer(({ method }) => (method === 'POST' ? refusal(409, 'no_seat_left') : undefined));
    await press('Invite');
    await page.getByText(/All seats of the plan are taken/).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
  });

  it('a profile sends what was edited alone, and clears by null', async () => {
    await open('/people/12/profile');
    await page.getByLabel('department').fill('');
    await page.getByLabel('Last name').fill('Murray');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const [request] = sent('PATCH', /users\/12$/);
    expect(request!.headers['if-match']).toBe('"one"');
    expect(request!.body).toEqual({ last_name: 'Murray', custom_fields: { department: null } });
  });

  it('a login meanwhile is no conflict: the change is repeated with the new ETag', async () => {
    let tries = 0;
    harness.answer(({ method, path }) => {
      if (method !== 'PATCH' || !path.endsWith('/users/12')) return undefined;
      tries += 1;
      return tries === 1 ? refusal(412, 'precondition_failed') : undefined;
    });
    await open('/people/12/profile');
    await page.getByLabel('Last name').fill('Murray');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(tries).toBe(2);
  });

  it('closing names what ends, and waits for the address', async () => {
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

  it('blocking somebody whom somebody else has changed says so, shows the change, and works again', async () => {
    await open('/people/12/access');
    await page.getByRole('button', { name: 'Block …' }).waitFor();
    harness.answer(({ method, path, query }) =>
      method === 'GET' && path.endsWith('/users/12') && !query.has('closed')
        ? { body: { ...people[0], roles: ['Manager'] }, headers: { etag: '"two"' } }
        : undefined,
    );
    await press('Block …');
    const block = page.getByRole('dialog').getByRole('button', { name: 'Block' });
    await block.click();
    await page.getByText(/Somebody else has changed this meanwhile/).waitFor();
    await page.locator('.facts').getByText('Manager', { exact: true }).waitFor();
    expect(sent('PATCH', /users/)).toEqual([]);
    await block.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent('PATCH', /users\/12$/).map(({ headers, body }) => [headers['if-match'], body])).toEqual([
      ['"two"', { status: false }],
    ]);
    await page.locator('button:focus', { hasText: 'Unblock' }).waitFor();
  });

  it('a portal without login links says so, and makes none', async () => {
    harness.answer(({ path }) => (path.endsWith('/account') ? { body: { id: 1, features: [] } } : undefined));
    await open('/people/12');
    await press('Login link …');
    await page.getByText('This portal has no login links').waitFor();
    expect(await page.getByRole('button', { name: 'Make a link' }).count()).toBe(0);
  });

  it('a manager reads people, and is offered no change', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session'
        ? { body: { ...session, roles: ['Manager'], scopes: ['user.read', 'enrollment.read'] } }
        : undefined,
    );
    await open('/people');
    await page.getByText('Grace Hopper').waitFor();
    expect(await page.getByRole('link', { name: /Invite|Export|^Enrollments|Webhooks/ }).count()).toBe(0);
    await open('/people/12/access');
    await page.getByText('Only administrators can change what somebody may do.').waitFor();
    await open('/people/12/profile');
    await page.getByText('Research').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('filters of enrollments stand in the address, and in the export', async () => {
    await open('/enrollments');
    await page.getByText('3 enrollments').waitFor();
    await page.getByRole('combobox', { name: 'Person' }).fill('Grace');
    await page.getByRole('option', { name: /Grace/ }).click();
    await page.getByText('2 enrollments').waitFor();
    await press(/History/);
    await page.getByRole('option', { name: 'All' }).click();
    await page.getByText('3 enrollments').waitFor();
    expect(new URL(page.url()).search).toBe('?user_id=12&history=all');
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/bff/download/v2/enrollments/export?format=csv&user_id=12&archived=all',
    );
    await page.reload();
    await page.getByText('3 enrollments').waitFor();
    await page.locator('input[value="Grace Hopper"]').waitFor();
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
      'limit=50&offset=0&include=lo&include=user',
      'include=lo&include=user&archived=all',
    ]);
  });

  it('without the right to read people, a number stands for each', async () => {
    const scopes = session.scopes.filter((scope) => scope !== 'user.read');
    harness.answer(({ path }) => (path === '/bff/session' ? { body: { ...session, scopes } } : undefined));
    await open('/enrollments');
    await page.getByRole('link', { name: 'Person 13' }).waitFor();
    expect(queries(/enrollments$/)).toEqual(['limit=50&offset=0&include=lo']);
  });

  it('counts by content lead to their enrollments, by the same filters', async () => {
    await open('/enrollments?lo_id=77');
    await page.getByRole('link', { name: 'By content' }).click();
    await page.waitForURL('**/enrollments/aggregates?lo_id=77');
    await page.locator('tr', { hasText: 'Safety at workCourse1,240140310790 64%' }).waitFor();
    expect(queries(/aggregates$/)).toEqual(['limit=50&offset=0&lo_ids=77']);
    await press('Clear filters');
    await page.getByText('3 pieces of content').waitFor();
    await page.getByRole('link', { name: 'Content 90', exact: true }).waitFor();
    await press(/Enrollments/);
    await page.getByRole('option', { name: 'At least 10', exact: true }).click();
    await page.waitForURL('**/enrollments/aggregates?least=10');
    await page.getByText('2 pieces of content').waitFor();
    await page.getByRole('link', { name: '9 · Completed · How to read a contract' }).click();
    await page.waitForURL('**/enrollments?lo_id=79&parts=none&status=completed');
    await page.getByText('1 enrollment', { exact: true }).waitFor();
    expect(queries(/enrollments$/).at(-1)).toContain('exclude_child_enrollments=true');
  });

  it('counts are there without titles', async () => {
    harness.answer(({ path }) =>
      path.endsWith('/learning-objects') ? refusal(404, 'not_found') : undefined,
    );
    await open('/enrollments/aggregates');
    await page.locator('tr', { hasText: 'Content 7914239 64%' }).waitFor();
  });

  it('a person who is enrolled already can be enrolled again; an award is awarded', async () => {
    harness.answer(({ method, path, query }) =>
      method === 'POST' && path.endsWith('/enrollments') && !query.has('re-enroll')
        ? refusal(409, 'enrollment_exists')
        : undefined,
    );
    const choose = async (content: string) => {
      await press('Enroll');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill(content);
      await page.getByRole('option', { name: new RegExp(content) }).click();
      return dialog;
    };
    await open('/people/12');
    const dialog = await choose('Safety');
    await dialog.getByRole('button', { name: 'Enroll' }).click();
    await dialog.getByRole('button', { name: 'Archive and enroll anew' }).click();
    await page.getByText('Grace Hopper is enrolled in Safety at work').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const award = await choose('First aider');
    await award.getByRole('button', { name: 'Award' }).click();
    await page.getByText('Grace Hopper is enrolled in First aider').waitFor();
    expect(sent('POST', /award$/).map(({ body }) => body)).toEqual([{ user_id: 12, award_id: 78 }]);
  });

  it('a grade that somebody else has given meanwhile: both are shown, and the input stays', async () => {
    await open('/enrollments/501');
    await page.getByLabel('Result, 0 to 100').fill('75.5');
    harness.answer(({ method, path }) =>
      method === 'GET' && path.endsWith('/enrollments/501')
        ? { body: { ...enrollments[0], result: 60, goals: [] }, headers: { etag: '"two"' } }
        : undefined,
    );
    await press('Save');
    await page.getByRole('row', { name: 'Result 75.5 60' }).waitFor();
    expect(await page.getByLabel('Result, 0 to 100').inputValue()).toBe('75.5');
    await press('Keep my input');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(sent('PATCH', /501$/).map(({ headers, body }) => [headers['if-match'], body])).toEqual([
      ['"two"', { result: 75.5 }],
    ]);
  });
});
