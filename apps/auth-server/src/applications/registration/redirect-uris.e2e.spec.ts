import { sql } from '@app/database';
import { limits } from '@app/limits';
import { createHash } from 'node:crypto';
import { C1, C2, OPS, P1, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import {
  applicationToken,
  bearer,
  expectPage,
  expectRefusal,
  get,
  send,
  field,
} from '../../../test/requests.js';
import { authorizeAddress, obtainCode, TestBrowser } from '../../../test/test-browser.js';
import { redeem } from '../../../test/openid.js';

const stack = useAuthServers();
const [A, B, C] = ['https://a.example/cb', 'https://b.example/cb', 'https://c.example/cb'] as const;
const TOO_MANY = Array.from({ length: limits.redirect_uris.most + 1 }, (_, n) => `https://${n}.example/cb`);
const json = { 'content-type': 'application/json' };
let ops: string;
let number = 0;
/** A client of portal A, new for each test, with the addresses A, B and C. */
let client: { clientId: string; secret: string };
beforeAll(async () => {
  await stack.register(CONSOLE);
  ops = await applicationToken(stack, OPS);
});

beforeEach(async () => {
  client = { clientId: `several-${(number += 1)}`, secret: C1.secret };
  await stack.register({ ...C1, ...client, name: 'Several', redirectUri: A, otherRedirectUris: [B, C] });
  await stack.db.many(sql`delete from identity.mails`);
});

const create = (body: object, accessToken = ops, path = '/client') =>
  send(stack, 'POST', path, accessToken, JSON.stringify({ client_name: 'New', ...body }), json);
const change = (body: object) =>
  send(stack, 'PUT', `/client/${client.clientId}`, ops, JSON.stringify(body), json);
const stored = async (clientId = client.clientId) =>
  (
    await stack.db.many<{ first: string; others: string[] }>(sql`
      select redirect_uri as first, array(select redirect_uri from auth.client_redirect_uris r
         where r.client_id = c.client_id order by 1) as others from auth.clients c where client_id = ${clientId}`)
  )[0];

describe('several redirect addresses (contract 3.30)', () => {
  it('are registered by POST /client; the first is the redirect_uri', async () => {
    const { status, body } = await create({ redirect_uris: [B, C, A] });
    expect([status, body.redirect_uri, body.redirect_uris]).toEqual([201, B, [B, A, C]]);
    expect(await stored(body.client_id)).toEqual({ first: B, others: [A, C] });
  });

  it('have a total size limit, so that a page of fifty clients is within the limit of an answer', async () => {
    const addresses = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => `https://${index}.example/?`.padEnd(length, '"'));
    for (const name of ['redirect_uris', 'post_logout_redirect_uris'])
      expect(field(await create({ redirect_uris: [A], [name]: addresses(10, 2_000) }))).toEqual([400, name]);
    const most = { redirect_uris: addresses(4, 2_000), post_logout_redirect_uris: addresses(4, 2_000) };
    const { status, text } = await create({ ...most, client_name: '語'.repeat(100) });
    expect(status).toBe(201);
    expect(Buffer.byteLength(text)).toBeGreaterThan(30_000);
    expect(50 * Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
  });

  it('are registered by POST /applications', async () => {
    const { status, body } = await create(
      { redirect_uris: [A, B] },
      await freshToken(stack),
      '/applications',
    );
    expect(status).toBe(201);
    expect(await stored(body.client_id)).toEqual({ first: A, others: [B] });
  });

  it('are accepted in forms as a repeated field; a single value is a list of one', async () => {
    const form = (uris: string) => `client_name=New&redirect_uris=${uris}`;
    const several = await send(stack, 'POST', '/client', ops, form(`${A}&redirect_uris=${B}`));
    expect(several.body).toMatchObject({ redirect_uri: A, redirect_uris: [A, B] });
    const one = await send(stack, 'POST', '/client', ops, form(A));
    expect(one.body).toMatchObject({ redirect_uri: A });
    expect(Object.keys(one.body as object)).not.toContain('redirect_uris');
  });

  it('may be sent together with redirect_uri, which must be the first of them', async () => {
    expect((await create({ redirect_uri: A, redirect_uris: [A, B] })).status).toBe(201);
    expect(field(await create({ redirect_uri: B, redirect_uris: [A, B] }))).toEqual([400, 'redirect_uri']);
    expect(field(await change({ redirect_uri: B, redirect_uris: [A, B] }))).toEqual([400, 'redirect_uri']);
  });

  it.each([
    ['none at all', {}, 'redirect_uri'],
    ['an empty list', { redirect_uris: [] }, 'redirect_uris'],
    ['an eleventh', { redirect_uris: TOO_MANY }, 'redirect_uris'],
    ['one twice', { redirect_uris: [A, B, A] }, 'redirect_uris'],
    ['one that nobody may register', { redirect_uris: [A, 'https://b.example/#'] }, 'redirect_uris.1'],
    [
      'http on a host that is not in the settings',
      { redirect_uris: [A, 'http://b.example/'] },
      'redirect_uris.1',
    ],
  ])('%s: 400 that names the field', async (_what, body, path) => {
    expect(field(await create(body))).toEqual([400, path]);
    const administrator = await freshToken(stack);
    expect(field(await create(body, administrator, '/applications'))).toEqual([400, path]);
    if (path === 'redirect_uri') return; // a change may leave them alone
    expect(field(await change(body))).toEqual([400, path]);
    expect(await stored()).toEqual({ first: A, others: [B, C] });
  });

  it('are ten at most', async () => {
    const { status, body } = await create({ redirect_uris: TOO_MANY.slice(1) });
    expect([status, body.redirect_uris.length]).toEqual([201, 10]);
  });

  it('are all replaced by PUT; only redirect_uri replaces the first', async () => {
    expect((await change({ client_name: 'Same' })).body.redirect_uris).toEqual([A, B, C]);
    const D = 'https://d.example/cb';
    expect((await change({ redirect_uri: D })).body).toMatchObject({ redirect_uris: [D, B, C] });
    expect((await change({ redirect_uri: C })).body).toMatchObject({ redirect_uris: [C, B] });
    const { body } = await change({ redirect_uris: [A] });
    expect([body.redirect_uri, body.redirect_uris]).toEqual([A, undefined]);
    expect(await stored()).toEqual({ first: A, others: [] });
  });

  it('do not change the client’s row if a PUT changes none of them, and otherwise change its version', async () => {
    const version = async () =>
      await stack.db.value<string>(sql`
          select xmin::text from auth.clients where client_id = ${client.clientId}`);
    const before = await version();
    await change({ redirect_uris: [A, C, B] });
    await change({ redirect_uri: A });
    expect(await version()).toBe(before);
    await change({ redirect_uris: [A, B] });
    expect(await version()).not.toBe(before);
  });

  it('are one of the two lists after two concurrent changes', async () => {
    const lists = [
      [A, B],
      [B, C],
    ];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(lists.map((redirect_uris) => change({ redirect_uris })));
      const { first, others: further } = (await stored())!;
      expect(lists).toContainEqual([first, ...further]);
    }
  });

  it('are gone with the client', async () => {
    expect((await send(stack, 'DELETE', `/client/${client.clientId}`, ops)).status).toBe(204);
    const remaining = sql`select 1 from auth.client_redirect_uris where client_id = ${client.clientId}`;
    expect(await stack.db.many(remaining)).toEqual([]);
  });

  it('count once when a server of the version before makes another one the first', async () => {
    await stack.db.many(sql`
      update auth.clients set redirect_uri = ${B} where client_id = ${client.clientId}`);
    const list = await get(`${stack.url}/client?portal_name=a.learning.localhost&limit=50`, bearer(ops));
    const listed = list.body.hits.find((hit: { client_id: string }) => hit.client_id === client.clientId);
    expect(listed).toMatchObject({ redirect_uri: B, redirect_uris: [B, C] });
    expect((await change({ redirect_uri: A })).body.redirect_uris).toEqual([A, C]);
  });
});

