import type { HttpApp } from '@app/http';
import { freePort } from '@app/local-services';
import { describeWith, launchChromium } from '@app/testing';
import type { Browser, Page } from 'playwright-core';
import { C1, password, startServer, useAuthServers } from '../../auth-server/test/auth-stack.js';
import { createResourceApi } from '../src/app.js';
import { loadSettings } from '../src/config.js';

describeWith('chromium', 'Swagger UI', () => {
  const auth = useAuthServers(0);
  let api: HttpApp;
  let browser: Browser;
  /** All tests share it, as drawing the long document takes longer than they do. */
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    const [authPort, apiPort] = [await freePort(), await freePort()];
    const addresses = {
      AUTH_PUBLIC_URL: `http://127.0.0.1:${authPort}`,
      API_PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    };
    Object.assign(auth.settings, addresses);
    await startServer(auth, authPort);
    api = await createResourceApi(
      loadSettings({ ...auth.settings, DATABASE_URL: auth.database.urls.api, LOG_LEVEL: 'silent' }),
    );
    await api.app.listen(apiPort, '127.0.0.1');
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${addresses.API_PUBLIC_URL}/docs`);
  });
  afterEach(async () => {
    const close = page.locator('.modal-ux .close-modal');
    if (await close.isVisible()) await close.click();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.app.close();
  });

  it('Authorize opens at its first form, with the focus in it', async () => {
    await page.locator('.auth-wrapper button.authorize').click();
    const first = page.locator('.modal-ux .auth-container').first();
    await first.locator('input').first().waitFor();
    const [scrolled, focused] = await page.evaluate<[number, boolean]>(`[
      document.querySelector('.modal-ux-content').scrollTop,
      document.querySelector('.modal-ux .auth-container').contains(document.activeElement),
    ]`);
    expect([scrolled, focused]).toEqual([0, true]);
    await expect(first.textContent()).resolves.toContain('clientCredentials');
    if (process.env['SCREENSHOTS'])
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/swagger-authorize.png` });
  });

  it('offers the password grant, with a client of the user’s own', async () => {
    await page.locator('.auth-wrapper button.authorize').click();
    const box = page.locator('.auth-container', { hasText: 'Flow: password' });
    await expect(box.locator('#client_id_password').inputValue()).resolves.toBe('');
    await box.locator('#oauth_username').fill('admin@a.example');
    await box.locator('#oauth_password').fill(password);
    await box.locator('#client_id_password').fill(C1.clientId);
    await box.locator('#client_secret_password').fill(C1.secret);
    await box.locator('button.authorize').click();
    await box.locator('text=Authorized').waitFor();
    await box.getByRole('button', { name: 'Remove authorization' }).click();
  });

  it('Authorize gets a token with client credentials and all scopes, and a request succeeds', async () => {
    await page.locator('.auth-wrapper button.authorize').click();
    const box = page.locator('.auth-container', { hasText: 'clientCredentials' });
    // its own client has no secret: it can use one flow and not the other
    await expect(page.locator('#client_id_authorizationCode').inputValue()).resolves.toBe('swagger-ui');
    await expect(box.locator('#client_id_clientCredentials').inputValue()).resolves.toBe('');
    await box.locator('#client_id_clientCredentials').fill(C1.clientId);
    await box.locator('#client_secret_clientCredentials').fill(C1.secret);
    await box.locator('a', { hasText: 'select all' }).click();
    await box.locator('button.authorize').click();
    await box.locator('text=Authorized').waitFor();
    await page.locator('.btn-done').first().click();
    await page.locator('#operations-Users-Me_get .opblock-summary-control').click();
    await page.locator('#operations-Users-Me_get button.execute').click();
    const answer = page
      .locator('#operations-Users-Me_get .live-responses-table tbody .response-col_status')
      .first();
    await expect(answer.textContent()).resolves.toContain('200');
  });

  it('displays a refusal in a line, with its example on request, so that an operation fits a screen', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.locator('.filter-container input').waitFor();
    const tags = page.locator('.opblock-tag-section h3');
    await tags.first().waitFor();
    await expect(tags.first().textContent()).resolves.toContain('Search the catalogue');
    const operation = page.locator('#operations-Webhooks-Webhooks_remove');
    await operation.locator('.opblock-summary-control').click();
    const refusal = operation.locator('tr.response', { hasText: 'Too many requests' });
    await refusal.waitFor();
    const { height } = (await operation.boundingBox())!;
    expect(height).toBeLessThan(1000);
    if (process.env['SCREENSHOTS'])
      await operation.screenshot({ path: `${process.env['SCREENSHOTS']}/swagger-operation.png` });
    expect(await refusal.locator('pre').count()).toBe(0);
    await refusal.locator('button').click();
    await operation.locator('pre', { hasText: 'too_many_requests' }).waitFor();
  });

  it('shows the authorization server’s document too, and its token endpoint can be tried', async () => {
    await page.locator('.topbar select').selectOption({ label: 'Authorization server' });
    const operation = page.locator('#operations-Tokens-Token_token');
    await operation.locator('.opblock-summary-control').click();
    const field = (name: string) => operation.locator(`tr[data-property-name="${name}"]`);
    // the values prefilled in other fields must not be sent
    await expect(field('grant_type').locator('select').inputValue()).resolves.toBe('client_credentials');
    await field('client_id').locator('input[type=text]').fill(C1.clientId);
    await field('client_secret').locator('input[type=text]').fill(C1.secret);
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table tbody .response-col_status').first();
    await expect(answer.textContent()).resolves.toContain('200');
  });
});
