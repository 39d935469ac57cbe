import type { Browser } from 'playwright-core';
import { WAIT_TIMEOUT_MS } from './wait-timeout.js';
import { programOnPath } from './tools.js';

/**
 * A headless Chromium, for tests in `describeWith('chromium', ...)`. Waiting in its pages times out after {@link
 * WAIT_TIMEOUT_MS}.
 * @param hosts names that it resolves to this machine
 */
export async function launchChromium(hosts: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: programOnPath('chromium')!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_TIMEOUT_MS));
  return browser;
}
