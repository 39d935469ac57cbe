import { sql } from '@app/database';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { likelyFreePort } from '@app/local-services';
import { describeWith, WAIT_TIMEOUT_MS } from '@app/testing';
import type { Page } from 'playwright-core';
import { assertion, registerKey } from '../../auth-server/test/assertions.js';
import { accounts, C2 } from '../../auth-server/test/auth-stack.js';
import { Tool } from '../../tools/test/tool.js';
import { useBrowserPage } from './use-web-page.js';
import { callApi, obtainToken, signInAgainAt, signInAt, useWebStack } from './web-stack.js';

const run = promisify(execFile);

describeWith('chromium', 'journeys of applications on the whole stack', () => {
  const stack = useWebStack();
  let page: Page;
  beforeAll(async () => {
    // the portal begins: it has no application yet
    await stack.auth.db.many(sql`update auth.clients set status = 0 where portal_id = 1`);
  });
  useBrowserPage((opened) => (page = opened));

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  const current = (name: string) =>
    page.locator('[aria-current=step]').getByRole('heading', { name }).waitFor();
  /** The sign-in that is asked for in between. */
  async function signInAgain(): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await signInAgainAt(await popup);
    await dialog.waitFor({ state: 'detached' });
  }
  const forgetLogins = () => stack.auth.db.many(sql`delete from auth.family_logins`);

  it('first steps: application, token and test delivery by the displayed calls, verified by `listen`', async () => {
    await page.goto(stack.url);
    await signInAt(page);
    await current('Create an application');
    await page.getByRole('link', { name: 'Create application' }).click();
    await page.getByLabel('Name').fill('HR synchronisation');
    await page
      .getByLabel('Redirect addresses (redirect_uri), one a line')
      .fill('https://hr.partner.example/callback');
    await press('Create application');
    const secret = await page.locator('.secret code').textContent();
    await press('I have stored it');
    await page.getByRole('heading', { level: 1, name: 'HR synchronisation' }).waitFor();
    const applicationCommand = await page.getByRole('region', { name: 'curl' }).textContent();
    await page.getByRole('link', { name: 'Overview' }).click();
    await current('Get a token');
    const command = await page.getByRole('region', { name: 'curl' }).textContent();
    expect(command).toBe(applicationCommand);
    const { stdout } = await run('sh', ['-ec', `${command}printf %s "$TOKEN"`], {
      env: { ...process.env, CLIENT_SECRET: secret! },
    });
    expect(stdout).toMatch(/^eyJ/);
    await current('Create a webhook');
    await page.getByText('3 of 5 done').waitFor(); // the portal has people

    const port = likelyFreePort();
    await page.getByRole('link', { name: 'Create webhook' }).click();
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/`);
    await page.getByText('user.create').click();
    await press('Create webhook');
    const webhookSecret = await page.locator('.secret code').textContent();
    await press('I have stored it');
    const listen = new Tool(['listen', '--port', String(port), '--secret', webhookSecret!]);
    await listen.says('Listening on');
    await page.getByRole('link', { name: 'Overview' }).click();
    await current('Receive a delivery');
    const test = await page.getByRole('region', { name: 'curl' }).textContent();
    await run('sh', ['-ec', test!], { env: { ...process.env, TOKEN: stdout } });
    await listen.says('webhook.test');
    expect(listen.output).toMatch(/webhook\.test verified evt_[0-9a-f]{32}/);
    // the portal has people: all is done
    await page.getByText('First steps').waitFor({ state: 'detached' });
    listen.signal('SIGINT');
    await listen.exited;
  });

  it('approve and disconnect, with a fresh login in between: the token is dead soon', async () => {
    await page.goto(`${stack.url}/applications`);
    await signInAt(page);
    await press('Approve application …');
    await page.getByLabel('Client id').fill(`${C2.clientId}x`);
    await confirm('Show application');
    await page.getByText('No application with this id can be approved.').waitFor();
    await page.getByLabel('Client id').fill(C2.clientId);
    await confirm('Show application');
    await page.getByRole('definition').getByText(new URL(C2.redirectUri!).host).waitFor();
    expect(await page.getByRole('definition').first().textContent()).toBe(C2.name);
    await page.getByText('See people and their details').click();
    await page.getByText('Search and see learning content').click();
    await page.getByText('It may act for people without asking them').click();
    await forgetLogins();
    await confirm('Approve');
    await signInAgain();
    await page.getByRole('heading', { level: 1, name: C2.name }).waitFor();
    await page.getByText('Approved by Ada Admin,').waitFor();

    const token = await obtainPersonToken();
    expect(await readStatus(token)).toBe(200);
    await forgetLogins();
    await press('Disconnect from everybody');
    await confirm('Disconnect from everybody');
    await signInAgain();
    await page.getByText(`${C2.name} is disconnected`, { exact: true }).waitFor();
    let status = 200;
    for (const end = performance.now() + WAIT_TIMEOUT_MS; status === 200 && performance.now() < end;)
      status = await readStatus(token);
    expect(status).toBe(401);
    await page.getByRole('row', { name: 'HR synchronisation' }).waitFor();
    // the list may show its former rows until its answer is there
    await page.getByRole('row', { name: C2.name }).waitFor({ state: 'detached' });
  });

  /** A token of the connected application for a person: it signs for it. */
  async function obtainPersonToken(): Promise<string> {
    const key = await registerKey(stack.auth, C2.clientId);
    return obtainToken(stack, C2, {
      grant_type: 'service_jwt',
      portal_name: 'a.learning.localhost',
      jwt: await assertion(stack.auth, key, C2.clientId, {
        sub: String(accounts.learnerA),
        aud: stack.auth.settings['AUTH_PUBLIC_URL'],
      }),
    });
  }

  const readStatus = async (token: string): Promise<number> =>
    (await callApi(stack, token, 'GET', 'learning-objects?limit=1')).status;
});
