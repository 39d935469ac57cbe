import { limits } from '@app/limits';
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';

export const clientKeyAlgs = ['ES256', 'RS256', 'EdDSA'] as const;
export type ClientKeyAlg = (typeof clientKeyAlgs)[number];

const algorithmOf: Record<string, ClientKeyAlg> = {
  'EC P-256': 'ES256',
  'RSA ': 'RS256',
  'OKP Ed25519': 'EdDSA',
};
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;
/** Ids of registered keys. */
export const kidGrammar = /^[A-Za-z0-9._~-]{1,100}$/;
const maxClientKeys = limits.client_keys.most;

/** A client's public key as registered, with the one algorithm it may be used with. */
export interface RegisteredKey {
  kid: string;
  alg: ClientKeyAlg;
  jwk: JWK;
}

/**
 * Parses the public keys in a JWK Set that a client registers for service_jwt. Only public members are kept.
 * @throws RangeError that describes the fault
 */
export async function readClientKeys(text: string): Promise<RegisteredKey[]> {
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { keys?: unknown }).keys;
  } catch {
    throw new RangeError('must be a JWK Set in JSON');
  }
  if (!Array.isArray(keys) || keys.length > maxClientKeys) {
    throw new RangeError(`must be a JWK Set of at most ${maxClientKeys} keys`);
  }
  const registered = await Promise.all((keys as JWK[]).map(readKey));
  if (new Set(registered.map(({ kid }) => kid)).size !== registered.length) {
    throw new RangeError('contains a kid twice');
  }
  return registered;
}

async function readKey(givenJwk: JWK): Promise<RegisteredKey> {
  if (typeof givenJwk !== 'object' || givenJwk === null)
    throw new RangeError('contains something that is not a key');
  if ('d' in givenJwk || 'k' in givenJwk) throw new RangeError('must contain public keys only');
  const alg = algorithmOf[`${givenJwk.kty} ${givenJwk.crv ?? ''}`];
  if (!alg || (givenJwk.alg !== undefined && givenJwk.alg !== alg)) {
    throw new RangeError('contains a key that is not for ES256, RS256 or EdDSA');
  }
  const jwk = Object.fromEntries(
    publicMembers.flatMap((member) => (givenJwk[member] === undefined ? [] : [[member, givenJwk[member]]])),
  ) as unknown as JWK;
  if (alg === 'RS256' && Buffer.from(String(jwk.n), 'base64url').length < 256) {
    throw new RangeError('contains an RSA key of less than 2,048 bits');
  }
  try {
    await importJWK(jwk, alg);
  } catch {
    throw new RangeError('contains a key that cannot be read');
  }
  const kid = givenJwk.kid ?? (await calculateJwkThumbprint(jwk));
  if (!kidGrammar.test(kid)) throw new RangeError('contains a kid with characters that are not allowed');
  return { kid, alg, jwk };
}
