import { SignJWT, generateKeyPair } from 'jose';
import { verifyAssertion, type ExpectedAssertion } from './assertion.js';

const now = new Date('2026-01-31T12:00:00Z');
const expected = (key: ExpectedAssertion['key']): ExpectedAssertion => ({
  clientId: 'c1-app',
  audiences: ['https://auth.test'],
  now,
  key,
});
const signed = async (kid: string) => {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ iss: 'c1-app' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
};

describe('verifyAssertion', () => {
  it('rethrows errors of the key lookup: an outage is not a bad assertion', async () => {
    const away = new Error('the database is away');
    const verification = verifyAssertion(
      await signed('k1'),
      expected(() => Promise.reject(away)),
    );
    await expect(verification).rejects.toBe(away);
  });

  it('looks up no key for an impossible kid', async () => {
    const look = jest.fn<Promise<undefined>, [object]>();
    for (const kid of ['a\0b', 'x'.repeat(101), 'with blank', '']) {
      expect(await verifyAssertion(await signed(kid), expected(look))).toBe('kid unknown');
    }
    expect(look).not.toHaveBeenCalled();
  });

  it('calls an assertion without a readable header malformed', async () =>
    expect(await verifyAssertion('a.b.c', expected(jest.fn()))).toBe('malformed'));
});
