import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { branding, session, shownWebhooks } from './web-answers.js';
import { refusal, type HarnessAnswer } from './web-harness.js';
import { brandingWithLogo, logo } from './web-portal-answers.js';
import { applications } from './web-answers-applications.js';
import { overviewLimits } from './web-answers-overview.js';

let page: Page;
const { harness, open, sent } = useWebPage((opened) => (page = opened));

describeWith('chromium', 'the pages of the portal', () => {
  describe('plan and limits', () => {
    it('lists limits above 80 % first, and explains that', async () => {
      await open('/portal');
      await page.getByText('2 limits are used by more than 80%.').waitFor();
      const rows = await page.getByRole('row').allTextContents();
      expect(rows[1]).toMatch(/^WebhooksReached5 of 5/);
      expect(rows[2]).toMatch(/^Custom fieldsAbove 80%88 of 100/);
      expect(rows.at(-1)).toContain('not counted here');
    });
  });

  describe('branding', () => {
    it('follows the input, and states that the colour is not saved', async () => {
      await open('/portal/branding');
      await page.getByLabel('Name', { exact: true }).fill('Other Academy');
      await page.getByLabel('Colour', { exact: true }).fill('#00ff00');
      await page.getByLabel('Sender of mails').fill('Office');
      await page.getByText('The colour is not saved yet.').waitFor();
      const color = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('[aria-label="Sign-in page, light"] .preview-button')).backgroundColor`,
      );
      expect(color).toBe('rgb(0, 255, 0)');
      await page.locator('.preview-name', { hasText: 'Other Academy' }).first().waitFor();
      await page.getByText('Office (Learning Platform)').waitFor();
    });

    it('shows the mail as it is sent, with the title of a portal without a name', async () => {
      await open('/portal/branding');
      const mail = page.getByRole('img', { name: 'Mail, which is always on white' });
      await page.getByLabel('Name', { exact: true }).fill('Acme.com Academy');
      await mail.getByText('Your access to “Acme com Academy”').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('');
      await mail.getByText('Your access to “Acme Corporation”').waitFor();
      await mail.getByText('An account has been created for you in “Acme Corporation”').waitFor();
    });

    it('has the title of a portal without a name in the menu', async () => {
      const body = { ...branding, name: null };
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/branding') ? { body } : undefined,
      );
      await open('/portal/branding');
      await page.locator('.brand-name', { hasText: 'Acme Corporation' }).waitFor();
    });

    it('sends changed fields with the ETag, and an empty field as null', async () => {
      await open('/portal/branding');
      await page.getByLabel('Name', { exact: true }).fill('Other Academy');
      await page.getByLabel('Colour', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved: people see it at once').waitFor();
      expect(sent('PUT', /branding$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
        [{ name: 'Other Academy', color: null }, '"branding"'],
      ]);
    });

    it('displays why an image is refused', async () => {
      harness.answer(({ method }) => (method === 'PUT' ? refusal(413, 'payload_too_large') : undefined));
      await open('/portal/branding');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('group', { name: 'Icon' }).getByRole('button', { name: 'Choose image' }).click();
      const image = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
      await (await chooser).setFiles(image);
      await page.getByText('This image is larger than 128 KiB. Choose a smaller one.').waitFor();
    });

    it('removes an image after describing the effects', async () => {
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/branding') ? { body: brandingWithLogo } : undefined,
      );
      await open('/portal/branding');
      await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Remove' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove: Logo' });
      await dialog.getByText('for everybody and at once').waitFor();
      expect(sent('DELETE', /logo$/)).toEqual([]);
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('The image is removed').waitFor();
      expect(sent('DELETE', /logo$/)).toHaveLength(1);
    });
  });

  describe('configuration', () => {
    const changes = () => sent('PUT', /configuration$/).map(({ body }) => body);

    it('sets another key as JSON, on the state that the page shows', async () => {
      await open('/portal/configuration');
      await page.getByRole('button', { name: 'Change theme_size' }).click();
      const value = page.getByRole('textbox', { name: 'Value' });
      await value.fill('dark');
      await page.getByText('This is no JSON: put text in quotation marks.').waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await value.fill('"dark"');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: 'theme_size "dark"' }).waitFor();
      expect(sent('PUT', /configuration$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
        [{ theme_size: 'dark' }, '"configuration"'],
      ]);
    });

    it('shows the error of an invalid key at its field', async () => {
      const faults = [{ path: 'myKey', message: 'keys must be snake_case', error_code: 'invalid' }];
      harness.answer(({ method }) =>
        method === 'PUT' ? refusal(400, 'validation_failed', { additional_errors: faults }) : undefined,
      );
      await open('/portal/configuration');
      await page.getByRole('button', { name: 'Set a key' }).click();
      await page.getByRole('textbox', { name: 'Key' }).fill('myKey');
      await page.getByRole('textbox', { name: 'Value' }).fill('{}');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('keys must be snake_case').waitFor();
      expect(await page.getByRole('textbox', { name: 'Key' }).getAttribute('aria-invalid')).toBe('true');
      expect(changes()).toEqual([{ myKey: {} }]);
    });

    it('describes whose access ends before it switches only one key', async () => {
      await open('/portal/configuration');
      await page.getByText('Approved applications only', { exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Switch on: Approved applications only' });
      await dialog.getByText('nobody in the portal can connect an application').waitFor();
      expect(changes()).toEqual([]);
      await dialog.getByRole('button', { name: 'Switch on' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(changes()).toEqual([{ approved_applications_only: true }]);
      expect(await page.getByRole('switch', { name: 'Approved applications only' }).isChecked()).toBe(true);
    });
  });
});

describeWith('chromium', 'the overview and the first steps', () => {
  const application = applications[0]!;
  const list = (...hits: object[]): HarnessAnswer => ({ body: { total: hits.length, hits } });

  /** The things that the portal has so far. */
  let state: { applications: object[]; webhooks: object[]; people: number };
  beforeEach(() => {
    state = { applications: [application], webhooks: shownWebhooks, people: 40 };
    answer();
  });
  function answer(failing?: RegExp): void {
    harness.answer(({ path }) => {
      if (failing?.test(path)) return refusal(404, 'not_found');
      if (path.endsWith('/auth/applications')) return list(...state.applications);
      if (path.endsWith('/v2/webhooks')) return list(...state.webhooks);
      if (path.endsWith('/v2/limits'))
        return list(
          ...overviewLimits.map((one) => ({
            ...one,
            ...(one.limit === 'accounts' && { used: state.people }),
          })),
        );
      return undefined;
    });
  }
  const listRequested = () => harness.requests.map(({ path }) => path.replace(/^.*\//, ''));

  it('disappear permanently when the user hides them', async () => {
    state = { applications: [], webhooks: [], people: 1 };
    await open('/');
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('First steps').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Limits nearly reached').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('First steps').count()).toBe(0);
  });

  it('are not there for a session that could not read how far they are', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session'
        ? { body: { ...session, scopes: ['enrollment.read', 'webhook.read'] } }
        : undefined,
    );
    await open('/');
    await page.getByText('Limits nearly reached').waitFor();
    await page.waitForLoadState('networkidle');
    expect(listRequested()).not.toContain('applications');
  });

  it('cards link to their pages', async () => {
    await open('/');
    await page.getByText(/enrollments were created/).waitFor();
    const plot = page.getByRole('slider');
    await plot.focus();
    await page.keyboard.press('Home');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/: Created 40, Completed 30$/);
    await plot.getByText('Completed 30').waitFor();
    await plot.hover({ position: { x: 60, y: 60 } });
    await plot.getByText('Created 40').waitFor();
    await page.getByText('99 %').or(page.getByText('99%')).waitFor();
    expect(
      await page.getByRole('meter').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['invitations by mail', 'content groups']);
    await page.getByRole('link', { name: shownWebhooks[1]!.url }).click();
    await page.getByRole('heading', { level: 1, name: shownWebhooks[1]!.url }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/webhooks/4?state=failed');
  });

  it('answers whether everything is all right, and links to what needs attention', async () => {
    await open('/');
    const health = page.getByRole('region', { name: 'Is everything all right?' }).getByRole('listitem');
    await health.filter({ hasText: '94.2%' }).waitFor();
    const shown = await health.allTextContents();
    expect(shown.map((text) => text.replace(/\d.*$/, ''))).toEqual([
      'Deliveries arrived, last ',
      'Parked webhooks',
      'Invited people who never signed in',
      'Overdue enrollments',
      'Limits used to more than ',
    ]);
    const links = health.getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/webhooks/deliveries?state=failed',
      '/webhooks',
      '/people?status=invited',
      '/enrollments?status=overdue',
      '/portal',
    ]);
    for (const name of ['users', 'enrollments']) {
      const request = harness.requests.find(({ path }) => path.endsWith(`/v2/${name}`));
      expect(request?.query.get('limit')).toBe('0'); // only the total
    }
    const status = page.getByRole('link', { name: 'API status' });
    expect(await status.getAttribute('href')).toBe(`${session.addresses.api}/health/ready`);
  });

  it('retries a failed card without reloading the others', async () => {
    answer(/limits$/);
    await open('/');
    await page.getByText(/It is not here/).waitFor();
    await page.getByText(/enrollments were created/).waitFor();
    await page.getByText('Parked', { exact: true }).waitFor();
    answer();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('invitations by mail').waitFor();
    expect(listRequested().filter((name) => name === 'enrollment-statistics')).toHaveLength(1);
  });

  it('sends seven requests in addition to those of the shell', async () => {
    state.webhooks = [];
    await open('/');
    await page.getByText('Limits nearly reached').waitFor();
    await page.locator('.plot > svg').waitFor();
    await page.locator('[aria-current=step]').getByRole('heading', { name: 'Create a webhook' }).waitFor();
    await page.waitForLoadState('networkidle');
    const pageRequests = listRequested().filter((name) => name !== 'session' && name !== 'branding');
    expect(pageRequests.sort()).toEqual([
      'applications',
      'enrollment-statistics',
      'enrollments',
      'limits',
      'users',
      'webhook-statistics',
      'webhooks',
    ]);
  });
});
