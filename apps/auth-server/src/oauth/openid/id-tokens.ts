import { Inject, Injectable } from '@nestjs/common';
import type { Reader } from '@app/database';
import { CLOCK, SETTINGS, unixSeconds, type Clock } from '@app/kernel';
import { createHash } from 'node:crypto';
import type { Client } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import { KeyRing, type TokenSigner } from '../signing-keys/index.js';
import { createClaims } from './openid-claims.js';
import { findLevel, type OpenidLogin } from './openid-login.js';
import { OpenidQueries } from './openid.queries.js';

export const ID_TOKEN_SECONDS = 3_600;

/** Seconds by which `iat` precedes the time of issuing, as in access tokens: clients' clocks may be slow. */
const SLOW_CLOCK_SECONDS = 30;

/** The grant of an ID token: its account and client, and the facts of its login. */
interface IdTokenGrant {
  portalId: number;
  accountId: number;
  login: OpenidLogin;
  /** The nonce of the authorization request; null after a refresh. */
  nonce: string | null;
  /** The access token that is issued together with the ID token. */
  accessToken: string;
}

/** Creates ID tokens (OpenID Connect Core 2 and 12.2, contract 3.63). */
@Injectable()
export class IdTokens {
  constructor(
    private readonly ring: KeyRing,
    private readonly queries: OpenidQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param reader the transaction of the exchange, which has checked that the account is active
   * @throws Error when there is no key to sign with
   */
  async issue(
    reader: Reader,
    { clientId, idTokenAlg }: Pick<Client, 'clientId' | 'idTokenAlg'>,
    { portalId, accountId, login, nonce, accessToken }: IdTokenGrant,
  ): Promise<string> {
    const signer = this.#signer(idTokenAlg);
    const account = await this.queries.account(portalId, accountId, reader);
    if (!account) throw new Error('cannot issue an ID token: the account is closed or does not exist');
    const { amr, authTime, openidSid, openidScopes } = login;
    const acr = findLevel(amr);
    const now = unixSeconds(this.clock.now());
    return signer.signIdToken({
      iss: this.settings.AUTH_PUBLIC_URL,
      aud: clientId,
      iat: now - SLOW_CLOCK_SECONDS,
      exp: now + ID_TOKEN_SECONDS,
      auth_time: unixSeconds(authTime),
      ...(nonce !== null && { nonce }),
      at_hash: halfHash(accessToken),
      ...(amr !== null && { amr, acr }),
      sid: openidSid,
      ...createClaims(account, new Set(openidScopes)),
    });
  }

  /** The key of access tokens if the client wants ES256 and that key is of ES256; otherwise the key of ID tokens. */
  #signer(alg: Client['idTokenAlg']): TokenSigner {
    const accessTokenKey = this.ring.current();
    return alg === 'ES256' && accessTokenKey.alg === alg
      ? accessTokenKey.signer
      : this.ring.idTokens.current().signer;
  }
}

/** OpenID Connect Core 3.1.3.6; RS256 and ES256 both hash with SHA-256. */
const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
