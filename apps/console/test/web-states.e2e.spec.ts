import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { session, shownWebhooks as webhooks } from './web-answers.js';
import { refusal, type HarnessRequest } from './web-harness.js';

const isList = ({ path }: HarnessRequest): boolean => path.endsWith('/v2/webhooks');
const isDeliveries = ({ path }: HarnessRequest): boolean => path.endsWith('/deliveries');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

describeWith('chromium', 'the states of a page', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));

  it('loading: a skeleton, then the rows', async () => {
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/v2/webhooks', async (route) => {
      await isReleased;
      await route.continue();
    });
    await open('/webhooks');
    await page.getByRole('group', { name: 'Loading' }).waitFor();
    release();
    await page.getByRole('row').nth(3).waitFor();
    expect(await page.getByRole('group', { name: 'Loading' }).count()).toBe(0);
  });

  it('filters: in the address, the old rows stay until the new ones come', async () => {
    await open('/webhooks/3');
    await page.getByText('user.create').waitFor();
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/deliveries?**state=failed**', async (route) => {
      await isReleased;
      await route.continue();
    });
    await press(page, /State/);
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.locator('[aria-busy=true]').waitFor();
    expect(await page.getByText('user.create').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?state=failed');
    release();
    await page.locator('[aria-busy=false]').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.reload();
    await page.getByText('enrolment.create').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('a link of another site to a sign-in asks a signed-in person first', async () => {
    await open('/sign-in?portal_name=globex.example&to=%2F');
    await page.getByRole('heading', { name: 'You are already signed in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/bff/login?portal_name=globex.example&to=%2F',
    );
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(sent('GET', /\/bff\/login/)).toEqual([]);
  });

  it('a link of another site to a sign-in starts it without a session', async () => {
    harness.answer(({ path }) => (path === '/bff/session' ? { status: 401, body: {} } : undefined));
    await open('/sign-in?portal_name=globex.example');
    await page.waitForURL(`${harness.url}/bff/login?portal_name=globex.example`);
  });

  it('a navigation that failed: a sentence, the reference and a way out', async () => {
    await open('/problem?code=temporarily_unavailable&ref=req_1-a');
    await page.getByText('The service is busy or being restarted.').waitFor();
    await page.getByText('req_1-a').waitFor();
    await open('/problem?code=%3Cb%3E&ref=%3Cb%3E');
    await page.getByText('Something went wrong on our side.').waitFor();
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await page.getByRole('navigation').first().waitFor();
  });

  it.each(['/webhooks/abc', '/webhooks/3/deliveries/abc', '/people/abc', '/content/abc', '/enrollments/99'])(
    'nothing has the id of %s: the page of what does not exist',
    async (path) => {
      await open(path);
      await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
      expect(await page.getByRole('main').textContent()).not.toMatch(/\b0\b/);
    },
  );

  it('filters fold on a phone behind a button, which says whether any is set', async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await open('/webhooks/3');
    const state = page.getByRole('button', { name: /State$/ });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await state.click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByRole('button', { name: 'Filters (in use)' }).click();
    await state.waitFor({ state: 'hidden' });
  });

  it('nothing matches: clears the filters', async () => {
    harness.answer((request) =>
      isDeliveries(request) && request.query.has('state') ? { body: { total: 0, hits: [] } } : undefined,
    );
    await open('/webhooks/3?state=dropped');
    await page.getByText('No delivery matches').waitFor();
    await page.locator('.state').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('user.create').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('error: a sentence and its reference, and a way to try again', async () => {
    harness.answer((request) => (isList(request) ? refusal(404, 'not_found') : undefined));
    await open('/webhooks');
    await page.getByText(/It is not here/).waitFor();
    await page.getByText('6f1c2a9e-4b7d-4f0a-9c3e-2d8b5a7e1f60').waitFor();
    harness.answer();
    await press(page, 'Try again');
    await page.getByRole('row').nth(3).waitFor();
  });

  it('busy: repeats a read after Retry-After', async () => {
    harness.answer((request) =>
      isList(request) && sent('GET', /webhooks$/).length === 1
        ? { ...refusal(503, 'temporarily_unavailable'), headers: { 'retry-after': '1' } }
        : undefined,
    );
    await open('/webhooks');
    await page.getByRole('row').nth(3).waitFor();
    expect(sent('GET', /webhooks$/)).toHaveLength(2);
  });

  it('forbidden: names the scope, and offers no other try', async () => {
    harness.answer((request) =>
      isList(request)
        ? refusal(403, 'insufficient_scope', { message: 'This needs the scope webhook.read.' })
        : undefined,
    );
    await open('/webhooks');
    await page.getByText('Missing: webhook.read').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('read-only rights: hides actions that change something', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session' ? { body: { ...session, scopes: ['webhook.read'] } } : undefined,
    );
    await open('/webhooks/3/settings');
    await page.getByText('You can read this webhook, but not change it.').waitFor();
    expect(await page.getByRole('button', { name: /test|Replay|Save|Delete/ }).count()).toBe(0);
  });

  it('conflict: displays both versions, and keeps the input', async () => {
    await open('/webhooks/3/settings');
    await page.getByLabel('Address', { exact: true }).fill('https://mine.example/hook');
    const theirs = { ...webhooks[0]!, url: 'https://theirs.example/hook' };
    harness.answer(({ method, path }) =>
      method === 'GET' && path.endsWith('/webhooks/3')
        ? { body: theirs, headers: { etag: '"two"' } }
        : undefined,
    );
    await press(page, 'Save');
    const row = page.getByRole('row', { name: /https:\/\/mine.example\/hook/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('https://theirs.example/hook');
    expect(sent('PATCH', /3$/)).toEqual([]);
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('https://mine.example/hook');
    await press(page, 'Keep my input');
    await press(page, 'Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(sent('PATCH', /3$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ url: 'https://mine.example/hook' }, '"two"'],
    ]);
  });

  it('a concurrent delivery is no conflict', async () => {
    await open('/webhooks/3/settings');
    await page.getByText('user.update').click();
    harness.answer(({ method }) =>
      method === 'PATCH' && sent('PATCH', /3$/).length === 1
        ? refusal(412, 'precondition_failed')
        : undefined,
    );
    await press(page, 'Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(sent('PATCH', /3$/).map(({ body }) => body)).toEqual([
      { user_update: true },
      { user_update: true },
    ]);
  });

  it('limit: names the reached limit', async () => {
    harness.answer(({ path }) =>
      path.endsWith('/redeliver')
        ? refusal(409, 'limit_reached', {
            limit: 'webhooks',
            most: 5,
            message: 'Limit per portal: 5 webhooks.',
          })
        : undefined,
    );
    await open('/webhooks/3/deliveries/4717');
    await press(page, 'Send again');
    await page.getByText('Webhooks: at most 5.').waitFor();
    await page.getByRole('link', { name: 'All limits of the portal' }).click();
    await page.waitForURL('**/portal');
  });

  it('invalid fields: each displays its fault', async () => {
    harness.answer(({ method }) =>
      method === 'POST'
        ? refusal(400, 'validation_failed', {
            additional_errors: [{ path: 'url', message: 'must be reachable', error_code: 'invalid' }],
          })
        : undefined,
    );
    await open('/webhooks/new');
    const field = page.getByLabel('Address');
    await field.fill('https://10.0.0.1/');
    await press(page, 'Create webhook');
    await page.getByText('must be reachable').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('https://10.0.0.1/');
    await page.getByText('Some fields are not right yet.').waitFor();
    await field.fill('https://partner.example/');
    await page.getByText('must be reachable').waitFor({ state: 'detached' });
    expect(await page.getByText('Some fields are not right yet.').count()).toBe(0);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
  });

  it('slow: displayed while a request has had no answer for five seconds', async () => {
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('https://partner.example/new');
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    harness.answer(async ({ method }) => {
      if (method === 'POST') await isReleased;
      return undefined;
    });
    await press(page, 'Create webhook');
    const bar = page.getByText('The server has not answered for five seconds.');
    await bar.waitFor();
    release();
    await page.getByText('whsec_').waitFor();
    expect(await bar.count()).toBe(0);
  });

  it('one form creates once: its key stays the same', async () => {
    harness.answer(({ method }) =>
      method === 'POST' && sent('POST', /webhooks$/).length === 1 ? refusal(503, 'not_ready') : undefined,
    );
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('https://partner.example/new');
    await press(page, 'Create webhook');
    await page.getByText('The service is starting.').waitFor();
    await press(page, 'Create webhook');
    await page.getByText('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').waitFor();
    const keys = sent('POST', /webhooks$/).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
    await press(page, 'I have stored it');
    await page.getByRole('heading', { level: 1, name: 'https://partner.example/hooks/learning' }).waitFor();
    expect(await page.content()).not.toContain('whsec_');
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain('whsec_');
  });

  it('offline: a bar, and nothing is lost', async () => {
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('https://partner.example/new');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await press(page, 'Create webhook');
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    await press(page, 'Create webhook');
    await page.getByText('whsec_').waitFor();
  });

  it('offline: reads what could not be read as soon as the network returns', async () => {
    await open('/webhooks/3');
    await page.getByText('user.create').waitFor();
    await page.context().setOffline(true);
    await press(page, /State/);
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    await page.getByText('enrolment.create').waitFor();
  });

  it('displays an error in a browser without Sec-Fetch-Site', async () => {
    harness.answer(({ path }) => (path === '/bff/session' ? refusal(403, 'csrf_refused') : undefined));
    await open('/webhooks');
    await page.getByText('This browser is too old for the console.').waitFor();
  });

  it('removes all data of the former person when another one signs in in another tab', async () => {
    await open('/webhooks');
    await page.getByText(webhooks[0]!.url).first().waitFor();
    const other = { ...session, person: { ...session.person, id: 8, full_name: 'Grace' } };
    harness.answer(({ path }) => (path === '/bff/session' ? { body: other } : undefined));
    const beside = await page.context().newPage();
    await beside.goto(`${harness.url}/audit`);
    await page.waitForURL(`${harness.url}/`);
    await page.getByRole('button', { name: /^Grace/ }).waitFor();
    await beside.close();
  });

  it('sends the new CSRF value when the same person signs in again in another tab', async () => {
    await open('/webhooks/3/deliveries/4717');
    harness.answer(({ path }) =>
      path === '/bff/session' ? { body: { ...session, csrf: 'new proof' } } : undefined,
    );
    const beside = await page.context().newPage();
    const read = page.waitForResponse(/bff\/session$/);
    await beside.goto(`${harness.url}/audit`);
    await read;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is being sent again').waitFor();
    expect(sent('POST', /redeliver$/).map(({ headers }) => headers['x-csrf'])).toEqual(['new proof']);
    await beside.close();
  });

  it('the session ends during input: a dialog over the page, and the input stays', async () => {
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('https://partner.example/new');
    harness.answer(({ path }) => (path === '/bff/session' ? undefined : refusal(401, 'session_ended')));
    await press(page, 'Create webhook');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    harness.answer();
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const popupUrl = new URL((await popup).url() === 'about:blank' ? harness.url : (await popup).url());
    expect(popupUrl.origin).toBe(harness.url);
    await (await popup).goto(`${harness.url}/signed-in`);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('whsec_').waitFor();
    const posted = sent('POST', /webhooks$/).map(({ body }) => (body as { url: string }).url);
    expect(posted).toEqual(['https://partner.example/new', 'https://partner.example/new']);
  });

  it('the session ends and the user signs in later: the error disappears', async () => {
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('https://partner.example/new');
    harness.answer(({ path }) => (path === '/bff/session' ? undefined : refusal(401, 'session_ended')));
    await press(page, 'Create webhook');
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
    const error = page.locator('.form-error');
    await error.waitFor();
    harness.answer();
    const beside = await page.context().newPage();
    await beside.goto(`${harness.url}/audit`);
    await error.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Address').inputValue()).toBe('https://partner.example/new');
    await beside.close();
  });

  it('fresh login: requests it in a dialog, and repeats the request', async () => {
    harness.answer(({ path }) => (path.endsWith('/test') ? refusal(403, 'fresh_login_required') : undefined));
    await open('/webhooks/3');
    await press(page, 'Send test');
    const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
    await dialog.waitFor();
    harness.answer();
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await (await popup).goto(`${harness.url}/signed-in`);
    await page.getByRole('dialog', { name: 'Test event' }).getByText('Attempt 1').waitFor();
    expect(sent('POST', /test$/)).toHaveLength(2);
  });
});
