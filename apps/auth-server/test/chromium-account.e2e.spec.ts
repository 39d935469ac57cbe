import { sql } from '@app/database';
import { describeWith } from '@app/testing';
import jsQR from 'jsqr';
import { generate } from 'otplib';
import { MailPost } from '../../webhook-worker/test/mail-post.js';
import { accounts, password, c2Request } from './auth-stack.js';
import { useChromiumPages, type BrowserPage } from './chromium-pages.js';
import { oneTimeToken, passwordToken } from './links.js';
import { authorizeAddress } from './test-browser.js';

const newPassword = 'Quite-new-5678';
const c2 = { ...c2Request, redirect: 'false', scope: 'lo.read' };

/** Reads the code there as a phone's camera would. */
async function scanned(page: BrowserPage, code: ReturnType<BrowserPage['locator']>): Promise<string> {
  const picture = `data:image/png;base64,${(await code.screenshot()).toString('base64')}`;
  const blank = await page.context().newPage(); // without the page's own CSP
  const { data, width, height } = await blank.evaluate<{ data: number[]; width: number; height: number }>(
    `(async () => {
      const image = await createImageBitmap(await (await fetch(${JSON.stringify(picture)})).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      return { data: [...data], width, height };
    })()`,
  );
  await blank.close();
  const read = jsQR(Uint8ClampedArray.from(data), width, height, { inversionAttempts: 'dontInvert' });
  if (!read) throw new Error('no QR code can be read');
  return read.data;
}

