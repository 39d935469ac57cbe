import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { ConsoleBrowser, useConsole } from './console-stack.js';
import { useWebPage } from './use-web-page.js';
import type { HarnessRequest } from './web-harness.js';
import { logo } from './web-portal-answers.js';

describeWith('chromium', 'branding, from the console to the login page', () => {
  const stack = useConsole();
  let page: Page;
  const { harness, open } = useWebPage((opened) => (page = opened));

  /** The portal's own host, as somebody sees it who has not signed in. */
  const readLoginPage = async (): Promise<string> => {
    const headers = { host: 'a.learning.localhost', accept: 'text/html' };
    return (await request(`${stack.auth.url}/`, { headers })).body.text();
  };

  it('shows name, logo and colour', async () => {
    const signedIn = await ConsoleBrowser.signedIn(stack);
    // the built pages, and the real servers behind them
    harness.answer(async ({ method, path, headers, body }: HarnessRequest) => {
      const passed = Object.entries(headers).filter(([name]) => /^(content-type|if-match)$/.test(name));
      const answer = await signedIn.request(method, path, {
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: Object.fromEntries(passed) as Record<string, string>,
      });
      const { etag } = answer.headers;
      return { status: answer.status, body: answer.body, ...(etag && { headers: { etag: String(etag) } }) };
    });
    expect(await readLoginPage()).not.toContain('brand.css');

    await page.route('https://api.test/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: logo }),
    );
    await open('/portal/branding');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Choose image' }).click();
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
    await (await chooser).setFiles(file);
    await page.getByText('The image is stored').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Acme Academy');
    await page.getByLabel('Colour', { exact: true }).fill('#ffff00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: people see it at once').waitFor();
    const address = await page.locator('.preview-logo').first().getAttribute('src');

    const login = await readLoginPage();
    expect(login).toContain('Acme Academy');
    expect(login).toContain(`src="${address}"`);
    expect(login).toContain('brand.css?color=ffff00');
    const style = await (await fetch(`${stack.auth.url}/oauth/assets/brand.css?color=ffff00`)).text();
    const shown = await page.evaluate<string>(
      `document.querySelector('.scheme-light').style.getPropertyValue('--accent')`,
    );
    expect(shown).not.toBe('#ffff00'); // yellow on white cannot be read
    expect(style).toContain(`:root { --accent: ${shown};`);
  });
});
