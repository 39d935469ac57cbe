import { describeWith, examinesAll, pageVariants } from '@app/testing';
import { shownContent } from './shown-content.js';
import { pagePaths, shownPages } from './shown-pages.js';
import { WebHarness } from './web-harness.js';
import { examine, WebBrowser } from './web-page.js';

/** A short run leaves out the states that need other answers, such as an error or an empty list. */
const examined = Object.entries({ ...shownPages, ...shownContent }).filter(
  ([, { answers }]) => examinesAll || !answers,
);

describeWith('chromium', 'every page of the console', () => {
  const [harness, browser] = [new WebHarness(), new WebBrowser()];
  beforeAll(() => Promise.all([harness.start(), browser.start()]));
  afterAll(async () => {
    await browser.stop();
    await harness.stop();
  });

  describe.each(pageVariants)('%s, %i px, %s', (_schemes, width, locale, branding) => {
    it.each(examined)('%s', async (name, { path, text, act, answers }) => {
      harness.answer((request) => {
        if (branding === 'plain' && request.path.endsWith('/branding'))
          return { body: { title: 'Acme', name: null, logo: null, light: null, dark: null } };
        return answers?.(request);
      });
      const page = await browser.open({ width, locale });
      await page.goto(harness.url + path);
      await page.getByText(text).first().waitFor();
      await act?.(page);
      expect(await examine(page, `${name}-${width}-${locale}-${branding}`)).toEqual([]);
      await browser.close(page);
    });
  });

  it('sends at most four concurrent requests', async () => {
    for (const path of pagePaths) {
      harness.answer();
      harness.requests.length = 0;
      const page = await browser.open();
      await page.goto(harness.url + path);
      await page.locator('table, ol.timeline, .plot, form, main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      const paths = harness.requests.map((request) => request.path);
      expect({ path, paths: paths.slice(4) }).toEqual({ path, paths: [] });
      await browser.close(page);
    }
  });
});
