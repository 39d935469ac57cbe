import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { BenchStack } from '../../bench-stack.js';

const client = { client_id: 'acme-app', client_secret: 'acme-app-secret' };

/** A bearer token for somebody in acme, by service_jwt: the client registers a key and acts for them. */
export async function requestToken(stack: BenchStack, email: string): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench' }] });
  await fetchToken(`${stack.auth}/client/${client.client_id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await stack.token()}` },
    body: new URLSearchParams({ jwks }),
  });
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setIssuer(client.client_id)
    .setSubject(email)
    .setAudience(`${stack.auth}/oauth/token`)
    .setIssuedAt()
    .setExpirationTime('2m')
    .setJti(randomUUID())
    .sign(privateKey);
  const body = new URLSearchParams({ ...client, grant_type: 'service_jwt', jwt });
  return (await fetchToken(`${stack.auth}/oauth/token`, { method: 'POST', body })).access_token!;
}

async function fetchToken(url: string, init: RequestInit): Promise<{ access_token?: string }> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { access_token?: string };
}
