import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { refusal } from './web-harness.js';

describeWith('chromium', 'the pages of applications', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  it('creating: each line is an address, and a refused one marks the field', async () => {
    const faults = [{ path: 'redirect_uris[1]', message: 'must use https', error_code: 'invalid_value' }];
    harness.answer(({ method }) =>
      method === 'POST' ? refusal(400, 'validation_failed', { additional_errors: faults }) : undefined,
    );
    await open('/applications/new');
    await page.getByLabel('Name').fill('Course Finder');
    const addresses = page.getByLabel('Redirect addresses (redirect_uri), one a line');
    await addresses.fill('https://a.example/cb\n\n http://b.example/cb ');
    await press('Create application');
    await page.getByText('Let the address begin with https://.').waitFor();
    expect(await addresses.getAttribute('aria-invalid')).toBe('true');
    expect(sent('POST', /applications$/).map(({ body }) => body)).toEqual([
      { client_name: 'Course Finder', redirect_uris: ['https://a.example/cb', 'http://b.example/cb'] },
    ]);
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

  it('a secret: displays until when the old one works, before and after', async () => {
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

  it('switching off: describes the effects, and can be undone', async () => {
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
