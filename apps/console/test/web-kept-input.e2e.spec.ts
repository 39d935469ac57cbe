import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { untilTrue } from './web-page.js';
import { session } from './web-answers.js';
import { refusal, type Override } from './web-harness.js';

const stored = (page: Page) => page.evaluate<string | null>(`sessionStorage.getItem('console-kept-input')`);
const isChange = ({ method }: { method: string }): boolean => method !== 'GET';

/** A sign-in that leads back at once. */
const leadBack: Override = ({ path, query }) =>
  path === '/bff/login' ? { status: 303, headers: { location: query.get('to')! } } : undefined;

describeWith('chromium', 'a sign-in where the browser opens no window', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened), { opensNoWindow: true });
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name });

  /** Every change needs this until somebody has signed in. */
  const demand = (status: number, code: string) =>
    harness.answer((request) => (isChange(request) ? refusal(status, code) : undefined));
  const dialog = () => page.getByRole('dialog').last();

  async function enterApplication(): Promise<void> {
    await field('Name').fill('Reporting');
    await page.getByRole('textbox').nth(1).fill('https://reports.example/back');
    await press('Create application');
    await findNoWindow();
  }
  async function findNoWindow(): Promise<void> {
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await dialog().getByText('what you typed is kept').waitFor();
  }
  async function signInHere(): Promise<void> {
    harness.answer(leadBack);
    await dialog().getByRole('link', { name: 'Sign in on this page' }).click();
    await page.getByText('what you typed is back').waitFor();
    expect(await stored(page)).toBeNull();
  }

  it('restores the input of a form after a fresh login, without sending it', async () => {
    demand(403, 'fresh_login_required');
    await open('/applications/new?from=mail');
    await enterApplication();
    expect(JSON.parse((await stored(page))!)).toEqual({
      owner: '1 7',
      path: '/applications/new',
      input: [
        ['Name 0', 'Reporting'],
        [expect.any(String), 'https://reports.example/back'],
      ],
    });
    await signInHere();
    expect(sent('GET', /login$/).map(({ query }) => Object.fromEntries(query))).toEqual([
      { to: '/applications/new?from=mail', fresh: '1' },
    ]);
    expect(await field('Name').inputValue()).toBe('Reporting');
    const before = sent('POST', /applications$/).length;
    await press('Create application');
    await press('I have stored it');
    expect(
      sent('POST', /applications$/)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([{ client_name: 'Reporting', redirect_uris: ['https://reports.example/back'] }]);
    expect(await stored(page)).toBeNull();
  });

  it('restores checkboxes, choices and chosen people after the session has ended', async () => {
    demand(401, 'session_ended');
    await open('/people/new');
    await field('First name').fill('Radia');
    await field('Last name').fill('Perlman');
    await field('E-mail').fill('radia@acme.example');
    await press(/site/);
    await page.getByRole('option', { name: 'Lyon' }).click();
    await page.locator('.flag-group .checkbox').nth(1).click();
    await page.getByRole('combobox', { name: 'Add a manager' }).fill('Kath');
    await page.getByRole('option', { name: /Katherine/ }).click();
    await press('Invite');
    await findNoWindow();
    await signInHere();
    expect(await field('First name').inputValue()).toBe('Radia');
    await page.getByRole('button', { name: /Lyon/ }).waitFor();
    await page.locator('.chosen', { hasText: 'Katherine Johnson' }).waitFor();
    expect(await box(/^Manager/).isChecked()).toBe(true);
  });

  it('restores several checkboxes of one form, also those of a group', async () => {
    demand(401, 'session_ended');
    await open('/webhooks/new');
    await field('Address').fill('https://partner.example/new');
    await page.locator('.flag-group strong').first().click();
    await page.getByText('user.update').click();
    const states = () =>
      page.evaluate<boolean[]>(`[...document.querySelectorAll('[type=checkbox]')].map((one) => one.checked)`);
    const before = await states();
    await press('Create webhook');
    await findNoWindow();
    await signInHere();
    expect(await states()).toEqual(before);
  });

  it('restores the input of a dialog when it is opened again', async () => {
    demand(403, 'fresh_login_required');
    await open('/applications/hr-sync');
    await press('Rotate …');
    await press(/The old secret works/);
    await page.getByRole('option', { name: 'for an hour' }).click();
    await dialog().locator('button[type=submit]').click();
    await findNoWindow();
    await signInHere();
    await press('Rotate …');
    await page.getByRole('button', { name: /for an hour/ }).waitFor();
  });

  it('does not restore it for another person, or on another page', async () => {
    demand(401, 'session_ended');
    await open('/webhooks/new');
    await field('Address').fill('https://partner.example/new');
    await press('Create webhook');
    await findNoWindow();
    const somebodyElse = { ...session, person: { ...session.person, id: 8 } };
    harness.answer((request) =>
      request.path === '/bff/session' ? { body: somebodyElse } : leadBack(request),
    );
    await dialog().getByRole('link', { name: 'Sign in on this page' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).first().waitFor();
    await untilTrue(page, `sessionStorage.getItem('console-kept-input') === null`);
    expect(await field('Address').inputValue()).toBe('');
  });

  it('stores nothing for a person who does not sign in', async () => {
    demand(403, 'fresh_login_required');
    await open('/applications/new');
    await enterApplication();
    await press('Not now');
    await page.getByText('For this, enter your password again.').waitFor();
    expect(await stored(page)).toBeNull();
  });

  it('warns that input is lost if the browser stores nothing', async () => {
    await page.addInitScript(`Storage.prototype.setItem = () => { throw new Error('full'); }`);
    demand(401, 'session_ended');
    await open('/webhooks/new');
    await field('Address').fill('https://partner.example/new');
    await press('Create webhook');
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await dialog().getByText('what you typed is then lost').waitFor();
  });
});
