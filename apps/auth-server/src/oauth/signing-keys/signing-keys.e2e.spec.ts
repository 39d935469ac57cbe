import { schedule } from '@app/access';
import { type Database, openDatabase, sql } from '@app/database';
import { KeyRotation, SigningKeyQueries } from '@app/signing-keys';
import { decodeProtectedHeader, type JWK } from 'jose';
import { C1, startServer, useAuthServers } from '../../../test/auth-stack.js';
import { signIn, verifyIdToken } from '../../../test/openid.js';
import { bearer, expectRefusal, get, post, token } from '../../../test/requests.js';
import { KeyRing } from './index.js';
import { IdTokenHints } from '../openid/index.js';

const stack = useAuthServers();
const readKid = (text: string | undefined): string => decodeProtectedHeader(text!).kid!;
const published = async (path: string): Promise<JWK[]> => (await get(`${stack.url}${path}`)).body.keys;
const keySet = () => published('/.well-known/jwks.json');
const kidsIn = (table: string) =>
  stack.db.many<{ kid: string; alg: string }>(sql`
    select kid, alg from ${sql.raw(table)} order by signs_from`);

afterEach(async () => {
  for (const app of stack.apps.splice(1)) await app.close();
  stack.urls.splice(1);
});

/** contract 3.55 */
describe('the keys of ID tokens', () => {
  it('are in the key set after the keys of access tokens, and not at /oauth/public-key', async () => {
    const [accessKeys, idKeys] = [await kidsIn('auth.signing_keys'), await kidsIn('auth.id_token_keys')];
    expect((await keySet()).map(({ kid, alg }) => [kid, alg])).toEqual([
      [accessKeys[0]!.kid, 'ES256'],
      [idKeys[0]!.kid, 'RS256'],
    ]);
    expect((await published('/oauth/public-key')).map(({ kid }) => kid)).toEqual([accessKeys[0]!.kid]);
    const answer = await get(`${stack.url}/oauth/public-key?kid=${idKeys[0]!.kid}`);
    expectRefusal(answer, 404, 'invalid_request');
  });

  it('never sign access tokens; auth.signing_keys, the only table the previous version reads, has no key of ID tokens', async () => {
    const { access_token: accessToken, id_token: idToken } = await signIn(stack);
    const [accessKeys, idKeys] = [await kidsIn('auth.signing_keys'), await kidsIn('auth.id_token_keys')];
    expect([readKid(accessToken), readKid(idToken)]).toEqual([accessKeys[0]!.kid, idKeys[0]!.kid]);
    expect([accessKeys.length, idKeys.length]).toEqual([1, 1]);
  });

  it('are replaced by a starting server when the current one cannot be read', async () => {
    const before = (await signIn(stack)).id_token;
    const kid = readKid(before);
    await stack.db.many(sql`update auth.id_token_keys set private_sealed = '\\x00' where kid = ${kid}`);
    await startServer(stack);
    await stack.apps[0]!.get(KeyRing).reload();
    expect(readKid((await signIn(stack)).id_token)).not.toBe(kid);
    await verifyIdToken(stack, before);
    const [current] = await stack.db.many<{ parked_reason: string }>(sql`
      select parked_reason from auth.id_token_keys where kid = ${kid}`);
    expect(current!.parked_reason).toBe('private_key_unreadable');
  });
});

/** contract 3.21 */
describe('an ID token', () => {
  it.each(['RS256', 'ES256'] as const)(
    'signed with %s is no access token, refresh token, code or assertion',
    async (alg) => {
      const client = { ...C1, clientId: `of-${alg}`, idTokenAlg: alg };
      await stack.register(client);
      const { id_token: idToken } = await signIn(stack, {}, { client });
      await verifyIdToken(stack, idToken, client.clientId);
      for (const path of ['/oauth/validate', '/oauth/userinfo', '/client', '/applications']) {
        const answer = await get(`${stack.url}${path}`, bearer(idToken!));
        expect([path, answer.status]).toEqual([path, 401]);
      }
      const credentials = { client_id: client.clientId, client_secret: client.secret };
      const introspected = await post(`${stack.url}/oauth/introspect`, { ...credentials, token: idToken! });
      expect(introspected.body).toEqual({ active: false });
      const asRefresh = { grant_type: 'refresh_token', refresh_token: idToken! };
      expectRefusal(await token(stack, { ...credentials, ...asRefresh }), 400, 'invalid_grant');
      expectRefusal(
        await token(stack, { ...credentials, grant_type: 'service_jwt', jwt: idToken! }),
        400,
        'invalid_grant',
      );
    },
  );
});

