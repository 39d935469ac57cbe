import { sql } from '@app/database';
import { C1, C2, useAuthServers, c2Request } from '../../../test/auth-stack.js';
import { passwordToken } from '../../../test/links.js';
import { expectPage, type OAuthAnswer } from '../../../test/requests.js';
import { authorizeAddress, returned, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
const unescaped = (text: string) => text.replaceAll('&amp;', '&');
const readLanguage = ({ text }: OAuthAnswer) => /<html lang="(..)"/.exec(text)![1];
const linkTo = ({ text }: OAuthAnswer, language: string) => {
  const match = new RegExp(`<a href="([^"]*)" lang="${language}"`).exec(text);
  return match ? unescaped(match[1]!) : undefined;
};
/** Follows the link as a browser does, which resolves it against the address of the page. */
async function choose(browser: TestBrowser, path: string, language: string): Promise<OAuthAnswer> {
  const link = new URL(linkTo(browser.page, language)!, `https://ours.example${path}`);
  expect(link.host).toBe('ours.example');
  return browser.follow(await browser.get(link.pathname + link.search, { 'sec-fetch-site': 'same-origin' }));
}

describe('the choice of a language', () => {
  it('is on every page, changes its language, and is stored by the browser', async () => {
    const browser = new TestBrowser(stack);
    for (const path of ['/', '/oauth/account', '/oauth/password/forgotten', '/oauth/nothing']) {
      await browser.get(path, { accept: 'text/html' });
      expect([readLanguage(browser.page), linkTo(browser.page, 'en')]).toEqual(['en', undefined]);
      for (const language of ['de', 'fr']) expect(linkTo(browser.page, language)).toContain(language);
    }
    await browser.get('/oauth/password/forgotten');
    expect(readLanguage(await choose(browser, '/oauth/password/forgotten', 'fr'))).toBe('fr');
    expect(readLanguage(await browser.get('/oauth/account'))).toBe('fr');
    expect(readLanguage(await browser.get('/oauth/account', { 'accept-language': 'de' }))).toBe('fr');
    const wrong = await browser.login(undefined, 'wrong');
    expect(readLanguage(wrong)).toBe('fr');
    await stack.db.many(sql`delete from identity.mails`);
    await browser.get('/oauth/password/forgotten');
    await browser.submit('/oauth/password/forgotten', { username: 'admin@a.example' });
    expect(readLanguage(browser.page)).toBe('fr');
    expect(await stack.db.many(sql`select language from identity.mails`)).toEqual([{ language: 'fr' }]);
  });

  it('loses nothing of an authorization request, at any of its pages', async () => {
    const browser = new TestBrowser(stack);
    const authorizeQuery = { ...c2Request, scope: 'lo.read', state: 'ä b&c=%' };
    const address = `${authorizeAddress(authorizeQuery)}&ui_locales=fr`;
    expect(readLanguage(await browser.get(address))).toBe('fr');
    expect(readLanguage(await choose(browser, address, 'de'))).toBe('de');
    expect(readLanguage(await browser.login('multi@a.example', 'wrong'))).toBe('de');
    // the page answers a POST, which must not be repeated: the request goes on where it was
    expect(readLanguage(await choose(browser, '/oauth/authorize/login', 'en'))).toBe('en');
    await browser.login('multi@a.example');
    expect(browser.page.text).toContain('Choose a portal');
    expect(readLanguage(await choose(browser, '/oauth/authorize/continue', 'fr'))).toBe('fr');
    await browser.submit('/oauth/authorize/portal');
    const answer = await browser.allow();
    const { address: back, query } = returned(answer);
    expect([back, query.get('state'), query.has('code')]).toEqual([
      C2.redirectUri,
      authorizeQuery.state,
      true,
    ]);
  });

  it('does not repeat a page that is displayed once, and leads back to a mailed link', async () => {
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ client_id: C1.clientId, redirect: 'false' }),
    );
    const credentials = await browser.allow();
    expect(credentials.text).toContain('id="code"');
    expect(linkTo(credentials, 'de')).toBeUndefined();
    const link = await passwordToken(stack, 2);
    await browser.get(`/oauth/password/set?token=${link}`);
    await browser.submit('/oauth/password/set', { password: 'short', repeated: 'short' });
    expect((await choose(browser, '/oauth/password/set', 'de')).text).toContain(`value="${link}"`);
    expect(browser.page.status).toBe(200);
  });

  it('ignores choices by other sites, invalid values, and other hosts', async () => {
    const browser = new TestBrowser(stack);
    for (const site of ['cross-site', 'same-site']) {
      const page = await browser.get('/oauth/account?language=fr', { 'sec-fetch-site': site });
      expect(readLanguage(page)).toBe('en');
    }
    expect(readLanguage(await browser.get('/oauth/account?language=xx'))).toBe('en');
    expect(readLanguage(await browser.get('/oauth/account'))).toBe('en');
    expect([...browser.cookies.keys()].filter((name) => name.endsWith('language'))).toEqual([]);
    const odd = '/oauth/x?a=%22%3E%3Cscript%3E&language=de&b=//evil.example&language=fr&language';
    const { text } = await browser.get(odd, { accept: 'text/html', 'sec-fetch-site': 'none' });
    expect(text).toContain('href="?a=%22%3E%3Cscript%3E&amp;b=//evil.example&amp;language=fr"');
    // an address that begins like another host's must not become a link to it
    const double = await browser.get('//evil.example/oauth/account', { accept: 'text/html' });
    expect(linkTo(double, 'fr')).toBe('?language=fr');
  });
});

describe('the language of error pages', () => {
  const english = { 'accept-language': 'en' };

  it('is the language in ui_locales, otherwise the browser’s', async () => {
    const browser = new TestBrowser(stack);
    for (const [locales, language] of [
      ['xx+de-AT', 'de'],
      ['fr', 'fr'],
      ['xx', 'en'],
    ]) {
      const path = `/oauth/authorize?client_id=nobody&ui_locales=${locales}`;
      expect(readLanguage(await browser.get(path, english))).toBe(language);
    }
    expect(readLanguage(await browser.get('/oauth/authorize', { 'accept-language': 'de' }))).toBe('de');
  });

  it('is that of the request when one of its forms is refused', async () => {
    const browser = new TestBrowser(stack, 0, english);
    await browser.get(authorizeAddress({ prompt: 'consent', ui_locales: 'de' }));
    await browser.login();
    const { action, fields } = browser.form('/oauth/authorize/consent');
    await browser.allow();
    const again = await browser.post(action, { ...fields, decision: 'allow' });
    expectPage(again);
    expect(readLanguage(again)).toBe('de');
  });
});
