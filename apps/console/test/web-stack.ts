import type { HttpApp } from '@app/http';
import { likelyFreePort } from '@app/local-services';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { createAuthServer } from '../../auth-server/src/app.js';
import { loadSettings as loadAuthSettings } from '../../auth-server/src/config.js';
import { password, useAuthServers, type AuthStack } from '../../auth-server/test/auth-stack.js';
import { createResourceApi } from '../../resource-api/src/app.js';
import { loadSettings as loadApiSettings } from '../../resource-api/src/config.js';
import { createWebhookWorker } from '../../webhook-worker/src/app.js';
import { loadSettings as loadWorkerSettings } from '../../webhook-worker/src/config.js';
import { createConsole } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { CONSOLE_SECRET, registerConsole } from './console-stack.js';
import { BUILT_PAGES } from './web-harness.js';

/** All four servers in this process, at addresses that a browser reaches. */
export interface WebStack {
  auth: AuthStack;
  /** Address of the console. */
  url: string;
}

/** For the tests of one file. */
export function useWebStack(): WebStack {
  const [authPort, apiPort, consolePort] = [likelyFreePort(), likelyFreePort(), likelyFreePort()];
  const addresses = {
    AUTH_PUBLIC_URL: `http://localhost:${authPort}`,
    API_PUBLIC_URL: `http://localhost:${apiPort}`,
  };
  const url = `http://localhost:${consolePort}`;
  const auth = useAuthServers(0, { ...addresses, TRUSTED_PROXIES: '127.0.0.1' });
  const servers: HttpApp[] = [];
  const logger = pino({ level: 'silent' });

  beforeAll(async () => {
    await registerConsole(auth, url);
    const { urls } = auth.database;
    const common = { ...auth.settings, LOG_LEVEL: 'silent' };
    const hooks = { WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1' };
    const listen = async (server: HttpApp, port: number): Promise<void> => {
      servers.push(server);
      await server.app.listen(port, 'localhost');
    };
    await listen(await createAuthServer(loadAuthSettings(common), { logger }), authPort);
    const apiSettings = {
      ...common,
      ...hooks,
      DATABASE_URL: urls.api,
      JWKS_URL: `${addresses.AUTH_PUBLIC_URL}/.well-known/jwks.json`,
    };
    await listen(await createResourceApi(loadApiSettings(apiSettings), {}), apiPort);
    const {
      INTERNAL_PORT: _port,
      PORTAL_ORIGIN: _origin,
      ...workerVariables
    } = common as Record<string, string>;
    const workerSettings = loadWorkerSettings({ ...workerVariables, ...hooks, DATABASE_URL: urls.worker });
    await listen(
      await createWebhookWorker(workerSettings, {
        logger,
        timing: { hoursEveryMs: 200, overdueEveryMs: 200 },
      }),
      0,
    );
    const settings = loadSettings({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: urls.console,
      DATABASE_WAIT_MS: '25000',
      ...addresses,
      CONSOLE_PUBLIC_URL: url,
      CONSOLE_CLIENT_SECRET: CONSOLE_SECRET,
      SECRETS_KEY: auth.settings['SECRETS_KEY'],
      RATE_LIMITS: 'off',
    });
    await listen(await createConsole(settings, { logger, webFolder: BUILT_PAGES }), consolePort);
  });
  afterAll(async () => {
    for (const { app } of servers.toReversed()) await app.close();
  });
  return { auth, url };
}

/** Sends a request through the console as its page would. @returns the answer */
export const sendAsPage = (page: Page, method: string, path: string, body: object) =>
  page.evaluate<Record<string, number | string>>(`(async () => {
    const { csrf } = await (await fetch('/bff/session', { headers: { 'x-console': '1' } })).json();
    const answer = await fetch('/bff/${path}', {
      method: '${method}',
      headers: { 'x-console': '1', 'x-csrf': csrf, 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(body))},
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  })()`);

/** An access token that an application obtains by a grant. */
export async function obtainToken(
  { auth }: WebStack,
  { clientId, secret }: { clientId: string; secret: string },
  grant: Record<string, string>,
): Promise<string> {
  const answer = await fetch(`${auth.settings['AUTH_PUBLIC_URL']}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: secret }),
  });
  const body = (await answer.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(JSON.stringify(body));
  return body.access_token;
}

/** Sends a request of an application to the API, below `/v2`. */
export const callApi = (
  { auth }: WebStack,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> =>
  fetch(`${auth.settings['API_PUBLIC_URL']}/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Signs in on the pages of the authorization server, and comes back to the console. */
export async function signInAt(page: Page, username = 'admin@a.example'): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enterPassword(page, username);
  const allow = page.locator('form[action="/oauth/authorize/consent"] button[type=submit]').first();
  await allow.or(page.locator('.shell')).waitFor();
  if (await allow.isVisible()) await allow.click();
}

/** Signs in again, in the window that the console opens for it, where a password is wanted; the window closes itself. */
export async function signInAgainAt(window: Page): Promise<void> {
  const isWanted = await window.waitForSelector('#username').then(
    () => true,
    () => false, // closed
  );
  if (isWanted) await enterPassword(window, 'admin@a.example');
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('form[action="/oauth/authorize/login"] button[type=submit]', { noWaitAfter: true });
}
