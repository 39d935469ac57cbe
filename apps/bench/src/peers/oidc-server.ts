import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { makeTable, PostgresAdapter } from './oidc-adapter.js';

// The library to compare with, as its documentation has it: opaque access tokens, which need no signature, each with
// a row in Postgres; its one client is in memory; no ID token. All of that is cheaper than what it is compared with.
const CLIENT = 'bench';
const SCOPE = 'api offline_access';

const port = Number(process.env['PORT']);
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: PostgresAdapter,
  jwks: { keys: [{ ...key, kid: 'bench', alg: 'ES256', use: 'sig' }] },
  clients: [
    {
      client_id: CLIENT,
      client_secret: process.env['CLIENT_SECRET'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['client_credentials', 'refresh_token', 'authorization_code'],
      response_types: ['code'],
      redirect_uris: ['https://bench.example/callback'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  scopes: ['openid', 'offline_access', 'api'],
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    devInteractions: { enabled: false },
  },
  cookies: { keys: ['bench'] },
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  ttl: { AccessToken: 43_200, ClientCredentials: 43_200, RefreshToken: 7_776_000, Grant: 7_776_000 },
  findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
});

/** A refresh token with its own family, as if after a login. */
async function refreshToken(): Promise<string> {
  const accountId = 'somebody';
  const grant = new provider.Grant({ clientId: CLIENT, accountId });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const client = await provider.Client.find(CLIENT);
  const authTime = Math.floor(Date.now() / 1000);
  const properties = { client, accountId, grantId, scope: SCOPE, gty: 'authorization_code', authTime };
  return new provider.RefreshToken({ ...properties, claims: {}, expiresWithSession: false }).save();
}

const answer = provider.callback();
void makeTable().then(() =>
  createServer((request, response) => {
    if (request.url === '/health/ready') return void response.end();
    if (request.url !== '/refresh-token') return answer(request, response);
    refreshToken().then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  }).listen(port, '127.0.0.1'),
);
