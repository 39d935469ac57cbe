import { likelyFreePort } from '@app/local-services';
import { patienceMs, programOnPath } from '@app/testing';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { password, useAuthServers, type AuthStack } from './auth-stack.js';

type Browser = import('playwright-core').Browser;
export type Page = import('playwright-core').Page;

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Set to a folder to keep pictures of every page. */
const pictures = process.env['SCREENSHOTS'];

export interface Look {
  javaScriptEnabled?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Of the window, in pixels. */
  width?: number;
  /** What the browser asks for by Accept-Language. */
  locale?: string;
}

/** How the pages are to look good: both colour schemes, desk and phone, all languages. */
export const looks = [
  ['light', 1000, 'en'],
  ['dark', 360, 'de'],
  ['light', 360, 'fr'],
  ['dark', 1000, 'en'],
] as const;

/** Templates that chromium-address.e2e.spec.ts examines. */
export const addressPages = [
  'address',
  'confirm-address',
  'merge',
  'merge-accounts',
  'prove-address',
  'undo-address',
];

/** Templates that chromium-home.e2e.spec.ts examines. */
export const homePages = ['home'];

/** An authorization server and a headless Chromium, for the tests of one file. */
export class ChromiumPages {
  browser!: Browser;
  /** Templates of the pages that were examined. */
  readonly examined = new Set<string>();

  constructor(
    readonly stack: AuthStack,
    readonly issuer: string,
  ) {}

  /** @param hosts names that the browser takes for this machine */
  async start(hosts: string[] = []): Promise<void> {
    const { app } = await createAuthServer(loadSettings({ ...this.stack.settings, LOG_LEVEL: 'silent' }));
    await app.listen(Number(new URL(this.issuer).port), 'localhost');
    this.stack.apps.push(app);
    const { chromium } = await import('playwright-core');
    this.browser = await chromium.launch({
      executablePath: programOnPath('chromium')!,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
      ],
    });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /** A fresh browser with one empty page. */
  async open({ width = 1000, ...rest }: Look = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width, height: 800 }, ...rest });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    return page;
  }

  /** Fits into the window, and axe has no findings; keeps a picture when they are wanted. */
  async examine(page: Page, name: string): Promise<void> {
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    }
    this.examined.add((await page.getAttribute('body', 'data-page'))!);
    const width = await page.evaluate<number[]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(width[0]!).toBeLessThanOrEqual(width[1]!);
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe }); // as a tool would: the page's CSP stays
    const found = await session.send('Runtime.evaluate', {
      expression: `axe.run().then((r) => JSON.stringify(r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html).join())))`,
      awaitPromise: true,
      returnByValue: true,
    });
    expect(JSON.parse(found.result.value as string)).toEqual([]);
  }

  async login(page: Page, username = 'admin@a.example', secret = password): Promise<void> {
    await page.fill('#username', username);
    await page.fill('#password', secret);
    await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
  }
}

/** A server whose issuer is the address that the browser goes to, so the port has to be known before it starts. */
export function useChromiumPages(
  extra: (port: number) => Record<string, string> = () => ({}),
  hosts: string[] = [],
): ChromiumPages {
  const port = likelyFreePort();
  const issuer = `http://localhost:${port}`;
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer, ...extra(port) });
  const pages = new ChromiumPages(stack, issuer);
  beforeAll(() => pages.start(hosts));
  afterAll(() => pages.stop());
  return pages;
}
