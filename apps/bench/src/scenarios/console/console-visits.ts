import type { BrowserContext, Page } from 'playwright-core';
import { openSlowPage, type SlowBrowser } from './slow-browser.js';

/** A page of the console that is measured. */
interface MeasuredPage {
  path: string;
  /** An element that is there as soon as the first row is. */
  row: string;
  /** The words of a field, and of what is chosen in it. */
  filter?: { field: string; choice: string };
}

export const measuredPages: readonly MeasuredPage[] = [
  { path: '/', row: '.cards .card-rows > li, .cards .plot' },
  { path: '/people', row: 'tbody tr', filter: { field: 'Roles', choice: 'Manager' } },
  { path: '/enrollments', row: 'tbody tr', filter: { field: 'State', choice: 'Completed' } },
  { path: '/webhooks', row: 'tbody tr' },
  { path: '/content', row: 'tbody tr', filter: { field: 'State', choice: 'Published' } },
];

/** Milliseconds, but for the requests. */
export interface VisitFigures {
  firstPaint: number[];
  firstRow: number[];
  secondVisit: number[];
  /** From the end of the filter's answer until its rows are painted. */
  answerToPixels: number[];
  /** From the choice until its rows are painted. */
  choiceToPixels: number[];
  /** Of each first visit, to the console's server; without those of the frame around all pages. */
  requests: number[];
}

/** Visits a page several times with an empty browser, each time once more with what the browser has kept. */
export async function measureVisits(
  browser: SlowBrowser,
  measured: MeasuredPage,
  runs: number,
): Promise<VisitFigures> {
  const figures: VisitFigures = {
    firstPaint: [],
    firstRow: [],
    secondVisit: [],
    answerToPixels: [],
    choiceToPixels: [],
    requests: [],
  };
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.openEmpty();
    try {
      const first = await visit(context, browser.address, measured);
      figures.firstPaint.push(first.firstPaint);
      figures.firstRow.push(first.firstRow);
      figures.requests.push(first.requests);
      if (measured.filter) {
        const { answerToPixels, choiceToPixels } = await choose(first.page, measured.filter);
        figures.answerToPixels.push(answerToPixels);
        figures.choiceToPixels.push(choiceToPixels);
      }
      await first.page.close();
      const second = await visit(context, browser.address, measured);
      figures.secondVisit.push(second.firstRow);
    } finally {
      await context.close();
    }
  }
  return figures;
}

/** Requests that the frame sends once, however many pages somebody visits. */
const ofFrame = ['/bff/session', '/bff/api/v2/branding'];

/** Says when the first row was painted: after an animation frame, a task runs behind the painting. */
const watchFirstRow = (row: string): string => `window.firstRow = new Promise((resolve) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(row)})) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });
  watch.observe(document, { childList: true, subtree: true });
})`;

async function visit(context: BrowserContext, address: string, { path, row }: MeasuredPage) {
  const page = await openSlowPage(context);
  let requests = 0;
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith(`${address}/bff/`) && !ofFrame.some((end) => url.endsWith(end))) requests += 1;
  });
  await page.addInitScript(watchFirstRow(row));
  await page.goto(address + path, { waitUntil: 'commit' });
  const firstRow = await page.evaluate<number>('window.firstRow');
  const firstPaint = await page.evaluate<number>(`performance.getEntriesByName('first-paint')[0].startTime`);
  await page.waitForLoadState('networkidle');
  return { page, firstPaint, firstRow, requests };
}

/** Says when something was chosen, and when rows of the new filter replaced those of the old one. */
const WATCH_FILTER = `void (window.filtered = new Promise((resolve) => {
  let [chosenTime, isStale] = [0, false];
  addEventListener('pointerup', () => { chosenTime = performance.now(); }, true);
  const watch = new MutationObserver(() => {
    const isBusy = document.querySelector('.table-frame')?.getAttribute('aria-busy') !== 'false';
    if (!isStale || isBusy) { isStale ||= isBusy; return; }
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const shownTime = performance.now();
      const answer = performance.getEntriesByType('resource')
        .findLast(({ name, startTime }) => name.includes('/bff/api/') && startTime >= chosenTime);
      resolve({ answerToPixels: shownTime - answer.responseEnd, choiceToPixels: shownTime - chosenTime });
    }));
  });
  watch.observe(document, { childList: true, subtree: true, attributes: true });
}))`;

async function choose(page: Page, { field, choice }: NonNullable<MeasuredPage['filter']>) {
  await page.evaluate(WATCH_FILTER);
  await page.locator('.filters .field', { hasText: field }).getByRole('button').first().click();
  await page.getByRole('option', { name: choice }).first().click();
  return page.evaluate<{ answerToPixels: number; choiceToPixels: number }>('window.filtered');
}
