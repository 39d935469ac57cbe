import { readClientKeys } from '@app/clients';
import { sql } from '@app/database';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { randomUUID } from 'node:crypto';
import { C2, type AuthStack, c2Credentials } from './auth-stack.js';
import { token, type OAuthAnswer } from './requests.js';

/** A key pair whose public half is registered for a client. */
export interface AssertionKey {
  kid: string;
  alg: string;
  jwk: JWK;
  privateKey: CryptoKey;
}

export async function registerKey(stack: AuthStack, clientId: string, alg = 'ES256'): Promise<AssertionKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `${clientId}-${alg}-${randomUUID()}`;
  const [key] = await readClientKeys(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid }] }));
  await stack.db.many(sql`
    insert into auth.client_keys (client_id, kid, alg, jwk, created_time)
    values (${clientId}, ${kid}, ${alg}, ${JSON.stringify(key!.jwk)}, now())`);
  return { kid, alg, jwk: key!.jwk, privateKey };
}

/** A valid assertion, modified by the test; `undefined` removes a claim or header member. */
export async function assertion(
  stack: AuthStack,
  key: AssertionKey,
  clientId: string,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(stack.clock.now().getTime() / 1000);
  const all = {
    iss: clientId,
    sub: '103',
    aud: 'https://auth.test',
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
    ...claims,
  };
  const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const members = Object.fromEntries(
    Object.entries({ alg: key.alg, kid: key.kid, ...header }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader(members as unknown as JWTHeaderParameters)
    .sign(key.privateKey, { crit: { exp: false, custom: false } });
}

/** The answer of the token endpoint to an assertion of C2 for a person of portal A, unless the form says otherwise. */
export const assertPerson = async (
  stack: AuthStack,
  key: AssertionKey,
  sub: number | string,
  form: Record<string, string> = {},
): Promise<OAuthAnswer> =>
  token(stack, {
    ...c2Credentials,
    grant_type: 'service_jwt',
    portal_name: 'a.learning.localhost',
    jwt: await assertion(stack, key, C2.clientId, { sub: String(sub) }),
    ...form,
  });
