import { useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';
import { authorizeAddress, TestBrowser } from '../../../test/test-browser.js';
import { anonymousPages } from './page.interceptor.js';

describe('Pages for browsers without a session', () => {
  const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });
  const fetchPage = (network: string) =>
    fetch(stack.url + authorizeAddress(), { headers: { 'x-forwarded-for': network } });

  it('wait for the permit of their network, and other networks get the other one', async () => {
    const leave = await anonymousPages.enter('198.51.100.0');
    const [same, other] = await Promise.all([fetchPage('198.51.100.9'), fetchPage('203.0.113.9')]);
    expect([same.status, same.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await same.text()).toContain('<html');
    expect(other.status).toBe(200);
    leave();
    expect((await fetchPage('198.51.100.9')).status).toBe(200);
  });

  it('do not delay token requests and signed-in browsers while all permits are taken', async () => {
    const browser = new TestBrowser(stack);
    await browser.follow(await browser.get(authorizeAddress()));
    await browser.login();
    const taken = await Promise.all(['a', 'b'].map((network) => anonymousPages.enter(network)));
    expect((await token(stack, { grant_type: 'client_credentials' })).status).toBe(200);
    expect((await browser.get('/oauth/account')).status).toBe(200);
    expect((await fetchPage('203.0.113.9')).status).toBe(503);
    for (const leave of taken) leave();
  });

  it('return the permit when they fail', async () => {
    for (const attempt of ['first', 'second', 'third'])
      expect((await fetch(`${stack.url}/oauth/authorize?client_id=${attempt}`)).status).toBe(400);
  });
});
