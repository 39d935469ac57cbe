import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { deliveries, deliveryDetail, session } from './web-answers.js';

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.textContent.trim()');

describeWith('chromium', 'the console in use', () => {
  let page: Page;
  const { harness, open, sent } = useWebPage((opened) => (page = opened));

  it('leads a person without pages here to their account', async () => {
    harness.answer(({ path }) =>
      path === '/bff/session' ? { body: { ...session, roles: ['Learner'], scopes: [] } } : undefined,
    );
    await open('/');
    const account = page.getByRole('main').getByRole('link', { name: 'Your account' });
    expect(await account.getAttribute('href')).toBe(`${session.addresses.auth}/oauth/account`);
    await page.getByRole('button', { name: /^Ada/ }).click();
    const addresses = ['Your account', 'Change portal'].map((name) =>
      page.getByRole('menuitem', { name }).getAttribute('href'),
    );
    expect(await Promise.all(addresses)).toEqual([
      `${session.addresses.auth}/oauth/account`,
      '/bff/login?to=%2F&choose=1',
    ]);
  });

  it('shows the entry of the page in the menu of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    await open('/audit');
    const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Audit log' });
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const { x, width } = (await entry.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  });

  it('the audit log describes actions in words, and links to the actors', async () => {
    await open('/audit');
    await page.getByRole('definition').getByText('Roles', { exact: true }).waitFor();
    await page.getByText('Automatically').waitFor();
    // a name that happens to be a word of the service stays as it is
    await page.getByRole('definition').getByText('form', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Roles of a person changed' }).click();
    await page.waitForURL('**/audit?event=roles.changed');
    await page.getByRole('button', { name: /^Roles of a person changed Event/ }).click();
    await page.getByRole('option', { name: 'Webhook deleted' }).click();
    await page.waitForURL('**/audit?event=webhook.deleted');
    await page.getByRole('link', { name: '31' }).click();
    await page.waitForURL('**/people/31');
  });

  it('the audit log fits its page, with long ids and folded scopes', async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 860 });
      await open('/audit');
      await page.getByText(/\d\d rights/).waitFor();
      expect(await page.evaluate('document.querySelector(".table-frame").scrollWidth')).toBe(
        await page.evaluate('document.querySelector(".table-frame").clientWidth'),
      );
    }
    expect(await page.locator('details[open]').count()).toBe(0);
    await page.getByText(/\d\d rights/).click();
    await page.locator('details[open]').getByText('webhook.write').waitFor();
  });

  it('filters the audit log by people and applications found by name', async () => {
    await open('/people/12');
    await page.locator('main').getByRole('link', { name: 'Audit log' }).click();
    await page.waitForURL('**/audit?about_user_id=12');
    await page.getByRole('link', { name: 'HR sync' }).waitFor();
    const about = page.getByRole('combobox', { name: 'Person concerned' });
    expect(await about.inputValue()).toBe('Grace Hopper');
    await page.getByRole('combobox', { name: 'Done by' }).fill('Kath');
    await page.getByRole('option', { name: /Katherine/ }).click();
    await page.getByRole('combobox', { name: 'Application' }).fill('synchro');
    await page.getByRole('option', { name: 'HR synchronisation' }).click();
    await page.waitForURL(/about_user_id=12&user_id=\d+&client_id=hr-sync/);
    expect(await page.getByRole('combobox', { name: 'Application' }).inputValue()).toBe('HR synchronisation');
    expect(
      sent('GET', /audit-log$/)
        .at(-1)!
        .query.get('client_id'),
    ).toBe('hr-sync');
  });

  it('shows why a request was refused, and finds it by its reference', async () => {
    await open('/api-errors');
    await page.getByText('email, custom_fields.department').waitFor();
    await page.getByText('Correct the fields that').waitFor();
    await page.getByRole('link', { name: 'insufficient_scope' }).click();
    await page.waitForURL('**/api-errors?error_code=insufficient_scope');
    await page.getByText('email, custom_fields').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Reference' }).fill('req_unknown');
    await page.getByText('No entry matches').waitFor();
    expect(
      sent('GET', /api-errors$/)
        .at(-1)!
        .query.get('ref'),
    ).toBe('req_unknown');
  });

  it('shows the body in lines, and as it was sent', async () => {
    await open('/webhooks/3/deliveries/4719');
    const body = page.getByRole('region', { name: 'Body', exact: true });
    const formatted = await body.innerText();
    await page.getByRole('button', { name: 'Show as sent' }).click();
    const { body: asSent } = deliveryDetail(deliveries.find(({ id }) => id === 4719)!);
    expect(await body.innerText()).toBe(asSent);
    expect(formatted).toBe(JSON.stringify(JSON.parse(asSent), null, 2));
  });

  it('a delivery that is due is looked for more often, and is said to come now', async () => {
    await page.clock.install();
    const now = await page.evaluate<number>('Date.now()');
    const due = { ...deliveryDetail(deliveries[0]!), next_try_time: new Date(now - 1_000).toISOString() };
    harness.answer(({ path }) => (path.endsWith('/deliveries/4719') ? { body: due } : undefined));
    await open('/webhooks/3/deliveries/4719');
    await page.getByText('Next try now').first().waitFor();
    const delivered = { ...due, state: 'delivered', next_try_time: null };
    harness.answer(({ path }) => (path.endsWith('/deliveries/4719') ? { body: delivered } : undefined));
    await page.clock.runFor(1_100);
    await page.getByText('Delivered', { exact: true }).waitFor();
  });

  it('polls while a delivery waits, and requests only changes', async () => {
    let reads = 0;
    harness.answer(({ path, headers }) => {
      if (!path.endsWith('/deliveries/4719')) return undefined;
      reads += 1;
      if (headers['if-none-match'] === '"a"' && reads === 2) return { status: 304 };
      const detail = deliveryDetail(deliveries[0]!);
      return reads < 3
        ? { body: detail, headers: { etag: '"a"' } }
        : { body: { ...detail, state: 'delivered', next_try_time: null }, headers: { etag: '"b"' } };
    });
    await page.clock.install();
    await open('/webhooks/3/deliveries/4719');
    await page.getByText('Retrying').waitFor();
    const isUnchanged = page.waitForResponse((response) => response.status() === 304);
    await page.clock.runFor(5_100);
    await isUnchanged;
    await page.getByText('Retrying').waitFor();
    await page.clock.runFor(5_100);
    await page.getByText('Delivered', { exact: true }).waitFor();
    await page.clock.runFor(60_000);
    expect(reads).toBe(3);
  });

  it('displays the number of filtered rows', async () => {
    await open('/webhooks/3?state=dropped&type=user.create&from=1795699980&to=1795786380');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Count' }).click();
    await page.getByText('42 deliveries match.').waitFor();
    expect(sent('POST', /replay$/).map(({ body }) => body)).toEqual([
      { from: 1795699980, to: 1795786380, states: ['dropped'], types: ['user.create'], dry_run: true },
    ]);
  });

  it('deletes only when the address is written', async () => {
    await open('/webhooks/3/settings');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: 'Delete' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByText('Still missing: Write the address to confirm').waitFor();
    await dialog.getByLabel('Write the address to confirm').fill('https://partner.example/hooks/learning');
    await remove.click();
    await page.getByText('The webhook is deleted').waitFor();
    expect(sent('DELETE', /3$/).map(({ headers }) => headers['if-match'])).toEqual(['"one"']);
    expect(new URL(page.url()).pathname).toBe('/webhooks');
  });

  it('is usable by keyboard from the list to a delivery, and announces the page', async () => {
    await open('/webhooks');
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.type('evt_0d4b8a6f2e9c4b7f8a1d3c5e7f904719');
    await page
      .getByRole('menuitem', { name: /^user\.create/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'user.create' }).waitFor();
    await page.locator('h1:focus').waitFor();
    expect(await focused(page)).toBe('user.create');
  });

  it('returns the focus to the opener of a dialog', async () => {
    await open('/webhooks/3');
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus').waitFor();
    expect(await focused(page)).toMatch(/^Replay/);
  });

  it('remembers language and colours', async () => {
    await open('/webhooks');
    await page.getByRole('button', { name: /^Ada/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('link', { name: 'Webhook anlegen' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ada/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Webhook anlegen' }).waitFor();
    expect(
      await page.evaluate('[document.documentElement.lang, getComputedStyle(document.body).colorScheme]'),
    ).toEqual(['de', 'dark']);
    expect(harness.requests.at(-1)!.headers['accept-language']).toBe('de');
  });

  it('shows the portal’s colour', async () => {
    await open('/webhooks');
    await page.getByRole('link', { name: 'Create webhook' }).waitFor();
    await page.locator('html[style*=accent]').waitFor();
    const color = await page.evaluate(
      `getComputedStyle(document.querySelector('.button-primary')).backgroundColor`,
    );
    expect(color).toBe('rgb(107, 47, 224)');
  });
});
