import { sql } from '@app/database';
import { KeyRotation } from '@app/signing-keys';
import { decodeProtectedHeader } from 'jose';
import { startServer, useAuthServers } from '../../../test/auth-stack.js';
import { bearer, get, token } from '../../../test/requests.js';
import { KeyRing } from './index.js';

describe('a signing key that cannot be read', () => {
  const stack = useAuthServers(1);
  const issue = async (url = stack.url) => {
    const server = stack.urls.indexOf(url);
    const answer = await token(stack, { grant_type: 'client_credentials' }, { server });
    expect(answer.status).toBe(200);
    return answer.body.access_token as string;
  };
  const readKid = (text: string) => decodeProtectedHeader(text).kid!;
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

  afterEach(async () => {
    for (const app of stack.apps.splice(1)) await app.close();
    stack.urls.splice(1);
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
