import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { session } from './web-answers.js';
import { refusal } from './web-harness.js';

describeWith('chromium', 'the pages of applications', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  it('the list: each kind has an address, each row leads to its application', async () => {
    await open('/applications');
    await page.getByRole('row').nth(5).waitFor();
    await page.getByRole('link', { name: 'Connected' }).click();
    await page.getByRole('row', { name: /HR synchronisation/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?kind=connected');
    await page.getByRole('link', { name: 'Course Finder' }).click();
    await page.getByRole('heading', { level: 1, name: 'Course Finder' }).waitFor();
    expect(await page.title()).toBe('Course Finder · Console');
  });

  it('the list: more rows by their offset', async () => {
    harness.answer(({ path, query }) => {
      if (!path.endsWith('/auth/applications')) return undefined;
      const name = query.get('offset') === '0' ? 'First' : 'Second';
      const hit = { client_id: name, client_name: name, kind: 'own', status: 1, consents_count: 0 };
      return { body: { total: 2, hits: [{ ...hit, last_used_time: null }] } };
    });
    await open('/applications');
    await press('Show more');
    await page.getByRole('link', { name: 'Second' }).waitFor();
    expect(sent('GET', /applications$/).map(({ query }) => query.get('offset'))).toEqual(['0', '1']);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('an unknown application: says so, with its client id as the heading', async () => {
    await open('/applications/nobody');
    await page.getByText(/It is not here/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'nobody' }).waitFor();
  });

  it('reading alone: what changes something is not offered', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session' ? { body: { ...session, scopes: ['app.read'] } } : undefined,
    );
    await open('/applications/hr-sync');
    await page.getByText('You can read this application, but not change it.').waitFor();
    await page.getByText('https://staging.hr.acme.example/callback').waitFor();
    expect(await page.getByRole('button', { name: /Save|Rotate|Replace|Switch/ }).count()).toBe(0);
    await open('/applications/course-finder');
    await page.getByText('Ana Silva').waitFor();
    expect(await page.getByRole('button', { name: /approval|Disconnect|Block/ }).count()).toBe(0);
  });

  it('creating: once for each form, the secret is shown once', async () => {
    harness.answer(({ method }) =>
      method === 'POST' && sent('POST', /applications$/).length === 1
        ? refusal(400, 'validation_failed', {
            additional_errors: [
              { path: 'redirect_uris[1]', message: 'must use https', error_code: 'invalid_value' },
            ],
          })
        : undefined,
    );
    await open('/applications/new');
    await page.getByLabel('Name').fill('Course Finder');
    const addresses = page.getByLabel('Redirect addresses (redirect_uri), one a line');
    await addresses.fill('https://a.example/cb\n\n http://b.example/cb ');
    await press('Create application');
    await page.getByText('Let the address begin with https://.').waitFor();
    expect(await addresses.getAttribute('aria-invalid')).toBe('true');
    await addresses.fill('https://a.example/cb');
    await press('Create application');
    await page.getByText(/cs_2026/).waitFor();
    const posts = sent('POST', /applications$/);
    expect(posts.map(({ body }) => body)).toEqual([
      { client_name: 'Course Finder', redirect_uris: ['https://a.example/cb', 'http://b.example/cb'] },
      { client_name: 'Course Finder', redirect_uris: ['https://a.example/cb'] },
    ]);
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await press('I have stored it');
    await page.getByRole('heading', { level: 1, name: 'HR synchronisation' }).waitFor();
    expect(await page.content()).not.toContain('cs_2026');
  });

  it('addresses and keys of an own one are replaced', async () => {
    await open('/applications/hr-sync');
    const addresses = page.getByLabel('Redirect addresses (redirect_uri), one a line');
    await addresses.fill('https://new.acme.example/callback');
    await press('Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    await press('Replace keys …');
    await page.getByLabel('Public keys (JWK Set)').fill('{"keys":[]}');
    await confirm('Replace keys');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent('PUT', /client\/hr-sync$/).map(({ body }) => body)).toEqual([
      { redirect_uris: ['https://new.acme.example/callback'] },
      { jwks: '{"keys":[]}' },
    ]);
  });

  it('a secret: says until when the old one works, before and after', async () => {
    await open('/applications/hr-sync');
    await page.getByText(/The old secret works until .* CET/).waitFor();
    await press('Rotate …');
    await confirm('Make new secret');
    await page.getByText(/cs_2026/).waitFor();
    await page
      .getByRole('alertdialog')
      .getByText(/The old secret works until .* CET/)
      .waitFor();
    expect(sent('POST', /rotate-secret$/).map(({ body }) => body)).toEqual([{ grace_seconds: 86_400 }]);
  });

  it('switching off: says what ends, and can be undone', async () => {
    await open('/applications/hr-sync');
    await press('Switch off');
    await page.getByText('All tokens of HR synchronisation end within a second').waitFor();
    await confirm('Switch off');
    await page.getByText('HR synchronisation is switched off', { exact: true }).waitFor();
    await open('/applications/old-export');
    await press('Switch on');
    await page.getByText('Old export is switched on', { exact: true }).waitFor();
    expect(sent('PUT', /client/).map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['hr-sync', { status: 0 }],
      ['old-export', { status: 1 }],
    ]);
  });

  it('approving: a client id, what it may do, and a fresh login in between', async () => {
    harness.answer(({ method }) => (method === 'PUT' ? refusal(403, 'fresh_login_required') : undefined));
    await open('/applications');
    await press('Approve application …');
    await page.getByLabel('Client id').fill('course-finder');
    await page.getByText('See people and their details').click();
    await page.getByText('Search and see learning content').click();
    await page.getByText('It may act for people without asking them').click();
    await confirm('Approve');
    const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
    await dialog.waitFor();
    harness.answer();
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await (await popup).goto(`${harness.url}/signed-in`);
    await page.getByRole('heading', { level: 1, name: 'Course Finder' }).waitFor();
    const [first, second] = sent('PUT', /course-finder\/approval$/).map(({ body }) => body);
    expect(first).toEqual({
      scopes: ['user.read', 'lo.read'],
      acts_for_people: true,
      for_administrators: false,
      makes_portals: false,
    });
    expect(second).toEqual(first);
  });

  it('ending access: for one person, by the approval, for all, by a block', async () => {
    await open('/applications/course-finder');
    await press('Disconnect Course Finder from Ana Silva');
    await confirm('Disconnect');
    await page.getByText('The person is disconnected').waitFor();
    await press('Withdraw approval');
    await confirm('Withdraw approval');
    await page.getByText('The approval is withdrawn').waitFor();
    await press('Block');
    await page.getByText('Approval, tokens and the consents of 3 people end within a second.').waitFor();
    await confirm('Block');
    await page.getByText('Course Finder is blocked', { exact: true }).waitFor();
    await press('Disconnect from everybody');
    await confirm('Disconnect from everybody');
    await page.getByText('Course Finder is disconnected', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/applications');
    await open('/applications/nosy');
    await press('Unblock');
    await page.getByText(/is no longer blocked/).waitFor();
    const changes = harness.requests.filter(({ method }) => /PUT|DELETE/.test(method));
    expect(
      changes.map(({ method, path }) => `${method} ${path.slice('/bff/auth/applications/'.length)}`),
    ).toEqual([
      'DELETE course-finder/consents/12',
      'DELETE course-finder/approval',
      'PUT course-finder/block',
      'DELETE course-finder',
      'DELETE nosy/block',
    ]);
  });
});
