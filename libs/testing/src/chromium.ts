import type { Browser } from 'playwright-core';
import { programOnPath } from './tools.js';

/**
 * A headless Chromium, for tests in `describeWith('chromium', ...)`.
 * @param hosts names that it resolves to this machine
 */
export async function launchChromium(hosts: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: programOnPath('chromium')!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
    ],
  });
}
