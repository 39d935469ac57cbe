import { hashPassword } from '@app/credentials';
import { describeWith } from '@app/testing';
import { sql } from '@app/database';
import { C1, configure, C2, c2Request } from './auth-stack.js';
import { addressPages, useChromiumPages, type BrowserPage, type Shot } from './chromium-pages.js';
import { Letters, proven } from './people.js';
import { placeholder } from './placeholders.js';
import { authorizeAddress } from './test-browser.js';
import { approve } from './approvals.js';
import { B1, Offering, pagesOfOffers } from './offers.js';

const pages = useChromiumPages();
const { stack, issuer } = pages;

describeWith('chromium', 'address change pages in Chromium', () => {
  const heldPassword = 'Held-password-1';

  const letters = new Letters();
  beforeAll(() => letters.open(stack));
  afterAll(() => letters.close());

  const linkTo = async (address: string) => `${issuer}${(await letters.last(address)).path}`;
  const main = 'main form:not([action$="/cancel"]) button[type=submit]';

  /** Changes the address, and takes the old one back. */
  async function change(page: BrowserPage, name: string, shot: Shot): Promise<void> {
    const [email, newEmail] = [`${name}@example.com`, `${name}-new@example.com`];
    await proven(stack, email, [1]);
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, email);
    await page.click('a[href="/oauth/account/name"]');
    await page.fill('#last-name', ' ');
    await page.keyboard.press('Enter');
    await shot('name', '#last-name-error');
    await page.goto(`${issuer}/oauth/account`);
    await page.click('a[href="/oauth/account/address"]');
    await shot('address-a-page');
    await page.fill('#email', email.toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForSelector('#email-error');
    expect(await page.getAttribute('#email', 'aria-describedby')).toBe('email-error');
    await shot('address-b-same');
    await page.fill('#email', newEmail);
    await page.keyboard.press('Enter');
    await shot('address-c-sent', '[role=status]');
    await page.goto(`${issuer}/oauth/account/address`);
    await shot('address-d-pending', 'form[action$="/cancel"]');
    const link = await linkTo(newEmail);
    await page.goto(link);
    await shot('address-e-confirm');
    await page.click(main);
    await shot('address-f-done', '[role=status]');
    await page.goto(link);
    await shot('address-g-dead');

    await page.context().clearCookies();
    await page.goto(await linkTo(email));
    await page.fill('#password', 'Taken-back-1234');
    await page.fill('#repeated', 'something else');
    await page.keyboard.press('Enter');
    await shot('address-h-undo', '#repeated-error');
    await page.fill('#password', 'Taken-back-1234');
    await page.fill('#repeated', 'Taken-back-1234');
    await page.keyboard.press('Enter');
    await shot('address-i-undone', '[role=status]');
    await page.click('main a');
    await pages.login(page, email, 'Taken-back-1234');
    await page.waitForSelector('form[action="/oauth/sign-out"]');
  }

  async function merge(page: BrowserPage, name: string, shot: Shot): Promise<void> {
    const [one, other, both] = [`${name}-1@example.com`, `${name}-2@example.com`, `${name}-3@example.com`];
    await proven(stack, one, [1]);
    await proven(stack, other, [2]);
    await proven(stack, both, [1]);
    await page.context().clearCookies();
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, one);
    await shot('merge-a-account', 'a[href="/oauth/account/merge"]');
    const signIn = async (username: string, secret = 'Demo-pass-1234') => {
      await page.goto(`${issuer}/oauth/account/merge`);
      await page.fill('#username', username);
      await page.fill('#password', secret);
      await page.keyboard.press('Enter');
    };
    await signIn(both, 'wrong');
    await shot('merge-b-wrong', '#password-error');
    await signIn(both);
    await shot('merge-c-both', '[role=alert]');
    await page.click('form[action$="/cancel"] button');
    await signIn(other);
    await shot('merge-d-decision', 'form[action$="/ask"]');
    await page.click(main);
    await shot('merge-e-asked', '[role=status]');
    await page.goto(await linkTo(other));
    await shot('merge-f-confirm', 'form[action$="/confirm"]');
    await page.click(main);
    await shot('merge-g-done', '[role=status]');
  }

  async function prove(page: BrowserPage, name: string, shot: Shot): Promise<void> {
    const email = `${name}-first@example.com`;
    await placeholder(stack, email, 1, { hash: await hashPassword(heldPassword) });
    await configure(stack, 1, { require_second_factor: true });
    await page.context().clearCookies();
    await page.goto(`${issuer}${authorizeAddress({ client_id: C1.clientId })}`);
    await pages.login(page, email, heldPassword);
    await shot('prove-a', 'form[action="/oauth/password/forgotten"]');
    await configure(stack, 1, {});
  }

  pages.testVariants('fit into the window and have no axe findings', async (page, shot, variant) => {
    await change(page, variant, shot);
    await merge(page, variant, shot);
    await prove(page, variant, shot);
    expect(variant).toContain(`-${await page.getAttribute('html', 'lang')}-`);
  });

  it('all of them have been examined', () => {
    expect(pages.missing(addressPages)).toEqual([]);
  });

  it('work without JavaScript', async () => {
    const page = await pages.open({ javaScriptEnabled: false });
    const shot: Shot = async (_, selector) => {
      if (selector !== undefined) await page.waitForSelector(selector);
    };
    await change(page, 'plain', shot);
    await merge(page, 'plain', shot);
    await pages.close(page);
  });
});

describeWith('chromium', 'offer pages in Chromium', () => {
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
    const address = authorizeAddress({ ...c2Request });
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
