import { sql } from '@app/database';
import { describeWith, pageVariants } from '@app/testing';
import { generate } from 'otplib';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { approve, forgetAnswers } from './approvals.js';
import { accounts, C1, C2, configure, c2Request } from './auth-stack.js';
import { addressPages, homePages, useChromiumPages, type BrowserPage, type Shot } from './chromium-pages.js';
import { oneTimeToken, passwordToken } from './links.js';
import { pagesOfOffers } from './offers.js';
import { offerPortalCreation, personWithoutPortal, place } from './portal-creation.js';
import { authorizeAddress } from './test-browser.js';

const readRequest = { ...c2Request, scope: 'lo.read' };
const c1Request = { client_id: C1.clientId, redirect_uri: C1.redirectUri!, scope: 'lo.read' };
const vendor = {
  client_id: 'label',
  new_client: 'Vendor',
  redirect_uri: 'https://vendor.example/',
  redirect: 'false',
  scope: 'lo.read',
};
/** A browser here cannot open it, so the page that leads there stays. */
const nativeUri = 'com.example.app:/cb';
/** Partials, not pages. */
const parts = [
  'layout',
  'hidden',
  'another',
  'application-place',
  'offers',
  'offers-below',
  'account-portals',
  'new-password',
  'account-leave',
  'account-person',
  'password-field',
  'scopes',
];