describe('GET /oauth/authorize with several redirect addresses (contract 3.31)', () => {
  const page = (redirect_uri: string) =>
    new TestBrowser(stack).get(authorizeAddress({ client_id: client.clientId, redirect_uri }));

  it.each([A, B, C])('accepts %s', async (redirectUri) => {
    expect((await page(redirectUri)).status).toBe(200);
  });

  it.each(['https://b.example/cb/', 'https://B.example/cb', `${A},${B}`, 'https://d.example/cb'])(
    'refuses %s on a page that shows all of them',
    async (redirectUri) => {
      const answer = await page(redirectUri);
      expectPage(answer);
      for (const one of [A, B, C]) expect(answer.text).toContain(`<dd>${one}</dd>`);
    },
  );

  it('accepts any port on loopback for a client without a secret', async () => {
    const secretless = { ...P1, clientId: `native-${number}` };
    const otherRedirectUris = ['http://127.0.0.1:7000/native', 'https://native.example/cb'];
    await stack.register({ ...secretless, otherRedirectUris });
    const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    const open = (redirect_uri: string) =>
      new TestBrowser(stack).get(
        authorizeAddress({
          client_id: secretless.clientId,
          redirect_uri,
          code_challenge,
          code_challenge_method: 'S256',
        }),
      );
    for (const path of ['spa', 'native'])
      expect((await open(`http://127.0.0.1:49152/${path}`)).status).toBe(200);
    expectPage(await open('http://127.0.0.1:49152/other'));
    expectPage(await open('https://native.example:8443/cb'));
  });
});

