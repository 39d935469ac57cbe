import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { RefusalRecorder } from '../../../edge/audit/index.js';
import type { Client } from '../../../applications/clients/index.js';
import { InvalidGrant } from '../../../edge/errors/index.js';
import { isRegisteredRedirectUri } from '../../../applications/clients/index.js';
import { IdTokens, readLogin } from '../../openid/index.js';
import { verifiesChallenge } from '../pkce.js';
import { CodeQueries, type CodeRow } from '../code.queries.js';
import { FamilyQueries } from '../family.queries.js';
import { SingleUse } from '../single-use.js';
import { TokenIssuer } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';

const refused = (detail: string) =>
  new InvalidGrant(
    'The code is invalid, expired or already used, or something sent with it does not match.',
    {
      hint: 'A code is valid for 60 seconds and works once; redirect_uri and code_verifier must belong to it.',
      detail,
    },
  );

/** Rolls the transaction back: another request has used the code, or a right has been revoked. */
class CodeConsumed extends Error {}

type CodeRequest = RequestOf<'authorization_code'>;

/** RFC 6749 4.1.3 and RFC 7636 4.6. */
@Injectable()
export class AuthorizationCodeGrant implements Grant<'authorization_code'> {
  constructor(
    private readonly database: Database,
    private readonly codes: CodeQueries,
    private readonly families: FamilyQueries,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly singleUse: SingleUse,
    private readonly refusals: RefusalRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async redeem(request: CodeRequest, client: Client): Promise<TokenResponse> {
    const code = await this.codes.find(request.code);
    if (!code) throw refused('unknown');
    if (code.clientId !== client.clientId) {
      await this.#record(code, client, 'of another client');
      throw refused('of another client'); // 10.5; the code stays valid for its own client
    }
    if (code.usedAtMs !== null) return this.#refuseReuse(code, code.usedAtMs);
    if (code.expiresAt <= this.clock.now()) throw refused('expired'); // 4.1.2
    const mismatch = findMismatch(request, code, client);
    if (mismatch !== undefined) return this.#burn(code, client, mismatch);
    try {
      return await this.#exchange(code, client);
    } catch (error) {
      if (!(error instanceof CodeConsumed)) throw error;
      const usedAtMs = (await this.codes.find(request.code))?.usedAtMs ?? null;
      if (usedAtMs === null) throw refused('ended');
      return this.#refuseReuse(code, usedAtMs);
    }
  }

  #exchange(code: CodeRow, client: Client): Promise<TokenResponse> {
    const { familyId, portalId, accountId, clientId, scopes, byOwnLogin, factorTime, nonce } = code;
    const now = this.clock.now();
    const subject = { portalId, accountId };
    const openid = readLogin(code);
    return this.database.write(async (tx) => {
      const issued = await this.issuer.issue(tx, client, subject, familyId, scopes, openid?.openidScopes);
      if (!issued) throw refused('the person or the client is no longer active');
      const { accessToken } = issued;
      const idToken =
        openid && (await this.idTokens.issue(tx, client, { ...subject, login: openid, nonce, accessToken }));
      const family = { id: familyId, ...subject, clientId, scopes, byOwnLogin, factorTime, openid };
      await this.families.open(tx, family, now);
      const refreshToken = client.grants.includes('refresh_token')
        ? await this.families.addToken(tx, family, now)
        : undefined;
      // last, because a concurrent use of the code waits for this transaction from here on
      if (!(await this.codes.consume(tx, code, now))) throw new CodeConsumed();
      return tokenResponse(issued, undefined, { refreshToken, idToken });
    });
  }

  /** Invalidates the code after a wrong verifier or redirect_uri from the right client. */
  async #burn(code: CodeRow, client: Client, reason: string): Promise<never> {
    await this.database.write((tx) => this.codes.consume(tx, code, this.clock.now()));
    await this.#record(code, client, reason);
    throw refused(reason);
  }

  /** @param code as it was found when this attempt began */
  async #refuseReuse(code: CodeRow, usedAtMs: number): Promise<never> {
    await this.singleUse.handleReuse({ kind: 'code', ...code }, { ...code, usedAtMs });
    throw refused('used already');
  }

  #record(code: CodeRow, client: Client, reason: string): Promise<void> {
    return this.refusals.refusal({
      event: 'code.refused',
      clientId: client.clientId,
      accountId: code.accountId,
      portalId: code.portalId,
      details: { reason, owner: code.clientId },
    });
  }
}

/** The parameter that does not match the code; undefined if all match. */
function findMismatch(request: CodeRequest, code: CodeRow, client: Client): string | undefined {
  if (request.redirect_uri !== code.redirectUri) return 'redirect_uri differs'; // 4.1.3
  if (!isRegisteredRedirectUri(code.redirectUri, client)) return 'redirect_uri is no longer registered';
  const { code_verifier: verifier } = request;
  if (code.codeChallenge === null) {
    return verifier === undefined ? undefined : 'code_verifier without a challenge'; // RFC 9700 4.8.2
  }
  if (verifier === undefined) return 'code_verifier missing';
  return verifiesChallenge(verifier, code.codeChallenge) ? undefined : 'code_verifier wrong'; // RFC 7636 4.6
}
