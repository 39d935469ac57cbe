import { describeWith } from '@app/testing';
import { generate } from 'otplib';
import { readFileSync } from 'node:fs';
import { useChromiumPages, type WindowOptions, type BrowserPage } from './chromium-pages.js';
import { passwordToken } from './links.js';

/** Buttons that are a convenience, with a script and without. */
describeWith('chromium', 'buttons of the pages in Chromium', () => {
  const pages = useChromiumPages();
  const { stack, issuer } = pages;

  describe('the button that shows a password', () => {
    const readType = (page: BrowserPage, id = 'password') => page.getAttribute(`#${id}`, 'type');

    it.each([
      ['en', 'Show the password', 'Show'],
      ['de', 'Passwort anzeigen', 'Anzeigen'],
      ['fr', 'Afficher le mot de passe', 'Afficher'],
    ])(
      'shows and hides it, announces that, and sends it from a hidden field: %s',
      async (locale, name, label) => {
        const page = await pages.open({ locale });
        await page.goto(`${issuer}/oauth/account`);
        const button = page.getByRole('button', { name, exact: true });
        expect([await button.textContent(), await button.getAttribute('aria-pressed')]).toEqual([
          label,
          'false',
        ]);
        await page.fill('#username', 'admin@a.example');
        await page.fill('#password', 'Wrong-but-seen');
        await button.click();
        expect([await readType(page), await button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
        await pages.examine(page, `shown-password-${locale}`);
        await button.click();
        expect([await readType(page), await button.getAttribute('aria-pressed')]).toEqual([
          'password',
          'false',
        ]);
        await button.click();
        await page.evaluate(
          `document.forms[0].addEventListener('formdata', () => { sessionStorage.sentAs = document.getElementById('password').type })`,
        );
        await page.press('#password', 'Enter');
        await page.waitForSelector('#password-error');
        expect(await page.evaluate('sessionStorage.sentAs')).toBe('password');
        await page.context().close();
      },
    );

    it('is at each of two fields, and reachable by keyboard', async () => {
      const page = await pages.open();
      await page.goto(`${issuer}/oauth/password/set?token=${await passwordToken(stack, 2)}`);
      await page.press('#repeated', 'Tab');
      await page.keyboard.press('Space');
      expect([await readType(page), await readType(page, 'repeated')]).toEqual(['password', 'text']);
      await page.context().close();
    });

    it('is not there without a script', async () => {
      const page = await pages.open({ javaScriptEnabled: false });
      await page.goto(`${issuer}/oauth/account`);
      expect(await page.locator('[data-shows]:visible').count()).toBe(0);
      await pages.login(page);
      await page.waitForSelector('form[action="/oauth/sign-out"]');
      await page.context().close();
    });
  });

  describe('recovery codes', () => {
    /** The page that shows them; {@link turnFactorOff} turns the factor off again. */
    const shown = async (options: WindowOptions = {}) => {
      const page = await pages.open(options);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: issuer });
      await page.addInitScript('window.print = () => { window.printed = true; }');
      await page.goto(`${issuer}/oauth/account`);
      await pages.login(page, 'learner@a.example');
      await page.click('form[action="/oauth/account/second-factor"] button');
      const secret = (await page.textContent('.key code'))!.replaceAll(/\s/g, '');
      await page.fill('#otp', await generate({ secret }));
      await page.click('form[action$="/confirm"] button');
      await page.waitForSelector('ul.codes');
      return { page, codes: await page.locator('ul.codes code').allTextContents() };
    };
    const turnFactorOff = async ({ page, codes }: Awaited<ReturnType<typeof shown>>) => {
      await page.goto(`${issuer}/oauth/account`);
      await page.click('form[action$="/remove"] button');
      await page.fill('#otp', codes[0]!);
      await page.click('main form button[type=submit]');
      await page.waitForSelector('body[data-page=message]');
      await page.context().close();
    };
    const saved = async (page: BrowserPage) => {
      const waits = page.waitForEvent('download');
      await page.click('a[download]');
      const file = await waits;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
    };

    it('are copied, printed without all that is no code, and saved as a file', async () => {
      const { page, codes } = await shown();
      await page.click('button[data-copy=codes]');
      await page.waitForSelector('[data-copy]:text-is("Copied")');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
      await page.click('button[data-print]');
      expect(await page.evaluate('window.printed')).toBe(true);
      await page.emulateMedia({ media: 'print' });
      for (const gone of ['button', 'nav', 'a.button'])
        expect(await page.locator(`${gone}:visible`).count()).toBe(0);
      expect(await page.locator('ul.codes code:visible').count()).toBe(codes.length);
      await page.emulateMedia({ media: 'screen' });
      const { name, text } = await saved(page);
      expect(name).toBe('recovery-codes.txt');
      expect(text.split('\r\n')).toEqual(['Learning Platform', 'learner@a.example', '', ...codes, '']);
      await turnFactorOff({ page, codes });
    });

    it('can be selected and saved without a script', async () => {
      const { page, codes } = await shown({ javaScriptEnabled: false });
      expect(await page.locator('button:visible').count()).toBe(0);
      expect(await page.locator('ul.codes').innerText()).toBe(codes.join('\n'));
      expect((await saved(page)).text).toContain(codes.at(-1)!);
      // no way to lose them by a click on another language
      expect(await page.locator('.languages').count()).toBe(0);
      await page.context().close();
    });
  });
});
