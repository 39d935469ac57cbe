import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import { createPublicKey } from 'node:crypto';

export const signingAlgorithms = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A newly generated key pair: the private half as PKCS#8, to be sealed before it is stored. */
export interface NewKey {
  kid: string;
  alg: SigningAlgorithm;
  publicJwk: JWK;
  privatePem: string;
}

/** Generates a key pair; its `kid` is the RFC 7638 thumbprint of the public half. */
export async function generateSigningKey(alg: SigningAlgorithm): Promise<NewKey> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    kid,
    alg,
    publicJwk: { ...jwk, kid, alg, use: 'sig' },
    privatePem: await exportPKCS8(pair.privateKey),
  };
}

export const toPem = (jwk: JWK): string =>
  createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
