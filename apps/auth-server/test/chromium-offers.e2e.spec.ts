import { sql } from '@app/database';
import { describeWith } from '@app/testing';
import { approve } from './approvals.js';
import { C2 } from './auth-stack.js';
import { useChromiumPages } from './chromium-pages.js';
import { B1, Offering, pagesOfOffers } from './offers.js';
import { authorizeAddress } from './test-browser.js';

describeWith('chromium', 'offer pages in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  const offering = new Offering(stack);
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

  beforeAll(async () => {
    await stack.register({ ...B1, name: `Cooperative of the ${long}` });
    await stack.db.many(sql`select setval('identity.portals_id_seq', 100)`);
    await stack.db.many(sql`
      insert into identity.portals (id, name, title)
      values (9, 'long.learning.localhost', '${sql.raw(long)} and its Academy')`);
    await approve(stack, C2.clientId, { portalId: 2 });
  });

  pages.testVariants('fit into the window and have no axe findings', async (page, shot) => {
    const person = await offering.person(1);
    const inB = await offering.offer(person.id, {
      roles: ['Administrator', 'Content administrator', 'Learner'],
      offeredBy: 201,
      through: C2.clientId,
    });
    const inLong = await offering.offer(person.id, { portalId: 9, lapses: '7 days' });
    const address = authorizeAddress({ client_id: C2.clientId, redirect_uri: C2.redirectUri! });
    await page.goto(`${issuer}${address}`);
    await pages.login(page, person.email);
    await shot('o-1-consent-with-offers', 'ul.scopes');
    await page.goto(`${issuer}/oauth/account`);
    await shot('o-2-account');
    for (const [id, name] of [
      [inB, 'o-3-offer'],
      [inLong, 'o-4-offer-long'],
    ] as const) {
      await page.goto(`${issuer}/oauth/account/offer?account=${id}`);
      await shot(name);
    }
    await stack.db.many(sql`update identity.accounts set invitation_expires_at = now() where id = ${inLong}`);
    await page.goto(`${issuer}/oauth/account/offer?account=${inLong}`);
    await shot('o-5-lapsed');
    await page.goto(`${issuer}/oauth/account/leave?account=${person.accounts[0]}`);
    await shot('o-6-leave');
    await stack.db.many(sql`update identity.accounts set is_first_administrator = true where id = ${inB}`);
    await stack.db.many(sql`update auth.approvals set came_by = 'onboarding' where portal_id = 2`);
    await page.goto(`${issuer}/oauth/account/offer?account=${inB}`);
    await page.click('button[value=accept]');
    await shot('o-7-welcome', 'body[data-page=welcome]');

    const nobody = await offering.person();
    await offering.offer(nobody.id);
    await page.context().clearCookies();
    await page.goto(`${issuer}${address}`);
    await pages.login(page, nobody.email);
    await shot('o-8-offers-alone', '#offers');
  });

  it('all of them have been examined', () => {
    expect(pages.missing(pagesOfOffers)).toEqual([]);
  });
});
