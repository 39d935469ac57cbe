import { sql, type Statement } from '@app/database';
import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { answering, Receiver, type ReceivedWebhook } from '../../webhook-worker/test/receiver.js';
import { useBrowserPage } from './use-web-page.js';
import { sendAsPage, signInAt, useWebStack } from './web-stack.js';

describeWith('chromium', 'journeys of webhooks on the whole stack', () => {
  const stack = useWebStack();
  let receiver: Receiver;
  let page: Page;
  let webhookId: number;
  let secret: string;
  useBrowserPage((opened) => (page = opened));
  beforeEach(async () => {
    receiver = await Receiver.start();
    await page.goto(`${stack.url}/webhooks`);
    await signInAt(page);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.goto(`${stack.url}/webhooks/new`);
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByText('user.create').click();
    await page.getByText('user.update').click();
    await press('Create webhook');
    secret = (await page.locator('.secret code').textContent())!;
    await press('I have stored it');
    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
    webhookId = Number(new URL(page.url()).pathname.split('/').at(-1));
  });
  afterEach(() => receiver.stop());

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  /** A person of the portal, changed so often after that; made through the console as its page would. */
  const createPerson = async (name: string, changes: number) => {
    const person = { email: `${name}@a.example`, first_name: 'P', last_name: name, send_login_email: false };
    const { id } = await sendAsPage(page, 'POST', 'api/v2/users', person);
    for (let change = 1; change <= changes; change += 1)
      await sendAsPage(page, 'PATCH', `api/v2/users/${id}`, { first_name: `P${change}` });
  };
  const count = (condition: Statement) =>
    stack.auth.db.value<number>(sql`
      select count(*)::int from learning.webhook_deliveries where webhook_id = ${webhookId} and ${condition}`);
  /** Looks again until the database has that many. */
  const until = async (condition: Statement, expected: number) => {
    while ((await count(condition)) !== expected) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const makeDue = () =>
    stack.auth.db.many(sql`
      with d as (update learning.webhook_deliveries set next_at = now() where webhook_id = ${webhookId} and state = 0)
      update learning.webhook_mailboxes set next_due = now() - interval '1 hour', version = version + 1
       where webhook_id = ${webhookId}`);
  const state = (name: string) => page.getByRole('definition').filter({ hasText: name }).first().waitFor();

  it('receiver fails, parked, repaired: a replay of the failures counts first, and keeps the order of each person', async () => {
    receiver.behave = answering(500);
    await createPerson('first', 2);
    await createPerson('second', 2);
    await until(sql`tries >= 1`, 2);
    await until(sql`true`, 6);
    // as if all had been tried for days, with successes in between; only once no worker has the mailbox, which would
    // write its own count of failures over it
    const isHeld = () =>
      stack.auth.db.has(sql`
        update learning.webhook_mailboxes
           set failures_in_row = 0, state = 0, next_due = null, version = version + 1
         where webhook_id = ${webhookId} and lease_token is null and failures_in_row >= 2 returning 1`);
    while (!(await isHeld())) await new Promise((resolve) => setTimeout(resolve, 20));
    await stack.auth.db.many(sql`
      update learning.webhook_deliveries set tries = 9, round_tries = 9, attempts = 9
       where webhook_id = ${webhookId}`);
    await makeDue();
    await page.reload();
    while (!(await page.getByText('Parked', { exact: true }).isVisible())) await page.reload();
    await createPerson('third', 0);
    await until(sql`true`, 7);

    receiver.behave = answering(200);
    const refused = receiver.received.length;
    await press('Try now'); // long before the next scheduled attempt
    await receiver.count(refused + 1);
    await makeDue();
    await until(sql`state = 0`, 0);
    await page.reload();
    await state('Enabled');
    const failures = await count(sql`state = 2`);
    expect(failures).toBeGreaterThanOrEqual(5);
    const before = receiver.received.length;

    await press('Replay …');
    await page.getByText('Dropped', { exact: true }).last().click();
    await press('Count');
    await page.getByText(`${failures} deliveries match.`).waitFor();
    expect(receiver.received).toHaveLength(before);
    await press(`Send ${failures} again`);
    await page.getByText(`${failures} deliveries are being sent again`).waitFor();
    const again = (await receiver.count(before + failures)).slice(before);
    await until(sql`state = 1`, 7);
    expect(receiver.received).toHaveLength(before + failures);
    const sequences = Object.values(Object.groupBy(again, ({ event }) => String(event.data['id']))).map(
      (events) => events!.map(({ event }) => event.sequence!),
    );
    expect(sequences).toHaveLength(2);
    for (const each of sequences) expect(each).toEqual(each.toSorted((one, other) => one - other));
  });

  it('a rotation with grace: old and new secret work until the time that the page names, then one', async () => {
    const send = async (): Promise<ReceivedWebhook> => {
      const before = receiver.received.length;
      await press('Send test');
      await page.getByRole('dialog').getByText('Attempt 1').waitFor();
      await press('Close');
      return (await receiver.count(before + 1)).at(-1)!;
    };
    const accepts = (key: string, { body, headers }: ReceivedWebhook): boolean => {
      try {
        new Webhook(key).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    const before = await send();
    await page.getByRole('link', { name: 'Settings' }).click();
    await press('Rotate …');
    await press(/The old secret works/);
    await page.getByRole('option', { name: 'for an hour' }).click();
    await press('Make new secret');
    const said = await page
      .getByText(/The old secret works until/)
      .locator('time')
      .getAttribute('datetime');
    const fresh = (await page.locator('.secret code').textContent())!;
    await press('I have stored it');
    const during = await send();
    const storedUntil = await stack.auth.db.value<Date>(sql`
      select previous_secret_until from learning.webhooks where id = ${webhookId}`);
    expect(Math.abs(Date.parse(said!) - storedUntil.getTime())).toBeLessThan(60_000);
    await stack.auth.db.many(sql`
      update learning.webhooks set previous_secret_until = now() where id = ${webhookId}`);
    const after = await send();
    expect([before, during, after].map((each) => [accepts(secret, each), accepts(fresh, each)])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
  });
});
