import { C1, password, useAuthServers } from '../auth-stack.js';
import { token } from '../requests.js';
import { authorizeAddress, TestBrowser } from '../test-browser.js';

/** The peer is a trusted proxy here, so that each test can choose its client address. */
const stack = useAuthServers(2, { TRUSTED_PROXIES: '127.0.0.1' });
const fromIp = (ip: string) => ({ 'x-forwarded-for': ip });
/** A client that anybody can be. */
const noSecret = { ...C1, clientId: 'no-secret', secret: null, grants: ['password' as const] };
const withoutSecret = { client_id: noSecret.clientId, client_secret: undefined };

beforeAll(() => stack.register(noSecret));

describe('I. an attacker trying to lock a user out', () => {
  it('I09 fails 200 times from 200 networks; the victim gets in at the first attempt from a known browser', async () => {
    const victim = new TestBrowser(stack, 0, fromIp('192.0.2.7'));
    await victim.get('/oauth/account');
    await victim.login('manager@a.example');
    await victim.submit('/oauth/sign-out');

    const statuses: number[] = [];
    for (let time = 0; time < 200; time += 1) {
      const stranger = new TestBrowser(stack, time % 2, fromIp(`198.18.${time}.1`));
      await stranger.get('/oauth/account');
      statuses.push((await stranger.login('manager@a.example', 'wrong')).status);
    }
    // every network has its own budget; the account's budget for unknown browsers ends at 100
    expect(statuses).toEqual([...Array<number>(100).fill(400), ...Array<number>(100).fill(429)]);

    const stranger = new TestBrowser(stack, 0, fromIp('203.0.113.1'));
    await stranger.get('/oauth/account');
    expect((await stranger.login('manager@a.example')).status).toBe(429);
    for (const address of ['192.0.2.7', '203.0.113.50']) {
      const again = new TestBrowser(stack, 1, fromIp(address)); // at home, and elsewhere with the same browser
      for (const [name, value] of victim.cookies) again.cookies.set(name, value);
      await again.get('/oauth/account');
      expect((await again.login('manager@a.example')).text).toContain('action="/oauth/sign-out"');
    }
  });

  it('I09 uses up the budget of one network; its neighbours and other people are unaffected', async () => {
    const statuses: number[] = [];
    const grant = { grant_type: 'password', ...withoutSecret };
    for (let time = 0; time < 110; time += 1) {
      const form = { ...grant, username: `nobody-${time}@a.example`, password: 'wrong' };
      statuses.push((await token(stack, form, { headers: fromIp(`100.64.7.${time}`) })).status);
    }
    expect(statuses).toEqual([...Array<number>(100).fill(400), ...Array<number>(10).fill(429)]);
    const right = { ...grant, username: 'admin@a.example', password };
    expect((await token(stack, right, { headers: fromIp('100.64.7.200') })).status).toBe(429);
    expect((await token(stack, right, { headers: fromIp('100.64.8.1') })).status).toBe(200);
    const six = (address: string) => token(stack, right, { headers: fromIp(address) });
    expect((await six('2001:db8::1')).status).toBe(200);
  });

  it('I09 uses up the budget of a client; known browsers are unaffected, and form and grant have separate budgets', async () => {
    const knownBrowser = new TestBrowser(stack, 0, fromIp('192.0.2.9'));
    await knownBrowser.get(authorizeAddress({ scope: 'lo.read' }));
    await knownBrowser.login('multi@a.example');
    await knownBrowser.get('/oauth/account');
    await knownBrowser.submit('/oauth/sign-out');
    const tryByForm = async (ip: string, username = 'admin@a.example') => {
      const stranger = new TestBrowser(stack, 0, fromIp(ip));
      await stranger.get(authorizeAddress({ scope: 'lo.read' }));
      return (await stranger.login(username, 'wrong')).status;
    };
    const grant = { grant_type: 'password', username: 'admin@a.example', password };
    for (const ip of ['198.51.100.77', '192.0.2.78']) expect(await tryByForm(ip)).toBe(400);
    // as if others in the known browser's own network had failed 100 times
    const networks = await stack.redis.keys(`${stack.redisPrefix}:attempts:{address:*}`);
    for (const key of networks) await stack.redis.set(key, '100', 'KEEPTTL');
    expect(await tryByForm('192.0.2.79')).toBe(429);
    const used = await stack.redis.keys(`${stack.redisPrefix}:attempts:{client:form:*}`);
    for (const key of used) await stack.redis.set(key, '1000', 'KEEPTTL');
    // as if strangers had failed 1,000 times on forms that name this client, which needs no secret
    expect(await tryByForm('198.51.100.78')).toBe(429);
    expect((await token(stack, grant, { headers: fromIp('100.64.9.1') })).status).toBe(200);
    await knownBrowser.get(authorizeAddress({ scope: 'lo.read' }));
    expect((await knownBrowser.login('multi@a.example')).text).toContain('action="/oauth/authorize/consent"');
    // a person's own page names no client, so there is no client budget to use up
    await knownBrowser.get('/oauth/account');
    await knownBrowser.submit('/oauth/sign-out');
    await stack.redis.del(...used);
    const newcomer = new TestBrowser(stack, 1, fromIp('100.64.10.1'));
    await newcomer.get('/oauth/account');
    expect((await newcomer.login('admin@b.example')).text).toContain('action="/oauth/sign-out"');
  });

  it('I09 cannot make another browser count as known', async () => {
    const knownBrowser = new TestBrowser(stack, 0, fromIp('192.0.2.8'));
    await knownBrowser.get('/oauth/account');
    await knownBrowser.login('learner@a.example');
    const thief = new TestBrowser(stack, 1, fromIp('203.0.113.2'));
    await thief.get(authorizeAddress());
    for (const [name, value] of knownBrowser.cookies) {
      // what the browser sends about itself, without the id that the cookie was signed for
      if (name.endsWith('people')) thief.cookies.set(name, value);
    }
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      await thief.get(authorizeAddress());
      statuses.push((await thief.login('learner@a.example', 'wrong')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });

  it('I09 fails on forms and in grants that need no secret; a client that has proven its secret still gets in', async () => {
    const person = { grant_type: 'password', username: 'multi@a.example' };
    const grantWithoutSecret = { ...person, ...withoutSecret, password: 'wrong' };
    for (let time = 0; time < 110; time += 1) {
      const stranger = new TestBrowser(stack, 0, fromIp(`198.19.${time % 12}.1`));
      await stranger.get('/oauth/account');
      await stranger.login(person.username, 'wrong');
      await token(stack, grantWithoutSecret, { headers: fromIp(`198.19.${time % 12}.1`) });
    }
    // from a network that strangers have used up, too
    const right = { ...person, password };
    expect((await token(stack, right, { headers: fromIp('198.19.3.1') })).status).toBe(200);
    expect(
      (await token(stack, { ...grantWithoutSecret, password }, { headers: fromIp('198.19.3.1') })).status,
    ).toBe(429);
  });
});
