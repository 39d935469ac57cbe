import { describeWith, isThorough } from '@app/testing';
import type { Page } from 'playwright-core';
import { findCutText, findSmallTargets, findUnseenFocus } from './page-measures.js';
import { listPageAddresses } from './web-addresses.js';
import { useWebPage } from './use-web-page.js';
import { waitUntilShown } from './web-page.js';

const samples = {
  '/webhooks/$id': 3,
  '/webhooks/$id/deliveries/$delivery': 4719,
  '/applications/$client': 'hr-sync',
  '/people/$id': 12,
  '/enrollments/$id': 501,
  '/content/$id': 812,
};
/** The settings of the reader's browser. */
const setTextSize = (page: Page, percent: number) =>
  page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);

/** Ways in which people set up their browser. A narrow window stands for a magnified one; the last has the least room. */
const settings: [name: string, width: number, percent: number, locale: string][] = [
  ['320 px', 320, 100, 'de'],
  ['text of 200 %', 1280, 200, 'fr'],
  ['text of 200 % on a phone', 412, 200, 'en'],
];

describeWith('chromium', 'forced colours, little motion', () => {
  describe.each(isThorough ? settings : settings.slice(-1))('%s', (_name, width, percent, locale) => {
    let page: Page;
    const { open } = useWebPage((opened) => (page = opened), {
      width,
      locale,
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });

    it('each page fits, its targets are large enough, and the focus is seen', async () => {
      await open('/');
      const faults: Record<string, string[]> = {};
      for (const address of await listPageAddresses(page, samples)) {
        await open(address);
        await waitUntilShown(page);
        await setTextSize(page, percent);
        const moving = await page.evaluate<number>('document.getAnimations().length');
        const parts = [
          ...(moving > 0 ? [`${moving} animations`] : []),
          ...(await findCutText(page)),
          ...(await findSmallTargets(page)),
          ...(await findUnseenFocus(page)),
        ];
        if (parts.length > 0) faults[address] = parts;
      }
      expect(faults).toEqual({});
    });
  });
});
