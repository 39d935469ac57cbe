import { approve, forgetAnswers } from '../../../test/approvals.js';
import { accounts, C2, useAuthServers } from '../../../test/auth-stack.js';
import { obtainCode, TestBrowser } from '../../../test/test-browser.js';

describe('GET /oauth/account', () => {
  const stack = useAuthServers(1);
  const atC2 = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };

  async function accountPage(username: string): Promise<string> {
    const browser = await TestBrowser.open(stack, '/oauth/account');
    return (await browser.login(username)).text;
  }

  beforeEach(() => forgetAnswers(stack));

  it.each([
    ['en', 'Your account', 'Leave a portal'],
    ['de', 'Ihr Konto', 'Ein Portal verlassen'],
    ['fr', 'Votre compte', 'Quitter un portail'],
  ])('has the person first and the sign-out last: %s', async (language, title, leaving) => {
    const browser = new TestBrowser(stack, 0, { 'accept-language': language });
    await browser.get('/oauth/account');
    const { text } = await browser.login('learner@a.example');
    const places = [`<h1>${title}</h1>`, 'Leo Learner', 'id="applications"', 'id="sessions"', leaving];
    const order = places.map((place) => text.indexOf(place));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(text.indexOf('action="/oauth/sign-out"')).toBeLessThan(text.indexOf(leaving));
  });

  it('distinguishes applications by their host and by who connected them', async () => {
    const username = 'learner@a.example';
    await obtainCode(stack, atC2, { username });
    expect(await accountPage(username)).toMatch(/two\.example · <bdi>Portal A<\/bdi><br>/);
    await approve(stack, C2.clientId, { approvedBy: accounts.adminA });
    expect(await accountPage(username)).toContain('<bdi>connected by Ada Admin</bdi>');
  });

  it('lists each of many consents once', async () => {
    for (const username of ['learner@a.example', 'manager@a.example'])
      await obtainCode(stack, atC2, { username });
    const browser = new TestBrowser(stack);
    const path = `/oauth/account/applications/details?portal=1&client_id=${C2.clientId}`;
    await browser.get(path);
    const { text } = await browser.follow(await browser.login('admin@a.example'));
    for (const name of ['Leo Learner', 'Mara Manager']) expect(text).toContain(name);
    expect(text.match(/<ul class="scopes">/g)).toHaveLength(1);
  });
});

describe('an error page', () => {
  const stack = useAuthServers(1);

  it.each([
    ['/oauth/account/nothing-here', '/oauth/account', 'Your account'],
    ['/oauth/authorize?client_id=unknown', '/', 'Go to the start page'],
  ])('leads back: %s', async (path, href, words) => {
    const browser = new TestBrowser(stack, 0, { accept: 'text/html' });
    const { status, text } = await browser.get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`<a href="${href}">${words}</a>`);
  });
});
