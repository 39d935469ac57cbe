import { hashPassword } from '@app/credentials';
import { describeWith, looks } from '@app/testing';
import { C1, rows } from './auth-stack.js';
import { addressPages, useChromiumPages, type BrowserPage } from './chromium-pages.js';
import { Letters, proven } from './people.js';
import { placeholder } from './placeholders.js';
import { authorizeAddress } from './test-browser.js';

const heldPassword = 'Held-password-1';

describeWith('chromium', 'address change pages in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  const letters = new Letters();
  beforeAll(() => letters.open(stack));
  afterAll(() => letters.close());

  const linkTo = async (address: string) => `${issuer}${(await letters.last(address)).path}`;
  const main = 'main form:not([action$="/cancel"]) button[type=submit]';

  /** Changes the address, and takes the old one back. */
  async function change(
    page: BrowserPage,
    name: string,
    shot: (step: string) => Promise<void>,
  ): Promise<void> {
    const [email, newEmail] = [`${name}@example.com`, `${name}-new@example.com`];
    await proven(stack, email, [1]);
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, email);
    await page.click('a[href="/oauth/account/name"]');
    await page.fill('#last-name', ' ');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#last-name-error');
    await shot('name');
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
    await page.waitForSelector('[role=status]');
    await shot('address-c-sent');
    await page.goto(`${issuer}/oauth/account/address`);
    await page.waitForSelector('form[action$="/cancel"]');
    await shot('address-d-pending');
    const link = await linkTo(newEmail);
    await page.goto(link);
    await shot('address-e-confirm');
    await page.click(main);
    await page.waitForSelector('[role=status]');
    await shot('address-f-done');
    await page.goto(link);
    await shot('address-g-dead');

    await page.context().clearCookies();
    await page.goto(await linkTo(email));
    await page.fill('#password', 'Taken-back-1234');
    await page.fill('#repeated', 'something else');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#repeated-error');
    await shot('address-h-undo');
    await page.fill('#password', 'Taken-back-1234');
    await page.fill('#repeated', 'Taken-back-1234');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=status]');
    await shot('address-i-undone');
    await page.click('main a');
    await pages.login(page, email, 'Taken-back-1234');
    await page.waitForSelector('form[action="/oauth/sign-out"]');
  }

  async function merge(
    page: BrowserPage,
    name: string,
    shot: (step: string) => Promise<void>,
  ): Promise<void> {
    const [one, other, both] = [`${name}-1@example.com`, `${name}-2@example.com`, `${name}-3@example.com`];
    await proven(stack, one, [1]);
    await proven(stack, other, [2]);
    await proven(stack, both, [1]);
    await page.context().clearCookies();
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, one);
    await page.waitForSelector('a[href="/oauth/account/merge"]');
    await shot('merge-a-account');
    const signIn = async (username: string, secret = 'Demo-pass-1234') => {
      await page.goto(`${issuer}/oauth/account/merge`);
      await page.fill('#username', username);
      await page.fill('#password', secret);
      await page.keyboard.press('Enter');
    };
    await signIn(both, 'wrong');
    await page.waitForSelector('#password-error');
    await shot('merge-b-wrong');
    await signIn(both);
    await page.waitForSelector('[role=alert]');
    await shot('merge-c-both');
    await page.click('form[action$="/cancel"] button');
    await signIn(other);
    await page.waitForSelector('form[action$="/ask"]');
    await shot('merge-d-decision');
    await page.click(main);
    await page.waitForSelector('[role=status]');
    await shot('merge-e-asked');
    await page.goto(await linkTo(other));
    await page.waitForSelector('form[action$="/confirm"]');
    await shot('merge-f-confirm');
    await page.click(main);
    await page.waitForSelector('[role=status]');
    await shot('merge-g-done');
  }

  async function prove(
    page: BrowserPage,
    name: string,
    shot: (step: string) => Promise<void>,
  ): Promise<void> {
    const email = `${name}-first@example.com`;
    await placeholder(stack, email, 1, { hash: await hashPassword(heldPassword) });
    await rows(
      stack,
      `update identity.portals set configuration = '{"require_second_factor": true}' where id = 1`,
    );
    await page.context().clearCookies();
    await page.goto(`${issuer}${authorizeAddress({ client_id: C1.clientId })}`);
    await pages.login(page, email, heldPassword);
    await page.waitForSelector('form[action="/oauth/password/forgotten"]');
    await shot('prove-a');
    await rows(stack, `update identity.portals set configuration = '{}' where id = 1`);
  }

  it.each(looks)(
    'look right and have no axe findings: %s, %i px, %s, %s',
    async (colorScheme, width, locale, branding) => {
      const page = await pages.open({ colorScheme, width, locale, branding });
      const shot = (step: string) => pages.examine(page, `${step}-${width}-${locale}-${branding}`);
      const name = `${width}-${locale}-${branding}`;
      await change(page, name, shot);
      await merge(page, name, shot);
      await prove(page, name, shot);
      expect(await page.getAttribute('html', 'lang')).toBe(locale);
      await pages.close(page);
    },
  );

  it('all of them have been examined', () => {
    expect(pages.missing(addressPages)).toEqual([]);
  });

  it('work without JavaScript', async () => {
    const page = await pages.open({ javaScriptEnabled: false });
    await change(page, 'plain', async () => undefined);
    await merge(page, 'plain', async () => undefined);
    await pages.close(page);
  });
});
