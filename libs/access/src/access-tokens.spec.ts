import { claimsExample } from '@app/contracts';
import { alterCharacter, TestClock } from '@app/testing';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AccessTokens } from './access-tokens.js';
import type { KeySource, VerificationKey } from './keys/key-source.js';
import type { RevocationReader } from './revocation/revocation-reader.js';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const issuer = 'https://auth.test';
const audience = 'https://api.test';

describe('access tokens that are sent again', () => {
  const clock = new TestClock();
  const published = new Map<string, VerificationKey>();
  const keys: KeySource = {
    isLoaded: true,
    find: (kid) => Promise.resolve(published.get(kid)),
    refresh: () => Promise.resolve(),
  };
  const revocations = { set: { covers: () => false } } as unknown as RevocationReader;
  const settings = { AUTH_PUBLIC_URL: issuer } as never;
  const tokens = () => new AccessTokens(keys, settings, audience, clock, revocations);

  async function publish(kid: string): Promise<PrivateKey> {
    const pair = await generateKeyPair('ES256', { extractable: true });
    published.set(kid, { kid, alg: 'ES256', pem: await exportSPKI(pair.publicKey) });
    return pair.privateKey;
  }
  const now = Math.floor(clock.now().getTime() / 1000);
  const sign = (key: PrivateKey, kid: string) =>
    new SignJWT({ ...claimsExample, aud: [audience], iss: issuer })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + 600)
      .sign(key);

  it('are found again, and no longer when their key is withdrawn or another has its name', async () => {
    const token = await sign(await publish('one'), 'one');
    const all = tokens();
    expect((await all.find(token))?.kid).toBe('one');
    expect(await all.find(token)).toEqual(await all.find(token));
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const forged = `${header}.${payload}.${alterCharacter(signature, 0)}`;
    expect(await all.find(forged)).toBeUndefined();

    const { one } = Object.fromEntries(published);
    published.delete('one');
    expect(await all.find(token)).toBeUndefined();
    await publish('one');
    expect(await all.find(token)).toBeUndefined();
    published.set('one', one!);
    expect((await all.find(token))?.kid).toBe('one');
  });

  it('are found, but have no subject, once they have expired', async () => {
    const token = await sign(await publish('two'), 'two');
    const all = tokens();
    expect(await all.findActor(token)).toBeDefined();
    clock.advance(700);
    expect(await all.findActor(token)).toBeUndefined();
    expect(await all.find(token)).toBeDefined();
  });

  it('keep no memory of the body that contained them', async () => {
    const key = await publish('three');
    const all = tokens();
    const used = () => (collect(), process.memoryUsage().heapUsed);
    const find = async (count: number) => {
      for (let time = 0; time < count; time += 1) {
        const body = Buffer.from(`token=${await sign(key, 'three')}&more=${'x'.repeat(60_000)}`).toString();
        expect(await all.find(body.slice('token='.length, body.indexOf('&')))).toBeDefined();
      }
    };
    await find(20);
    const before = used();
    await find(100);
    expect((used() - before) / 100).toBeLessThan(20_000);
    expect(await all.find('')).toBeUndefined(); // still in use
  });
});
