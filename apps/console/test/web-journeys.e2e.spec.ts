import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { C1 } from '../../auth-server/test/auth-stack.js';
import { Receiver } from '../../webhook-worker/test/receiver.js';
import { useBrowserPage } from './use-web-page.js';
import { waitUntilShown } from './web-page.js';
import { callApi, obtainToken, sendAsPage, signInAt, useWebStack } from './web-stack.js';

describeWith('chromium', 'journeys on the whole stack', () => {
  const stack = useWebStack();
  let receiver: Receiver;
  let page: Page;
  /** Answers and requests of the console that held a token. */
  let tokens: string[];

  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  useBrowserPage((opened) => (page = opened));
  beforeEach(() => {
    tokens = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(`${stack.url}/bff/`)) return;
      void response
        .text()
        .then((text) => /eyJ[\w-]+\.|access_token|refresh_token/.test(text) && tokens.push(response.url()))
        .catch(() => undefined); // a redirect has no body
    });
  });
  afterEach(() => expect(tokens).toEqual([]));
  afterAll(() => receiver.stop());

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const createPeople = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const person = { email: `lost${index}@a.example`, first_name: 'P', last_name: 'Q' };
      await sendAsPage(page, 'POST', 'api/v2/users', person);
    }
  };
  async function createWebhook(): Promise<void> {
    await page.goto(`${stack.url}/webhooks/new`);
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByText('user.create').click();
    await press('Create webhook');
    await page.getByText('whsec_').waitFor();
    await press('I have stored it');
    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  }

  it('sign in, reload, a second tab, sign out: no token in the browser, nothing behind the back button', async () => {
    await page.goto(`${stack.url}/webhooks?from=mail`);
    await signInAt(page);
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(page.url()).toBe(`${stack.url}/webhooks?from=mail`);
    await page.reload();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${stack.url}/webhooks`);
    await second.getByRole('heading', { name: 'Webhooks' }).waitFor();
    // all that is remembered is how far pages were scrolled
    const stored = await page.evaluate<string[]>(
      '[document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
    );
    expect(stored).toEqual(['', expect.stringMatching(/^tsr-scroll-restoration/)]);
    const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('console'));
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, 'Strict']]);
    await press(/^Ada Admin/);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await second.reload();
    await second.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('find out why a webhook was not delivered, mend it, and send the dropped again: the count first', async () => {
    receiver.behave = (_, answer) => answer.writeHead(404).end('No such path here');
    await page.goto(`${stack.url}/webhooks`);
    await signInAt(page);
    await page.getByText('No webhook yet').waitFor();
    await createWebhook();
    await createPeople(6);
    await page.reload();
    // the list says what came back, the detail why, and what to do
    await page.getByRole('cell', { name: '404' }).first().waitFor();
    await page.getByRole('link', { name: 'user.create' }).last().click();
    await page.getByText('The receiver knows no such path.').first().waitFor();
    await page.getByText('What the receiver answered').first().click();
    await page.getByText('No such path here').first().waitFor();
    await page.getByText(receiver.received[0]!.event.id).first().waitFor();

    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('Parked').first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await press('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('The webhook is disabled', { exact: true }).waitFor();

    receiver.behave = (_, answer) => answer.writeHead(200).end('ok');
    const before = receiver.received.length;
    await press('Enable');
    await page.getByText('The webhook is enabled', { exact: true }).waitFor();
    await press(/^Replay/);
    await press('Count');
    await page.getByText('6 deliveries match.').waitFor();
    expect(receiver.received).toHaveLength(before);
    await press('Send 6 again');
    await page.getByText('6 deliveries are being sent again').waitFor();
    const received = await receiver.until((all) => all.length >= before + 6);
    expect(new Set(received.slice(before).map(({ event }) => event.id)).size).toBe(6);
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.goto(`${page.url().split('?')[0]}?state=delivered`);
    await page.getByRole('row').nth(6).waitFor();
    expect(await page.getByRole('row').count()).toBe(7);

    // what it says over time
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByText(/deliveries arrived and \d+ failed/).waitFor();
    await page.getByRole('link', { name: '4xx' }).waitFor();
  });

  it('find out why a call of an application was refused, by the reference of its answer', async () => {
    const token = await obtainToken(stack, C1, { grant_type: 'client_credentials' });
    const person = { email: 'no address', first_name: 'P', last_name: 'Q' };
    const answer = await callApi(stack, token, 'POST', 'users', person);
    const { ref } = (await answer.json()) as { ref: string };
    await page.goto(`${stack.url}/api-errors`);
    await signInAt(page);
    await page.getByLabel('Reference').fill(ref);
    await page.keyboard.press('Enter');
    await page.waitForURL(/ref=/);
    const row = page.getByRole('row', {
      name: /^POST \/v2\/users .+ Client One 400 validation_failed Fields: email Correct the fields that additional_errors names/,
    });
    // refused requests are stored a little later
    for (; (await row.count()) === 0; await page.reload()) await waitUntilShown(page);
  });
});
