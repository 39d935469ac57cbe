import { findPageFaults, launchChromium } from '@app/testing';
import type { Browser, Page } from 'playwright-core';

export interface WebLook {
  width?: number;
  locale?: string;
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active';
  reducedMotion?: 'reduce';
  /** As where somebody has forbidden it. */
  opensNoWindow?: boolean;
}

/** What a page did that it must not do: reports of the policy, and errors. */
const faults = new WeakMap<Page, string[]>();

/** Pages in Chromium that record what goes wrong in them. */
export class WebBrowser {
  #browser: Browser | undefined;

  static async start(): Promise<WebBrowser> {
    const browser = new WebBrowser();
    await browser.launch();
    return browser;
  }

  async launch(): Promise<void> {
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
    opensNoWindow = false,
    ...more
  }: WebLook = {}): Promise<Page> {
    const context = await this.#browser!.newContext({
      viewport: { width, height: 860 },
      locale,
      colorScheme,
      timezoneId: 'Europe/Berlin',
      ...more,
    });
    if (opensNoWindow) await context.addInitScript('window.open = () => null');
    const page = await context.newPage();
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
}

/** Errors and reports of the policy since the page was opened. */
export const pageErrors = (page: Page): string[] => faults.get(page) ?? [];

/** What is wrong with a page, in both schemes: for everybody, for the policy, or for the width. */
export async function examine(page: Page, name: string): Promise<string[]> {
  return [...(await findPageFaults(page, `console-${name}`, ['light', 'dark'])), ...pageErrors(page)];
}
