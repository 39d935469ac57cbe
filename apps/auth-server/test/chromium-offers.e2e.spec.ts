import { describeWith } from '@app/testing';
import { approve } from './approvals.js';
import { C2, rows } from './auth-stack.js';
import { looks, useChromiumPages } from './chromium-pages.js';
import { B1, Offering, pagesOfOffers } from './offers.js';
import { authorizeAddress } from './test-browser.js';

describeWith('chromium', 'the pages of offers', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  const offering = new Offering(stack);
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

  beforeAll(async () => {
    await stack.register({ ...B1, name: `Cooperative of the ${long}`, secret: 'b-secret-0123456789' });
    await rows(stack, `select setval('identity.portals_id_seq', 100)`);
    await rows(
      stack,
      `insert into identity.portals (id, name, title) values (9, 'long.learning.localhost', '${long} and its Academy')`,
    );
    await approve(stack, C2.clientId, { portalId: 2 });
  });

  it.each([...looks, ['light', 1280, 'de'], ['dark', 360, 'en']] as const)(
    'look right and have no findings of axe: %s, %i px, %s',
    async (colorScheme, width, locale) => {
      const page = await pages.open({ colorScheme, width, locale });
      const shot = (step: string) => pages.examine(page, `${step}-${colorScheme}-${width}-${locale}`);
      const person = await offering.person(1);
      const inB = await offering.offer(person.id, {
        roles: ['Administrator', 'Content administrator', 'Learner'],
        by: 201,
        through: C2.clientId,
      });
      const inLong = await offering.offer(person.id, { portalId: 9, lapses: '7 days' });
      const address = authorizeAddress({ client_id: C2.clientId, redirect_uri: C2.redirectUri! });
      await page.goto(`${issuer}${address}`);
      await pages.login(page, person.email);
      await page.waitForSelector('ul.scopes');
      await shot('o-1-consent-with-offers');
      await page.goto(`${issuer}/oauth/account`);
      await shot('o-2-account');
      for (const [id, name] of [
        [inB, 'o-3-offer'],
        [inLong, 'o-4-offer-long'],
      ] as const) {
        await page.goto(`${issuer}/oauth/account/offer?account=${id}`);
        await shot(name);
      }
      await rows(stack, `update identity.accounts set lapses_at = now() where id = $1`, [inLong]);
      await page.goto(`${issuer}/oauth/account/offer?account=${inLong}`);
      await shot('o-5-lapsed');
      await page.goto(`${issuer}/oauth/account/leave?account=${person.accounts[0]}`);
      await shot('o-6-leave');
      await rows(stack, `update identity.accounts set is_first_administrator = true where id = $1`, [inB]);
      await rows(stack, `update auth.approvals set came_by = 'onboarding' where portal_id = 2`);
      await page.goto(`${issuer}/oauth/account/offer?account=${inB}`);
      await page.click('button[value=accept]');
      await page.waitForFunction(`document.body.dataset.page === 'welcome'`);
      await shot('o-7-welcome');

      const nobody = await offering.person();
      await offering.offer(nobody.id);
      await page.context().clearCookies();
      await page.goto(`${issuer}${address}`);
      await pages.login(page, nobody.email);
      await page.waitForSelector('#offers');
      await shot('o-8-offers-alone');
      await page.context().close();
    },
  );

  it('every one of them has been examined', () => {
    expect([...pages.examined]).toEqual(expect.arrayContaining(pagesOfOffers));
  });
});
