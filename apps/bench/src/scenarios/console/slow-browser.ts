import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LocalServiceError } from '@app/local-services';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Without windows first: it takes half the processor time. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];
const PATIENCE_MS = 60_000;
const administrator = { username: 'admin@acme.example', password: 'Demo-pass-1234' };

/** A slow telephone: 1.6 Mbit/s with answers after 150 ms, and a fourth of the processor. */
const SLOWED = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Chromium, in which somebody has signed in to the console. */
export class SlowBrowser {
  private constructor(
    readonly address: string,
    private readonly browser: Browser,
    private readonly state: StoredState,
  ) {}

  /**
   * Signs the administrator of the demo's portal in.
   * @throws LocalServiceError without Chromium
   */
  static async start(address: string): Promise<SlowBrowser> {
    const browser = await chromium.launch({
      executablePath: findProgram(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    try {
      const context = await openContext(browser);
      await signIn(await context.newPage(), address);
      const state = await context.storageState();
      await context.close();
      return new SlowBrowser(address, browser, state);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** A browser that has seen nothing yet, with the session. */
  openEmpty = (): Promise<BrowserContext> => openContext(this.browser, this.state);

  /** The cookies that the session's requests send. */
  get cookie(): string {
    const { hostname } = new URL(this.address);
    return this.state.cookies
      .filter(({ domain }) => domain === hostname)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

async function openContext(browser: Browser, storageState?: StoredState): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'en',
    timezoneId: 'Europe/Berlin',
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** An empty page that is as slow as a telephone. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.fill('#username', administrator.username);
  await page.fill('#password', administrator.password);
  await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
  const allow = page.locator('form[action="/oauth/authorize/consent"] button[type=submit]').first();
  const menu = page.locator('nav ul.menu');
  await allow.or(menu).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  await menu.waitFor();
}

function findProgram(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const file = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (!file) throw new LocalServiceError('The benchmark of the console needs Chromium on the PATH.');
  return file;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