describeWith('chromium', 'account pages in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;
  /** The authenticator app's current code, or the one `steps` half minutes ahead, since each works once. */
  const generateCode = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

  it('has its moments in the zone of the browser', async () => {
    const context = await pages.browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, 'manager@a.example');
    const time = page.locator('time').first();
    await time.waitFor();
    const sent = new Date((await time.getAttribute('datetime'))!);
    const hour = String((sent.getUTCHours() + 9) % 24).padStart(2, '0');
    expect(await time.textContent()).toMatch(new RegExp(`, ${hour}:\\d\\d\u00a0(GMT\\+9|JST)$`));
    await context.close();
  });

  describe('second factor', () => {
    it('is set up, requested, and replaced by a recovery code once', async () => {
      const page = await pages.open({ javaScriptEnabled: false });
      await page.goto(`${issuer}/oauth/account`);
      await pages.login(page, 'manager@a.example');
      await page.click('form[action="/oauth/account/second-factor"] button');
      const secret = (await page.textContent('.key code'))!.replaceAll(/\s/g, '');
      await page.fill('#otp', '000000');
      await page.click('form[action$="/confirm"] button');
      await page.waitForSelector('#otp-error');
      await page.fill('#otp', await generateCode(secret));
      await page.click('form[action$="/confirm"] button');
      const codes = await page.locator('ul code').allTextContents();
      expect(new Set(codes).size).toBe(10);
      await pages.close(page);

      const signIn = async () => {
        const other = await pages.open();
        await other.goto(`${issuer}${authorizeAddress(c2)}`);
        await pages.login(other, 'manager@a.example');
        await other.waitForSelector('#otp');
        return other;
      };
      const answer = async (other: BrowserPage, otp: string) => {
        await other.fill('#otp', otp);
        // the page of a wrong code has the same elements as the one before
        await Promise.all([other.waitForEvent('domcontentloaded'), other.keyboard.press('Enter')]);
        await other.waitForSelector('#otp-error, ul.scopes');
        return (await other.locator('#otp-error').count()) === 0;
      };
      const first = await signIn();
      expect(await answer(first, '123')).toBe(false);
      expect(await first.getAttribute('#otp', 'aria-invalid')).toBe('true');
      expect(await answer(first, codes[0]!)).toBe(true);
      await pages.close(first);
      const second = await signIn();
      expect(await answer(second, codes[0]!)).toBe(false); // each works once
      expect(await answer(second, await generateCode(secret, 1))).toBe(true);
      await pages.close(second);
    });

    it.each(['light', 'dark'] as const)(
      'its QR code, %s, contains the same key as the text next to it, and logs in',
      async (colorScheme) => {
        const page = await pages.open({ colorScheme });
        await page.goto(`${issuer}/oauth/account`);
        await pages.login(page, 'admin@b.example');
        await page.click('form[action="/oauth/account/second-factor"] button');
        const uri = new URL(await scanned(page, page.getByRole('img', { name: /QR code/ })));
        expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp');
        expect(decodeURIComponent(uri.pathname)).toBe('/Learning Platform:admin@b.example');
        const secret = uri.searchParams.get('secret')!;
        expect((await page.textContent('.key code'))!.replaceAll(' ', '')).toBe(secret);
        await page.fill('#otp', await generateCode(secret));
        await page.click('form[action$="/confirm"] button');
        const [recovery] = await page.locator('ul code').allTextContents();
        await pages.close(page);

        const other = await pages.open({ colorScheme });
        await other.goto(`${issuer}/oauth/account`);
        await pages.login(other, 'admin@b.example');
        await other.fill('#otp', await generateCode(secret, 1));
        await other.keyboard.press('Enter');
        await other.click('form[action$="/remove"] button');
        await other.fill('#otp', recovery!);
        await other.keyboard.press('Enter');
        await other.waitForSelector('a[href="/oauth/account"]');
        await pages.close(other);
      },
    );
  });

  describe('forgotten password', () => {
    let post: MailPost;
    beforeAll(async () => {
      post = await MailPost.start(stack.database.urls.worker, issuer);
    });
    afterAll(() => post?.stop());

    it('leads from the login page through the mail to a new password, also without JavaScript', async () => {
      const page = await pages.open({ javaScriptEnabled: false });
      await page.goto(`${issuer}${authorizeAddress(c2)}`);
      await page.click('a[href="/oauth/password/forgotten"]');
      await page.fill('#username', 'Multi@A.example');
      await page.click('main form button[type=submit]');
      await page.waitForSelector('[role=status]');
      await post.sendDue();
      const mail = post.caught.find(({ to: recipients }) => recipients?.[0]?.address === 'multi@a.example')!;
      const [link] = /http:\/\/\S+/.exec(mail.text!)!;
      expect(link.startsWith(`${issuer}/oauth/password/set?token=`)).toBe(true);
      expect(mail.html).toContain(link.replaceAll('&', '&amp;'));

      await page.goto(link);
      await page.fill('#password', newPassword);
      await page.fill('#repeated', 'something else');
      await page.click('main form button[type=submit]');
      await page.waitForSelector('#repeated-error');
      expect(await page.getAttribute('#repeated', 'aria-describedby')).toContain('repeated-error');
      await page.fill('#password', newPassword);
      await page.fill('#repeated', newPassword);
      await page.click('main form button[type=submit]');
      expect(await page.textContent('[role=status]')).toContain('Your password has been set');
      await page.click('a[href="/oauth/account"]');
      await pages.login(page, 'multi@a.example', password);
      await page.waitForSelector('#password-error');
      await pages.login(page, 'multi@a.example', newPassword);
      await page.waitForSelector('form[action="/oauth/sign-out"]');
      await page.goto(link);
      expect(await page.textContent('main')).toContain('expired or has already been used');
      await pages.close(page);

      await post.sendDue();
      expect(post.caught.at(-1)!.subject).toBe('Your password was changed');
    });
  });

  pages.testVariants(
    'the page of a one-time link fits into the window, with a second factor too',
    async (page, shot) => {
      for (const [name, accountId] of [
        ['n-one-time', accounts.learnerA],
        ['o-one-time-with-factor', accounts.managerA],
      ] as const) {
        const link = await oneTimeToken(stack, accountId);
        await page.goto(`${issuer}${authorizeAddress({ ...c2, one_time_token: link })}`);
        await shot(name, 'form[action="/oauth/authorize/one-time"]');
      }
      await page.fill('#otp', '000000');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#otp-error');
    },
  );

  pages.testVariants('fit into the window and have no axe findings', async (page, shot) => {
    await page.goto(`${issuer}/oauth/account`);
    await shot('a-login');
    await pages.login(page, 'admin@a.example');
    await shot('b-account', 'form[action="/oauth/sign-out"]');
    await page.click('form[action="/oauth/account/second-factor"] button');
    await shot('c-set-up-factor', '#otp');
    const secret = (await page.textContent('.key code'))!.replaceAll(/\s/g, '');
    await page.fill('#otp', '000000');
    await page.keyboard.press('Enter');
    await shot('d-wrong-code', '#otp-error');
    await page.fill('#otp', await generateCode(secret));
    await page.click('form[action$="/confirm"] button');
    await shot('e-recovery-codes', 'ul code');
    const [, code, last] = await page.locator('ul code').allTextContents();
    await page.goto(`${issuer}/oauth/account`);
    await page.click('form[action="/oauth/sign-out"] button');
    await shot('f-signed-out');
    await page.goto(`${issuer}/oauth/account`);
    await pages.login(page, 'admin@a.example');
    await shot('g-factor', '#otp');
    await page.fill('#otp', code!);
    await page.keyboard.press('Enter');
    await shot('h-account-with-factor', 'form[action$="/remove"]');
    await page.click('form[action$="/remove"] button');
    await page.fill('#otp', last!);
    await page.keyboard.press('Enter');
    await shot('i-message', '[role=status]');
    await page.goto(`${issuer}/oauth/password/forgotten`);
    await page.fill('#username', 'admin@a.example');
    await page.keyboard.press('Enter');
    await shot('j-mail-sent', '[role=status]');
    await page.goto(`${issuer}/oauth/password/set?token=x`);
    await shot('k-dead-link');
    const link = await passwordToken(stack, 1);
    await page.goto(`${issuer}/oauth/password/set?token=${link}`);
    await shot('l-set-password');
    await page.fill('#password', newPassword);
    await page.fill('#repeated', 'something else');
    await page.keyboard.press('Enter');
    await shot('m-passwords-differ', '#repeated-error');
    expect(await stack.db.many(sql`select 1 from auth.second_factors where person_id = 1`)).toEqual([]);
  });
});
