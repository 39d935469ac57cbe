// Takes the three pictures of the README again, from the stack of `npm start` with fresh data. Needs Chromium:
// node_modules/.bin/node scripts/readme-pictures.mjs [folder]
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { programOnPath } from '../libs/testing/src/tools.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder = join(ROOT, 'docs', 'images')] = process.argv.slice(2);
const { addresses, password, clients, portals } = JSON.parse(
  readFileSync(join(ROOT, '.data', 'demo.json'), 'utf8'),
);

/** Answers 404: there is no receiver at this address. */
const RECEIVER = `${addresses.demo_partner}/hooks/learning`;

/** Makes a webhook that fails, and events for it. */
async function failDeliveries() {
  const { client_id, client_secret } = clients.find((one) => one.client_id === 'acme-app');
  const token = await send(`${addresses.authorization_server}/oauth/token`, {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  const post = (path, body) =>
    send(addresses.resource_api + path, {
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/v2/webhooks', { url: RECEIVER, user_create: true, insecure: true });
  for (const name of ['Grace', 'Barbara', 'Radia', 'Frances', 'Evelyn']) {
    const email = `${name.toLowerCase()}.${Date.now()}@acme.example`;
    await post('/v2/users', { email, first_name: name, last_name: 'Example' });
  }
  await pause(3_000); // until they were tried
}

async function send(url, request) {
  const answer = await fetch(url, { method: 'POST', ...request });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const executablePath = programOnPath('chromium');
if (executablePath === undefined) throw new Error('This needs chromium on the PATH.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(addresses.demo_partner);
  await page.click('form[action="/start/code"] button');
  await page.click('a.button');
  await page.fill('#username', 'multi@partner.example');
  await page.fill('#password', password);
  await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
  await page.click('form[action="/oauth/authorize/portal"] button[type=submit]');
  const allow = page.locator('form[action="/oauth/authorize/consent"] button[value=allow]');
  await allow.waitFor(); // it is not there when this person has consented before
  await page.setViewportSize({ width: 900, height: 760 });
  await page.screenshot({ path: join(folder, 'consent.png') });
  await allow.click();
  await page.waitForURL(`${addresses.demo_partner}/runs/*`);
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.screenshot({ path: join(folder, 'demo-partner.png') });

  await failDeliveries();
  await page.goto(`${addresses.console}/bff/login?to=/webhooks&portal_name=${portals[0].name}`);
  const isThere = page.waitForURL(`${addresses.console}/webhooks`);
  await Promise.race([allow.waitFor(), isThere]);
  if (await allow.isVisible()) await allow.click();
  await isThere;
  await page.getByRole('link', { name: RECEIVER }).click();
  await page.getByText('404').first().waitFor();
  await page.screenshot({ path: join(folder, 'console.png') });
} finally {
  await browser.close();
}
