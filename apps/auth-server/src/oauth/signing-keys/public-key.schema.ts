import { z } from 'zod';

/** RFC 7517 4; EC or RSA, depending on the algorithm. */
const Jwk = z
  .looseObject({
    kty: z.enum(['EC', 'RSA']),
    kid: z.string(),
    alg: z.enum(['ES256', 'RS256']),
    use: z.literal('sig'),
  })
  .meta({ id: 'Jwk' });

const keySetExample = {
  keys: [
    {
      kty: 'EC' as const,
      crv: 'P-256',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
      kid: '2026-01',
      alg: 'ES256' as const,
      use: 'sig' as const,
    },
  ],
};

/** RFC 7517 5 */
export const PublishedKeySet = z
  .object({ keys: z.array(Jwk).describe('The one that currently signs comes first.') })
  .meta({ id: 'KeySet', example: keySetExample });

/** A key as PEM, for the examples of the OpenAPI document. */
export const PEM_EXAMPLE =
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMKBCTNIcKUSDii11ySs3526iDZ8A\niTo7Tu6KPAqv7D7gS2XpJFbZiItSs3m9+9Ue6GnvHw/GW2ZZaVtszggXIw==\n-----END PUBLIC KEY-----\n';

/** A JWK Set, together with the current signing key as PEM (contract 3.22). */
export const PublicKey = PublishedKeySet.extend({
  public_key: z.string().describe('PEM (SPKI) of the key that currently signs.'),
  alg: z.string(),
  kid: z.string(),
}).meta({
  id: 'PublicKey',
  example: {
    ...keySetExample,
    public_key: PEM_EXAMPLE,
    alg: 'ES256',
    kid: '2026-01',
  },
});
