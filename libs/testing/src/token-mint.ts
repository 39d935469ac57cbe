import { listen } from '@app/local-services';
import { ACCESS_TOKEN_SECONDS, scopes as allScopes } from '@app/contracts';
import { unixSeconds, utcDay, type Clock } from '@app/kernel';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';

export interface TokenSubject {
  portal?: { id: number; name: string };
  account?: { id: number; email: string; first_name: string; last_name: string; roles: string[] };
  clientId?: string;
  scopes?: readonly string[];
}

/**
 * Signs access tokens like the authorization server and publishes its key set over HTTP, for tests of only the resource
 * API.
 */
export class TokenMint {
  private constructor(
    private readonly privateKey: Parameters<SignJWT['sign']>[0],
    private readonly server: Server,
    readonly issuer: string,
    private readonly audience: string,
    private readonly clock: Clock,
    private readonly nextSeq: () => Promise<number>,
  ) {}

  /** @param nextSeq draws from the sequence that numbers all tokens */
  static async open(audience: string, clock: Clock, nextSeq: () => Promise<number>): Promise<TokenMint> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'ES256', use: 'sig' };
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'public, max-age=3600');
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    const issuer = `http://127.0.0.1:${await listen(server)}`;
    return new TokenMint(privateKey, server, issuer, audience, clock, nextSeq);
  }

  /** @param claims further claims, or overrides of the usual ones */
  async sign(subject: TokenSubject, claims: Record<string, unknown> = {}): Promise<string> {
    const { portal, account, clientId = 'test-app', scopes = allScopes } = subject;
    const now = unixSeconds(this.clock.now());
    return new SignJWT({
      client_id: clientId,
      scope: scopes.join(' '),
      scopes: [...scopes],
      sid: `family-${randomBytes(9).toString('base64url')}`,
      seq: await this.nextSeq(),
      jti: `${utcDay(this.clock.now()).replaceAll('-', '')}_${randomBytes(20).toString('base64url')}`,
      ...(portal ? { portal_id: portal.id, portal_name: portal.name } : {}),
      ...(account
        ? {
            roles: account.roles,
            user: {
              id: account.id,
              email: account.email,
              first_name: account.first_name,
              last_name: account.last_name,
            },
          }
        : {}),
      iss: this.issuer,
      aud: [this.audience, this.issuer],
      sub: account ? String(account.id) : clientId,
      iat: now,
      nbf: now - 30,
      exp: now + ACCESS_TOKEN_SECONDS,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'test-key' })
      .sign(this.privateKey);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  }
}
