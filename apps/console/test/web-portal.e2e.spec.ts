import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { branding, session } from './web-answers.js';
import { refusal } from './web-harness.js';
import { brandingWithLogo, logo } from './web-portal-answers.js';

describeWith('chromium', 'the pages of the portal', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));

  describe('plan and limits', () => {
    it('shows how many seats are used', async () => {
      await open('/portal');
      const seats = page.getByRole('meter', { name: 'Seats in use' });
      await seats.waitFor();
      expect(await seats.getAttribute('aria-valuetext')).toBe('431 of 500');
      await page.getByText('€4,900.00').waitFor();
    });

    it('has the limits above 80 % first, and says so', async () => {
      await open('/portal');
      await page.getByText('2 limits are used by more than 80%.').waitFor();
      const rows = await page.getByRole('row').allTextContents();
      expect(rows[1]).toMatch(/^WebhooksReached5 of 5/);
      expect(rows[2]).toMatch(/^Custom fieldsAbove 80%88 of 100/);
      expect(rows.at(-1)).toContain('not counted here');
    });

    it('shows each part alone when the other one fails', async () => {
      harness.answer(({ path }) => (path.endsWith('/account') ? refusal(403, 'role_required') : undefined));
      await open('/portal');
      await page.getByText('Your role does not allow this.').waitFor();
      await page.getByRole('row', { name: /Webhooks/ }).waitFor();
    });

    it('is in the menu of those alone who may read it', async () => {
      await open('/webhooks');
      await page.getByRole('link', { name: 'Portal' }).waitFor();
      harness.answer(({ path }) =>
        path === '/bff/session' ? { body: { ...session, scopes: ['webhook.read'] } } : undefined,
      );
      await page.reload();
      await page.getByRole('link', { name: 'Webhooks' }).waitFor();
      expect(await page.getByRole('link', { name: 'Portal' }).count()).toBe(0);
    });
  });

  describe('branding', () => {
    const accents = (scheme: 'light' | 'dark') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('[aria-label="Sign-in page, ${scheme}"] .preview-button')).backgroundColor`,
      );

    it('shows the sign-in page in the colours that the API has made readable', async () => {
      await open('/portal/branding');
      await page.getByRole('img', { name: 'Sign-in page, dark' }).waitFor();
      expect([await accents('light'), await accents('dark')]).toEqual([
        'rgb(107, 47, 224)',
        'rgb(183, 154, 255)',
      ]);
    });

    it('follows the input, and says that the colour is not saved', async () => {
      await open('/portal/branding');
      await page.getByLabel('Name', { exact: true }).fill('Other Academy');
      await page.getByLabel('Colour', { exact: true }).fill('#00ff00');
      await page.getByLabel('Sender of mails').fill('Office');
      await page.getByText('The colour is not saved yet.').waitFor();
      expect(await accents('light')).toBe('rgb(0, 255, 0)');
      await page.locator('.preview-name', { hasText: 'Other Academy' }).first().waitFor();
      await page.getByText('Office (Learning Platform)').waitFor();
    });

    it('sends what has changed with the ETag, and an empty field as null', async () => {
      await open('/portal/branding');
      await page.getByLabel('Name', { exact: true }).fill('Other Academy');
      await page.getByLabel('Colour', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved: people see it at once').waitFor();
      expect(sent('PUT', /branding$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
        [{ name: 'Other Academy', color: null }, '"branding"'],
      ]);
    });

    it('changed meanwhile: both states, and the input stays', async () => {
      await open('/portal/branding');
      await page.getByLabel('Name', { exact: true }).fill('Mine');
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/branding')
          ? { body: { ...branding, name: 'Theirs' }, headers: { etag: '"two"' } }
          : undefined,
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: 'Name Mine Theirs' }).waitFor();
      expect(sent('PUT', /branding$/)).toEqual([]);
      await page.getByRole('button', { name: 'Keep my input' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved: people see it at once').waitFor();
      expect(sent('PUT', /branding$/).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
        [{ name: 'Mine' }, '"two"'],
      ]);
    });

    it('wrong fields: each says what is wrong with it', async () => {
      harness.answer(({ method }) =>
        method === 'PUT'
          ? refusal(400, 'validation_failed', {
              additional_errors: [{ path: 'color', message: 'must be #rrggbb', error_code: 'invalid' }],
            })
          : undefined,
      );
      await open('/portal/branding');
      await page.getByLabel('Colour', { exact: true }).fill('red');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('must be #rrggbb').waitFor();
      expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('red');
    });

    const image = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };

    it('sends an image as it is, and shows it at once', async () => {
      await open('/portal/branding');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Choose image' }).click();
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/branding') ? { body: brandingWithLogo } : undefined,
      );
      await (await chooser).setFiles(image);
      await page.getByText('The image is stored').waitFor();
      expect(sent('PUT', /logo$/).map(({ body, headers }) => [body, headers['content-type']])).toEqual([
        [logo, 'image/svg+xml'],
      ]);
      await page.locator('.preview-logo').first().waitFor();
    });

    it.each([
      [400, 'image_refused', 'This picture is not accepted.'],
      [413, 'payload_too_large', 'This image is larger than 128 KiB. Choose a smaller one.'],
      [415, 'unsupported_media_type', 'This picture is not accepted. Choose a PNG'],
    ])('says why an image is refused: %d %s', async (status, code, sentence) => {
      harness.answer(({ method }) => (method === 'PUT' ? refusal(status, code) : undefined));
      await open('/portal/branding');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('group', { name: 'Icon' }).getByRole('button', { name: 'Choose image' }).click();
      await (await chooser).setFiles(image);
      await page.getByText(sentence).waitFor();
    });

    it('removes an image after it has said what ends', async () => {
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

    it('reading alone: shows the picture, and nothing that changes it', async () => {
      harness.answer(({ path }) =>
        path === '/bff/session' ? { body: { ...session, scopes: ['portal.read'] } } : undefined,
      );
      await open('/portal/branding');
      await page.getByText('You can see how the portal looks, but not change it.').waitFor();
      expect(await page.getByRole('button', { name: /Save|Choose|Remove/ }).count()).toBe(0);
    });
  });

  describe('configuration', () => {
    const changes = () => sent('PUT', /configuration$/).map(({ body }) => body);
    const toggle = (name: string) => page.getByText(name, { exact: true });

    it('has words for the keys that the service reads, and the others as they are', async () => {
      await open('/portal/configuration');
      const second = page.getByRole('switch', { name: 'Second factor for administrators' });
      await second.waitFor();
      expect(await second.isChecked()).toBe(true);
      expect(await page.getByRole('switch', { name: 'Pay per seat' }).isChecked()).toBe(false);
      await page.getByText('With true, nobody gets a mail at night.').waitFor();
      expect(await page.getByRole('row').allTextContents()).toEqual([
        'KeyValueAct',
        'default_language"en"Change …',
        'theme_size12Change …',
      ]);
    });

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

    it('says at the field what is wrong with a new key, and with its value', async () => {
      const refuse = (path: string, message: string) =>
        harness.answer(({ method }) =>
          method === 'PUT'
            ? refusal(400, 'validation_failed', {
                additional_errors: [{ path, message, error_code: 'invalid' }],
              })
            : undefined,
        );
      await open('/portal/configuration');
      await page.getByRole('button', { name: 'Set a key' }).click();
      refuse('myKey', 'keys must be snake_case');
      await page.getByRole('textbox', { name: 'Key' }).fill('myKey');
      await page.getByRole('textbox', { name: 'Value' }).fill('{}');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('keys must be snake_case').waitFor();
      expect(await page.getByRole('textbox', { name: 'Key' }).getAttribute('aria-invalid')).toBe('true');
      refuse('my_key', 'values are text, numbers, true, false or null');
      await page.getByRole('textbox', { name: 'Key' }).fill('my_key');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('values are text, numbers').waitFor();
      expect(await page.getByRole('textbox', { name: 'Value' }).getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByRole('textbox', { name: 'Key' }).getAttribute('aria-invalid')).toBeNull();
    });

    it('another key changed meanwhile: both states, and the input stays', async () => {
      await open('/portal/configuration');
      await page.getByRole('button', { name: 'Change theme_size' }).click();
      await page.getByRole('textbox', { name: 'Value' }).fill('14');
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/configuration')
          ? { body: { theme_size: 13 }, headers: { etag: '"two"' } }
          : undefined,
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: 'theme_size 14 13' }).waitFor();
      expect(changes()).toEqual([]);
      await page.getByRole('button', { name: 'Keep my input' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(changes()).toEqual([{ theme_size: 14 }]);
    });

    it('switches nothing that somebody else has switched meanwhile', async () => {
      await open('/portal/configuration');
      await toggle('Pay per seat').click();
      harness.answer(({ method, path }) =>
        method === 'GET' && path.endsWith('/configuration')
          ? { body: { pay_per_seat: true }, headers: { etag: '"two"' } }
          : undefined,
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
      await page.getByText(/has changed|meanwhile/i).waitFor();
      expect(changes()).toEqual([]);
    });

    it('says for whom something ends before it switches one key alone', async () => {
      await open('/portal/configuration');
      await toggle('Approved applications only').click();
      const dialog = page.getByRole('dialog', { name: 'Switch on: Approved applications only' });
      await dialog.getByText('nobody in the portal can connect an application').waitFor();
      expect(changes()).toEqual([]);
      await dialog.getByRole('button', { name: 'Switch on' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(changes()).toEqual([{ approved_applications_only: true }]);
      expect(await page.getByRole('switch', { name: 'Approved applications only' }).isChecked()).toBe(true);
    });

    it('asks for a fresh login where the API wants one, and then switches by itself', async () => {
      harness.answer(({ method }) => (method === 'PUT' ? refusal(403, 'fresh_login_required') : undefined));
      await open('/portal/configuration');
      await toggle('Second factor for administrators').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
      const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
      await dialog.waitFor();
      harness.answer();
      const popup = page.waitForEvent('popup');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await (await popup).goto(`${harness.url}/signed-in`);
      await page.getByRole('status').getByText('Saved').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(changes()).toEqual([{ require_second_factor: false }, { require_second_factor: false }]);
    });

    it('without a fresh login nothing is switched', async () => {
      harness.answer(({ method }) => (method === 'PUT' ? refusal(403, 'fresh_login_required') : undefined));
      await open('/portal/configuration');
      await toggle('Second factor for administrators').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.getByText('For this, enter your password again.').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByRole('switch', { name: 'Second factor for administrators' }).isChecked()).toBe(
        true,
      );
    });

    it('reading alone: nothing can be switched', async () => {
      harness.answer(({ path }) =>
        path === '/bff/session' ? { body: { ...session, scopes: ['portal.read'] } } : undefined,
      );
      await open('/portal/configuration');
      await page.getByRole('switch').first().waitFor();
      expect(await page.getByRole('switch', { disabled: false }).count()).toBe(0);
    });
  });
});