describeWith('chromium', 'rarely seen pages in Chromium', () => {
  const pages = useChromiumPages((port) => ({ PORTAL_ORIGIN: `http://{portal}:${port}` }));
  const { stack, issuer } = pages;
  const portalHost = () => issuer.replace('localhost', 'a.learning.localhost');

  beforeAll(async () => {
    await stack.db.many(sql`delete from auth.passwords where person_id = 2`); // the manager has none yet
    await offerPortalCreation(stack);
    await stack.register({ ...C2, clientId: 'native', redirectUri: nativeUri });
  });

  const demandFactor = (isDemanded: boolean) => configure(stack, 2, { require_second_factor: isDemanded });
  const open = (path: Record<string, string>) => `${issuer}${authorizeAddress(path)}`;

  /** Visits each state in turn and examines it. */
  async function walk(page: BrowserPage, shot: Shot): Promise<void> {
    // the password again: a login 11 minutes ago may not create a client
    await page.goto(open(readRequest));
    await pages.login(page, 'admin@a.example');
    await page.waitForSelector('ul.scopes');
    await stack.db.many(sql`update auth.sessions set authenticated_at = now() - interval '11 minutes'`);
    await page.goto(open(vendor));
    await page.waitForSelector('#password');
    expect(await page.locator('#username').count()).toBe(0);
    await shot('p-again');
    await page.fill('#password', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#password-error');
    expect(await page.textContent('#password-error')).not.toMatch(/e-?mail|adresse/i);
    await shot('q-again-wrong');

    // a client of another portal, and nobody may create one
    await page.context().clearCookies();
    await page.goto(open(c1Request));
    await pages.login(page, 'admin@b.example');
    await shot('r-no-portal', 'form[action="/oauth/authorize/another"]');

    await page.context().clearCookies();
    await page.goto(open({ ...vendor, ...place }));
    await pages.login(page, await personWithoutPortal(stack));
    await page.fill('#company', '-');
    await page.click('form[action="/oauth/authorize/create-portal"] button');
    await shot('s-create-portal', '#company-error');

    await demandFactor(true);
    await page.context().clearCookies();
    await page.goto(open(readRequest));
    await pages.login(page, 'admin@b.example');
    await shot('t-factor-missing', 'a[href^="/oauth/account/second-factor?transaction="]');
    await demandFactor(false);

    await page.context().clearCookies();
    await page.goto(open(vendor));
    await pages.login(page, 'learner@a.example');
    await shot('u-not-administrator', 'body[data-page=message]');

    // the applications pages for administrators
    await forgetAnswers(stack);
    await approve(stack, C2.clientId, { approvedBy: accounts.adminA });
    const c2Query = `portal=1&client_id=${C2.clientId}`;
    await page.context().clearCookies();
    await page.goto(`${issuer}/oauth/account/applications`);
    await pages.login(page, 'multi@a.example');
    await shot('u-applications-portals', 'ul.list');
    for (const address of ['?portal=1', `/details?${c2Query}`, `/approve?${c2Query}`]) {
      await page.goto(`${issuer}/oauth/account/applications${address}`);
      await shot(`u-applications${address.replaceAll(/\W/g, '-')}`);
    }

    // an application of the portal goes on by itself when its administrator removes their own access
    await page.goto(open({ ...c1Request, redirect: 'false' }));
    await page.click('button[value=allow]');
    await page.waitForSelector('#code');
    await page.goto(`${issuer}/oauth/account`);
    await page.click(`form:has(input[value="${C1.clientId}"]) button`);
    await shot('u-still-connected', 'form[action="/oauth/account/applications/disconnect"]');

    // somebody without a password who signed in by a link: the account page is limited, and offers the mailed
    // link
    await page.context().clearCookies();
    await page.goto(open({ ...readRequest, one_time_token: await oneTimeToken(stack, accounts.managerA) }));
    await page.click('form[action="/oauth/authorize/one-time"] button');
    await page.waitForSelector('ul.scopes');
    await page.goto(`${issuer}/oauth/account`);
    await shot('u-account-limited', '.notice');
    await page.click('a[href="/oauth/account/confirm"]');
    await shot('u-again-none', 'form[action="/oauth/password/forgotten"]');

    await page.context().clearCookies();
    await page.goto(`${portalHost()}/?oneTimeToken=${await oneTimeToken(stack, accounts.learnerA)}`);
    await shot('v-portal-link');
    await page.click('form[action="/oauth/portal/login"] button');
    await shot('w-portal-signed-in', 'form[action="/oauth/sign-out"]');
    await page.click('form[action="/oauth/sign-out"] button');
    await page.waitForSelector('body[data-page=message]');
    await page.goto(`${portalHost()}/`);
    await shot('x-portal-signed-out');
    await page.goto(`${issuer}/oauth/nothing-here`);
    await shot('y-error');
    const refused = await page.goto(`${issuer}/oauth/authorize/consent`);
    expect([refused!.status(), refused!.headers()['allow']]).toEqual([405, 'POST']);
    await shot('z-error-method');
  }

  pages.testVariants('fit into the window and have no axe findings', walk);

  it('work without JavaScript: portal choice, and a new client whose credentials can be selected', async () => {
    const page = await pages.open({ javaScriptEnabled: false });
    await page.goto(open({ ...vendor, new_client: 'No script' }));
    await pages.login(page, 'multi@a.example');
    await page.waitForSelector('fieldset');
    await page.check(`#account-${accounts.multiB}`);
    await page.click('form[action="/oauth/authorize/portal"] button');
    await page.waitForSelector('.host');
    expect(await page.textContent('main')).toContain('Portal B');
    await page.click('button[value=allow]');
    await page.waitForSelector('#client_secret');
    expect(await page.locator('[data-copy]:visible').count()).toBe(0);
    const [id, secret] = [await page.inputValue('#client_id'), await page.inputValue('#client_secret')];
    await pages.close(page);
    const answer = await fetch(`${issuer}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    });
    expect(answer.status).toBe(200);
    const claims = (await answer.json()) as { access_token: string };
    const checked = await fetch(`${issuer}/oauth/validate`, {
      headers: { authorization: `Bearer ${claims.access_token}` },
    });
    expect(((await checked.json()) as { portal: { id: number } }).portal.id).toBe(2);
  });

  it.each(pageVariants)(
    'on the way to an application: %s, %i px, %s, %s',
    async (colorScheme, width, locale, branding) => {
      const page = await pages.open({ colorScheme, width, locale, branding });
      const shot = async (state?: string, selector = 'body') => {
        await page.waitForSelector(selector);
        const name = state ?? (await page.getAttribute('body', 'data-page'));
        await pages.examine(page, `all-${name}-${width}-${locale}-${branding}`);
      };
      await page.goto(open({ ...readRequest, redirect_uri: 'https://two.example/another-callback' }));
      await shot('refused-address');
      await page.goto(open({ ...readRequest, redirect: 'false' }));
      await shot();
      // another person in each variant: together they exceed the failures that one account may have
      await pages.login(page, `nobody-${width}-${locale}-${branding}@a.example`, 'wrong');
      await shot('wrong-password', '#password-error');
      await pages.login(page, 'multi@a.example');
      await page.waitForSelector('fieldset');
      await shot();
      await page.click('form[action="/oauth/authorize/portal"] button');
      await page.waitForSelector('ul.scopes');
      await shot();
      const markFirstParty = (isFirstParty: boolean) =>
        stack.db.many(sql`
          update auth.clients set is_first_party = ${isFirstParty} where client_id = ${C2.clientId}`);
      await markFirstParty(true);
      await page.reload();
      await shot('consent-first-party');
      await markFirstParty(false);
      await page.click('button[value=allow]');
      await page.waitForSelector('#code');
      await shot();
      await page.goto(open(vendor));
      await page.click('button[type=submit]');
      await shot('new-client', '.host');
      await page.click('button[value=allow]');
      await shot('credentials', '#client_secret');
      const formPost = { ...readRequest, response_mode: 'form_post', prompt: 'consent' };
      await page.route('**/form-post.js', (route) => route.abort()); // it would leave the page
      await page.goto(open(formPost));
      await page.click('form[action="/oauth/authorize/portal"] button');
      await page.click('button[value=allow]');
      await page.waitForSelector('body[data-page=form-post]');
      await shot();
      await page.unroute('**/form-post.js');
      await page.goto(`${issuer}/oauth/logout?client_id=${C2.clientId}`);
      await shot();
      await page.goto(`${issuer}/oauth/account`);
      await shot();
      await page.click('form[action="/oauth/account/second-factor"] button');
      await page.waitForSelector('.qr');
      await shot();
      const secret = (await page.textContent('.key code'))!.replaceAll(' ', '');
      await page.fill('#otp', await generate({ secret }));
      await page.keyboard.press('Enter');
      await page.waitForSelector('ul.codes');
      await shot();
      await page.context().clearCookies();
      await page.goto(`${issuer}/oauth/account`);
      await pages.login(page, 'multi@a.example');
      await page.waitForSelector('#otp');
      await shot();
      await page.goto(`${issuer}/oauth/password/forgotten`);
      await shot();
      await page.goto(`${issuer}/oauth/password/set?token=${await passwordToken(stack, 2)}`);
      await shot();
      await stack.db.many(sql`delete from auth.second_factors`);
      await stack.db.many(sql`delete from auth.consents`);
      await page.goto(open({ client_id: 'native', redirect_uri: nativeUri, scope: 'lo.read' }));
      await pages.login(page, 'multi@a.example');
      await page.click('form[action="/oauth/authorize/portal"] button');
      await page.click('button[value=allow]', { noWaitAfter: true });
      await page.waitForSelector('body[data-page=departure]');
      await shot();
      // the private scheme leaves a prompt behind that takes the page's mouse input: no other test gets this page
      await page.context().close();
    },
  );

  it('every template has been examined in every variant', () => {
    const all = readdirSync(join(__dirname, '../src/edge/pages/views')).map((file) =>
      file.replace('.eta', ''),
    );
    const elsewhere = [...parts, ...addressPages, ...homePages, ...pagesOfOffers];
    expect(pages.missing(all.filter((name) => !elsewhere.includes(name)))).toEqual([]);
  });
});
