import { describeWith } from '@app/testing';
import { C1, rows } from './auth-stack.js';
import { useChromiumPages } from './chromium-pages.js';
import { authorizeAddress } from './test-browser.js';

const looks = [
  ['light', 1280, 'en'],
  ['dark', 360, 'de'],
  ['light', 360, 'fr'],
] as const;

describeWith('chromium', 'the first pages in Chromium', () => {
  const pages = useChromiumPages(undefined, ['a.learning.localhost', 'nobody.learning.localhost']);
  const { stack, issuer } = pages;

  it.each(looks)(
    'look right and have no findings of axe: %s, %i px, %s',
    async (colorScheme, width, locale) => {
      await rows(stack, 'delete from identity.portal_brands');
      const page = await pages.open({ colorScheme, width, locale });
      const name = (step: string) => `home-${step}-${colorScheme}-${width}-${locale}`;
      const host = (portal: string) => issuer.replace('localhost', `${portal}.learning.localhost`);
      await page.goto(issuer);
      await pages.examine(page, name('server'));
      await page.goto(host('a'));
      await pages.examine(page, name('portal'));
      await page.goto(host('nobody'));
      await pages.examine(page, name('no-portal'));
      await rows(
        stack,
        `insert into identity.portal_brands (portal_id, name, color) values (1, 'Akademie Größe', '#ffd400')`,
      );
      await page.goto(host('a'));
      await pages.examine(page, name('portal-branded'));
      await page.goto(`${issuer}${authorizeAddress({ client_id: C1.clientId })}`);
      await pages.examine(page, name('login-branded'));
      const accent = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`,
      );
      expect(accent).not.toBe('rgb(29, 91, 214)');
      await page.context().close();
    },
  );
});