describe('the exchange of a code (contract 3.11)', () => {
  const exchange = (code: string, redirectUri: string) => redeem(stack, code, { ...client, redirectUri });
  const codeFor = (redirect_uri: string) => obtainCode(stack, { client_id: client.clientId, redirect_uri });

  it('takes the address of the request, and no other of the client', async () => {
    expect((await exchange(await codeFor(B), B)).status).toBe(200);
    const code = await codeFor(B);
    expectRefusal(await exchange(code, A), 400, 'invalid_grant');
    expectRefusal(await exchange(code, B), 400, 'invalid_grant');
  });

  it('rejects an address that was removed since the request began', async () => {
    const code = await codeFor(B);
    expect((await change({ redirect_uris: [A, C] })).status).toBe(200);
    expectRefusal(await exchange(code, B), 400, 'invalid_grant');
  });
});

describe('the page that approves an application', () => {
  it('shows the hosts of all addresses, each once', async () => {
    const clientId = `unbound-${number}`;
    const otherRedirectUris = [B, 'https://b.example/other', 'com.example.app:/cb'];
    await stack.register({ ...C2, clientId, redirectUri: A, otherRedirectUris });
    const browser = new TestBrowser(stack);
    const address = `/oauth/account/applications/approve?portal=1&client_id=${clientId}`;
    await browser.follow(await browser.get(address));
    const { text } = await browser.login();
    expect(text.match(/<p class="host">[^<]*/g)).toEqual(
      ['a.example', 'com.example.app', 'b.example'].map((host) => `<p class="host">${host}`),
    );
    expect(text).toContain('Its addresses are');
  });
});

describe('the administrators of the portal', () => {
  const mailed = async () =>
    (
      await stack.db.many<{ recipient: string; template: string; host: string }>(sql`
        select recipient, template, data ->> 'host' as host from identity.mails order by id`)
    ).map(({ recipient, template, host }) => `${recipient} ${template} ${host}`);
  const all = (what: string) => ['admin@a.example', 'multi@a.example'].map((one) => `${one} ${what}`);

  it('are mailed the new hosts, in one mail', async () => {
    await change({
      redirect_uris: [A, 'https://d.example/cb', 'https://e.example/1', 'https://e.example/2'],
    });
    expect(await mailed()).toEqual(all('redirect-uri-changed d.example, e.example'));
  });

  it('are mailed all hosts of a new application', async () => {
    await create({ redirect_uris: [A, B], portal_name: 'a.learning.localhost' });
    expect(await mailed()).toEqual(all('new-client a.example, b.example'));
  });

  it('get no mail if addresses are only removed or reordered', async () => {
    await change({ redirect_uris: [C, A, B] });
    await change({ redirect_uris: [A] });
    expect(await mailed()).toEqual([]);
  });
});

