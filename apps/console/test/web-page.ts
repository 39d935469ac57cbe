import { setTimeout as delay } from 'node:timers/promises';
import { findPageFaults, launchChromium } from '@app/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WebPageOptions {
  width?: number;
  locale?: string;
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active';
  reducedMotion?: 'reduce';
  /** As when the person has forbidden it in the browser. */
  opensNoWindow?: boolean;
  timeZone?: string;
}

/** Faults of a page: reports of the policy, and errors. */
const faults = new WeakMap<Page, string[]>();

/** Events that tests listen to; Playwright listens to others itself. */
const LISTENED = ['console', 'pageerror', 'popup', 'request', 'response'] as const;

/** Looks at the page until an expression is true. The page's policy keeps Playwright from looking again by itself. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(`!!(${expression})`))) await delay(20);
}

/** Pages in Chromium that record what goes wrong in them. */
export class WebBrowser {
  /** Closed ones, by kind: a new one loads and compiles the console again, which costs it more than the test. */
  readonly #closed = new Map<string, Page[]>();
  readonly #kinds = new WeakMap<Page, string>();
  #browser: Browser | undefined;

  async start(): Promise<void> {
    this.#browser = await launchChromium();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
  }

  /** An empty page of a browser that remembers nothing. */
  async open({
    width = 1280,
    locale = 'en',
    colorScheme = 'light',
    forcedColors,
    reducedMotion,
    opensNoWindow = false,
    timeZone = 'Europe/Berlin',
  }: WebPageOptions = {}): Promise<Page> {
    const kind = `${locale} ${timeZone} ${opensNoWindow}`;
    const page =
      this.#closed.get(kind)?.pop() ?? (await this.#newPage({ locale, timezoneId: timeZone }, opensNoWindow));
    this.#kinds.set(page, kind);
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({
      colorScheme,
      forcedColors: forcedColors ?? 'none',
      reducedMotion: reducedMotion ?? 'no-preference',
    });
    const seen: string[] = [];
    faults.set(page, seen);
    page.on('pageerror', (error) => seen.push(error.message));
    page.on('console', (message) => {
      // Chromium reports each refusal so; pages show it
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        seen.push(message.text());
    });
    return page;
  }

  async #newPage(options: BrowserContextOptions, opensNoWindow: boolean): Promise<Page> {
    const context = await this.#browser!.newContext(options);
    if (opensNoWindow) await context.addInitScript('window.open = () => null');
    return context.newPage();
  }

  /** Forgets all but what the browser keeps of immutable files. */
  async close(page: Page): Promise<void> {
    const context = page.context();
    for (const event of LISTENED) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    // neither an empty page nor one of Chromium's own has storage
    if (!page.url().startsWith('http')) return context.close();
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await context.clearCookies();
    await context.clearPermissions();
    await page.goto('about:blank');
    const kind = this.#kinds.get(page)!;
    this.#closed.set(kind, [...(this.#closed.get(kind) ?? []), page]);
  }
}

/** Errors and reports of the policy since the page was opened. */
export const pageErrors = (page: Page): string[] => faults.get(page) ?? [];

/** Waits until a page shows all that it reads: its heading, or an error, and nothing that still loads. */
export const waitUntilShown = (page: Page): Promise<void> =>
  page.locator('main:has(h1, [role=alert]):not(:has(.skeleton, .plot:empty))').waitFor();

/** The faults of a page in both schemes: for everybody, for the policy, or for the width. */
export async function examine(page: Page, name: string): Promise<string[]> {
  return [...(await findPageFaults(page, `console-${name}`, ['light', 'dark'])), ...pageErrors(page)];
}
