import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useWebPage } from './use-web-page.js';
import { deliveries, shownWebhooks } from './web-answers.js';

const EVENT = deliveries[0]!.event_id;

describeWith('chromium', 'webhooks in the console', () => {
  let page: Page;
  const { harness, browser, open, sent } = useWebPage((opened) => (page = opened));
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

  it('the last day in the list: bars of all webhooks, by one request', async () => {
    await open('/webhooks');
    const bars = page.getByRole('img', {
      name: /^1,5\d\d deliveries arrived and 9\d failed: 94\.\d% arrived\.$/,
    });
    await bars.nth(1).waitFor();
    expect(await bars.count()).toBe(2);
    expect(await bars.first().locator('rect').count()).toBeGreaterThan(24);
    await page
      .getByRole('row', { name: /old\.acme/ })
      .getByText('Nothing sent')
      .waitFor();
    const requests = sent('GET', /v2\/webhook-statistics$/);
    expect(requests).toHaveLength(1);
    const { from, to } = Object.fromEntries(requests[0]!.query);
    expect(Number(to) - Number(from)).toBe(24 * 3_600 - 1);
  });

  it('one list of the deliveries of all webhooks, which refreshes by itself', async () => {
    harness.answer(({ path }) =>
      path.endsWith('/v2/deliveries')
        ? { body: { total: 1, hits: [{ webhook_id: 4, ...deliveries[1]! }] } }
        : undefined,
    );
    await open('/webhooks');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.waitForURL('**/webhooks/deliveries');
    const row = page.getByRole('row', { name: /enrolment\.update/ });
    await row.getByRole('link', { name: shownWebhooks[1]!.url }).waitFor();
    harness.answer(); // now also one that fails
    await page.getByRole('row', { name: /user\.create/ }).waitFor();
    await page.getByRole('textbox', { name: 'Event id' }).fill(EVENT);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/webhooks/deliveries?event_id=${EVENT}`);
    await row.first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'user.create' }).click();
    await page.waitForURL('**/webhooks/3/deliveries/4719');
  });

  it.each([
    ['America/New_York', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Asia/Kathmandu', 'UTC'],
  ])('statistics in %s have days of %s, and say so if they are of UTC', async (timeZone, sentZone) => {
    const away = await browser.open({ timeZone });
    await away.goto(`${harness.url}/webhooks/3/statistics?period=30d`);
    await away.locator('.plot > svg').first().waitFor();
    expect(sent('GET', /statistics$/).map(({ query }) => query.get('time_zone'))).toEqual([sentZone]);
    expect(await away.getByText('The days are those of UTC.').count()).toBe(sentZone === 'UTC' ? 2 : 0);
    await away.context().close();
  });

  it('a parked webhook is tried now; the list marks the retried delivery, the replay dialog counts those that wait', async () => {
    await open('/webhooks/4');
    await page
      .getByRole('row', { name: /user\.create/ })
      .getByText('Retrying')
      .waitFor();
    await press('Replay …');
    await page.getByText('128 more deliveries are waiting or being retried').waitFor();
    await page.keyboard.press('Escape');
    await press('Try now');
    await page.getByRole('button', { name: 'Try now', disabled: false }).waitFor();
    expect(sent('PATCH', /v2\/webhooks\/4$/).map(({ body }) => body)).toEqual([{ enabled: true }]);
  });

  it('a replay of some event types counts them first', async () => {
    await open('/webhooks/3');
    await press('Replay …');
    const types = page.getByRole('combobox', { name: 'Only events of these types' });
    await types.fill('create');
    await page.getByRole('option', { name: 'user.create' }).click();
    await types.fill('lo.');
    await page.getByRole('option', { name: 'lo.update' }).click();
    await page.keyboard.press('Escape');
    const chosen = page.getByRole('list', { name: 'Only events of these types' });
    await chosen.getByText('lo.update').waitFor();
    await press('Count');
    await page.getByText('42 deliveries match.').waitFor();
    await press('Without lo.update');
    await page.getByText('42 deliveries match.').waitFor({ state: 'detached' });
    await press('Count');
    await press('Send 42 again');
    await page.getByText('42 deliveries are being sent again').waitFor();
    const bodies = sent('POST', /replay$/).map(({ body }) => body as Record<string, unknown>);
    expect(bodies.map(({ types: sentTypes, dry_run: isDry }) => [sentTypes, isDry])).toEqual([
      [['user.create', 'lo.update'], true],
      [['user.create'], true],
      [['user.create'], undefined],
    ]);
  });

  describe('go to', () => {
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

    it('an event: its delivery, by one request', async () => {
      await open('/audit');
      await page.getByText('roles.changed').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill(EVENT);
      await page.getByRole('menuitem', { name: /^user\.create/ }).waitFor();
      expect(sent('GET', /deliveries$/).map(({ query }) => query.get('event_id'))).toEqual([EVENT]);
      await page.keyboard.press('Enter');
      await heading('user.create');
      expect(new URL(page.url()).pathname).toBe('/webhooks/3/deliveries/4719');
    });

    it('names of people, applications and content; what was not found is not offered', async () => {
      await open('/audit');
      await page.getByText('roles.changed').waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('dialog').getByRole('searchbox');
      await field.fill('synchro');
      await page.getByRole('menuitem', { name: 'Application HR synchronisation' }).waitFor();
      await field.fill('9999');
      await page.getByText('Nothing matches.').waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Nothing matches.']);
      await field.fill('Kath');
      await page.getByRole('menuitem', { name: /^Katherine/ }).click();
      await heading('Katherine Johnson');
    });

    it('keeps letters that are typed while it is loading', async () => {
      let release = (): void => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/go-to-search*', async (route) => {
        await isReleased;
        await route.continue();
      });
      await open('/audit');
      await page.getByText('roles.changed').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('webh');
      await page.getByRole('dialog').locator('input').waitFor();
      release();
      const field = page.getByRole('dialog').getByRole('searchbox');
      await field.waitFor();
      await page.keyboard.type('ooks');
      expect(await field.inputValue()).toBe('webhooks');
      await page.getByRole('menuitem', { name: 'Webhooks' }).waitFor();
    });
  });
});