describe('post_logout_redirect_uris', () => {
  const [A, B] = ['https://a.example/bye', 'https://b.example/bye'] as const;
  const TOO_MANY = Array.from(
    { length: limits.post_logout_redirect_uris.most + 1 },
    (_, n) => `https://${n}.example/bye`,
  );
  const create = (body: object, accessToken = ops, path = '/client') =>
    send(
      stack,
      'POST',
      path,
      accessToken,
      JSON.stringify({ client_name: 'New', redirect_uri: 'https://a.example/cb', ...body }),
      json,
    );
  const change = (clientId: string, body: object) =>
    send(stack, 'PUT', `/client/${clientId}`, ops, JSON.stringify(body), json);
  const stored = async (clientId: string) =>
    await stack.db.value<string[]>(sql`
      select post_logout_redirect_uris as uris from auth.clients where client_id = ${clientId}`);

  it('are registered, in their order, and replaced; an empty list removes them', async () => {
    const { body } = await create({ post_logout_redirect_uris: [B, A] });
    expect(body.post_logout_redirect_uris).toEqual([B, A]);
    const id = body.client_id as string;
    expect((await change(id, { client_name: 'Same' })).body.post_logout_redirect_uris).toEqual([B, A]);
    expect((await change(id, { post_logout_redirect_uris: [A] })).body.post_logout_redirect_uris).toEqual([
      A,
    ]);
    const none = await change(id, { post_logout_redirect_uris: [] });
    expect([none.status, none.body.post_logout_redirect_uris]).toEqual([200, undefined]);
    expect(await stored(id)).toEqual([]);
  });

  it('are registered by POST /applications, and come in forms as a repeated field', async () => {
    const more = { post_logout_redirect_uris: [A] };
    const application = await create(more, await freshToken(stack), '/applications');
    expect(await stored(application.body.client_id)).toEqual([A]);
    const form = `client_name=New&redirect_uri=${A}&post_logout_redirect_uris=${A}&post_logout_redirect_uris=${B}`;
    expect((await send(stack, 'POST', '/client', ops, form)).body.post_logout_redirect_uris).toEqual([A, B]);
  });

  it.each([
    ['an eleventh', TOO_MANY, 'post_logout_redirect_uris'],
    ['one twice', [A, A], 'post_logout_redirect_uris'],
    ['a fragment', [A, `${B}#x`], 'post_logout_redirect_uris.1'],
    ['http on a host that is not in the settings', ['http://a.example/'], 'post_logout_redirect_uris.0'],
    ['a parameter of ours', [`${A}?state=x`], 'post_logout_redirect_uris.0'],
  ])('are refused for %s: 400 that names the field', async (_what, uris, path) => {
    expect(field(await create({ post_logout_redirect_uris: uris }))).toEqual([400, path]);
    expect(field(await change(C1.clientId, { post_logout_redirect_uris: uris }))).toEqual([400, path]);
    const administrator = await freshToken(stack);
    const application = await create({ post_logout_redirect_uris: uris }, administrator, '/applications');
    expect(field(application)).toEqual([400, path]);
  });

  it('send no mail when changed', async () => {
    await stack.db.many(sql`delete from identity.mails`);
    expect((await change(C1.clientId, { post_logout_redirect_uris: [A] })).status).toBe(200);
    expect(await stack.db.many(sql`select 1 from identity.mails`)).toEqual([]);
  });
});
