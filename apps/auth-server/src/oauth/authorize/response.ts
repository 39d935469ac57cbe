import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, type OpenidScope, type Scope } from '@app/contracts';
import type { Transaction } from '@app/database';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { Settings } from '../../config.js';
import type { PersonsAccount } from '../../edge/people/index.js';
import { isFresh, type Session } from '../../edge/sessions/index.js';
import { listMethods, OpenidSids } from '../openid/index.js';
import { CodeQueries, FamilyQueries, newFamilyId, TokenIssuer } from '../token/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { ReturnAddress } from './redirect.js';

/** The answer to redirect=false (contract 3.40). */
export type Credentials = { clientId: string; clientSecret: string } | { code: string };

interface Grantee {
  clientId: string;
  account: PersonsAccount;
  scopes: Scope[];
  openidScopes: OpenidScope[];
  session: Session;
}

/** Creates the parameters of a successful authorization response (contract 3.32). */
@Injectable()
export class AuthorizationResponse {
  constructor(
    private readonly codes: CodeQueries,
    private readonly issuer: TokenIssuer,
    private readonly families: FamilyQueries,
    private readonly sids: OpenidSids,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'AUTH_PUBLIC_URL'>,
  ) {}

  /** The URL of the answer to a request, and its form. */
  getReturnAddress(request: AuthorizationRequest): ReturnAddress {
    return {
      redirectUri: request.redirectUri,
      mode: request.responseType === 'token' ? 'fragment' : request.responseMode,
      state: request.state,
      iss: request.sendsIss ? this.settings.AUTH_PUBLIC_URL : undefined,
    };
  }

  /** @returns undefined when the client or the account is no longer active. */
  parameters(
    tx: Transaction,
    request: AuthorizationRequest,
    grantee: Grantee,
  ): Promise<Record<string, string> | undefined> {
    return request.responseType === 'code' ? this.#code(tx, request, grantee) : this.#token(tx, grantee);
  }

  /** RFC 6749 4.1.2 */
  async #code(tx: Transaction, request: AuthorizationRequest, grantee: Grantee) {
    const { clientId, account, scopes, openidScopes, session } = grantee;
    const { portalId, accountId } = account;
    const now = this.clock.now();
    const authenticatedAt = isFresh(session, now) ? session.authenticatedAt : undefined;
    const { redirectUri, codeChallenge, nonce } = request;
    const openid = {
      openidScopes,
      nonce,
      authTime: session.authenticatedAt,
      amr: listMethods(session),
      openidSid: this.sids.create(session.id, clientId),
    };
    const code = await this.codes.add(
      tx,
      {
        clientId,
        portalId,
        accountId,
        redirectUri,
        scopes,
        codeChallenge,
        byOwnLogin: session.byPassword,
        factorTime: session.factorTime,
        authenticatedAt,
        ...(openidScopes.length > 0 && { openid }),
      },
      now,
    );
    return code === undefined ? undefined : { code };
  }

  /** RFC 6749 4.2.2; `token` is what the specification calls it. */
  async #token(tx: Transaction, { clientId, account, scopes, session }: Grantee) {
    const { portalId, accountId } = account;
    const id = newFamilyId();
    const issued = await this.issuer.issue(tx, { clientId }, { portalId, accountId }, id, scopes);
    if (!issued) return undefined;
    const { byPassword: byOwnLogin, factorTime } = session;
    const family = { id, portalId, accountId, clientId, scopes, byOwnLogin, factorTime };
    await this.families.openForOneToken(tx, family, this.clock.now());
    tx.afterCommit(() => metrics.oauth_tokens_issued_total.inc({ grant: 'implicit' }));
    return {
      access_token: issued.accessToken,
      token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: String(ACCESS_TOKEN_SECONDS),
      scope: issued.scopes.join(' '),
    };
  }
}