/** Moves the clock past the times at which other tests sign. */
describe('keys of ID tokens that are rotated', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ url: stack.database.urls.auth, applicationName: 'x', poolSize: 2 });
  });
  afterAll(() => database.dataSource.destroy());
  afterEach(() => stack.clock.reset());
  const reload = () => stack.apps[0]!.get(KeyRing).reload();

  it('publish the next key in advance, sign with it on schedule, and keep the old one for earlier tokens', async () => {
    const settings = { SECRETS_KEY: stack.settings['SECRETS_KEY']!, SIGNING_ALG: 'RS256' as const };
    const queries = new SigningKeyQueries(database, 'ID tokens');
    const rotation = new KeyRotation(database, queries, stack.clock, settings, schedule);
    const before = (await signIn(stack)).id_token!;
    const next = await rotation.rotate();
    await reload();
    expect((await keySet()).map(({ kid }) => kid)).toContain(next);
    expect(readKid((await signIn(stack)).id_token)).toBe(readKid(before));
    stack.clock.advance(2 * 3600 + 61);
    await reload();
    expect(readKid((await signIn(stack)).id_token)).toBe(next);
    const hints = stack.apps[0]!.get(IdTokenHints);
    expect(await hints.verify(before)).toMatchObject({ sub: '101', aud: C1.clientId, portalId: 1 });
    stack.clock.advance(13 * 3600);
    await rotation.keepSchedule();
    await reload();
    expect((await keySet()).map(({ kid }) => kid)).not.toContain(readKid(before));
    expect(await hints.verify(before)).toBeUndefined();
    const audit = await stack.db.many<{ event: string }>(sql`
      select distinct event from auth.audit_log where details ->> 'of' = 'ID tokens' order by event`);
    expect(audit.map(({ event }) => event)).toEqual([
      'signing_key.parked',
      'signing_key.published',
      'signing_key.removed',
    ]);
  });
});

describe('a signing key that cannot be read', () => {
  const issue = async (url = stack.url) => {
    const server = stack.urls.indexOf(url);
    const answer = await token(stack, { grant_type: 'client_credentials' }, { server });
    expect(answer.status).toBe(200);
    return answer.body.access_token as string;
  };
  const statusAt = async (url: string, text: string) =>
    (await get(`${url}/oauth/validate`, bearer(text))).status;
  const published = async (url = stack.url) =>
    ((await get(`${url}/.well-known/jwks.json`)).body.keys as { kid: string }[]).map(({ kid }) => kid);
  const damage = (kid: string, set: string) =>
    stack.db.many(sql`update auth.signing_keys set ${sql.raw(set)} where kid = ${kid}`);
  const readReason = async (kid: string) =>
    (
      await stack.db.many<{ parked_reason: string | null }>(sql`
        select parked_reason from auth.signing_keys where kid = ${kid}`)
    )[0]?.parked_reason;
  const reloadAll = async () => {
    for (const app of stack.apps) await app.get(KeyRing).reload();
  };
  beforeAll(async () => {
    // allows damage that a constraint would refuse
    await stack.db.many(sql`alter table auth.signing_keys drop constraint signing_keys_alg_check`);
  });

  it.each([
    ['private half', `private_sealed = '\\x00'`, 'private_key_unreadable', true],
    ['public half', `public_jwk = '[]'`, 'public_key_unreadable', false],
    ['public half, null in JSON', `public_jwk = 'null'`, 'public_key_unreadable', false],
  ])(
    'because of its %s: running servers continue, a starting one replaces it, and its signatures stay valid',
    async (_, set, reason, isPublished) => {
      const before = await issue();
      const kid = readKid(before);
      await damage(kid, set);
      await stack.apps[0]!.get(KeyRing).reload();
      expect(readKid(await issue())).toBe(kid);

      const second = await startServer(stack);
      const after = await issue(second);
      expect(readKid(after)).not.toBe(kid);
      expect(await readReason(kid)).toBe(reason);
      await reloadAll();
      expect(readKid(await issue())).toBe(readKid(after));
      for (const url of stack.urls) expect(await statusAt(url, after)).toBe(200);
      // asked directly: servers in one process share the strategy of the one started last
      expect(stack.apps[0]!.get(KeyRing).find(kid)).toBeDefined();
      expect((await published(second)).includes(kid)).toBe(isPublished);
      expect(await statusAt(second, before)).toBe(isPublished ? 200 : 401);
      expect(stack.log.join('')).toContain(reason);
    },
  );

  it('with a damaged algorithm column still works, because its public half has the algorithm too', async () => {
    const kid = readKid(await issue());
    await damage(kid, `alg = 'XX999'`);
    const second = await startServer(stack);
    expect(readKid(await issue(second))).toBe(kid);
    expect(await readReason(kid)).toBeNull();
  });

  it('is replaced once by servers that start at the same time', async () => {
    const kid = readKid(await issue());
    await damage(kid, `private_sealed = '\\x00'`);
    const [before] = await stack.db.many<{ count: number }>(sql`select count(*)::int from auth.signing_keys`);
    const urls = await Promise.all([startServer(stack), startServer(stack), startServer(stack)]);
    const [after] = await stack.db.many<{ count: number }>(sql`select count(*)::int from auth.signing_keys`);
    expect(after!.count).toBe(before!.count + 1);
    await reloadAll();
    expect(new Set(await Promise.all(urls.map(async (url) => readKid(await issue(url)))))).toEqual(
      new Set([readKid(await issue())]),
    );
  });

  it('is skipped as the next key when the current one is revoked', async () => {
    const rotation = stack.apps[0]!.get(KeyRotation);
    const next = await rotation.rotate();
    await damage(next, `private_sealed = '\\x00'`);
    await startServer(stack);
    expect(await readReason(next)).toBe('private_key_unreadable');
    const kid = readKid(await issue());
    const now = await rotation.revoke(kid);
    expect([kid, next]).not.toContain(now);
    await reloadAll();
    expect(readKid(await issue())).toBe(now);
  });

  it('can be read again once it has been repaired', async () => {
    const [row] = await stack.db.many<{ kid: string; private_sealed: Buffer }>(sql`
      select kid, private_sealed from auth.signing_keys where parked_reason is null and revoked_at is null
       order by signs_from desc limit 1`);
    await damage(row!.kid, `parked_reason = 'private_key_unreadable'`);
    await startServer(stack);
    expect(await readReason(row!.kid)).toBeNull();
  });
});
