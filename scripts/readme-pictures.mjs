// Takes the two pictures of the README again, from the stack of `npm start` with fresh data. Needs Chromium:
// node_modules/.bin/node scripts/readme-pictures.mjs [folder]
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { programOnPath } from '../libs/testing/src/tools.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder = join(ROOT, 'docs', 'images')] = process.argv.slice(2);
const { addresses, password } = JSON.parse(readFileSync(join(ROOT, '.data', 'demo.json'), 'utf8'));

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
} finally {
  await browser.close();
}
