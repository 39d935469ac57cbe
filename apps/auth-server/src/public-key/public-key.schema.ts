import { z } from 'zod';

/** RFC 7517 4; EC or RSA by the algorithm. */
const Jwk = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  kid: z.string(),
  alg: z.enum(['ES256', 'RS256']),
  use: z.literal('sig'),
});

/** RFC 7517 5 */
export const KeySet = z
  .object({ keys: z.array(Jwk).describe('The one that currently signs comes first.') })
  .meta({ id: 'KeySet' });

/** A JWK Set, with the key that signs now as PEM beside it (wire contract section 3). */
export const PublicKey = KeySet.extend({
  public_key: z.string().describe('PEM (SPKI) of the key that currently signs.'),
  alg: z.string(),
  kid: z.string(),
});
