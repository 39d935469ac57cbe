import { Inject, Injectable } from '@nestjs/common';
import { administers, MAX_ID, type Scope } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { findPersonByEmail } from '@app/identity';
import { CLOCK, sha256, SETTINGS, type Clock } from '@app/kernel';
import { ApprovalQueries } from '../../../applications/approvals/index.js';
import { RefusalRecorder } from '../../../edge/audit/index.js';
import { ClientKeyQueries, type Client } from '../../../applications/clients/index.js';
import type { Settings } from '../../../config.js';
import { InvalidGrant, InvalidScope } from '../../../edge/errors/index.js';
import { PersonQueries } from '../../../edge/people/index.js';
import { assertPortalName, findRequestedPortalId } from '../portal-name.js';
import { requestedScopes, narrowToClient } from '../scope-narrowing.js';
import { TokenIssuer } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import { ASSERTION_SKEW_SECONDS, verifyAssertion, type AssertionClaims } from './assertion.js';
import type { Grant } from './grant.js';

/** The signer may learn what is wrong with the assertion, but nothing about people and portals. */
const refused = (detail: string, hint?: string) =>
  new InvalidGrant('The assertion is not accepted.', { detail, ...(hint && { hint: `Reason: ${hint}.` }) });

/**
 * RFC 7523 2.1, contract 3.8, 3.9 and 3.10: a client names the person it acts for in a JWT signed with its registered
 * key.
 */
@Injectable()
export class ServiceJwtGrant implements Grant<'service_jwt'> {
  constructor(
    private readonly database: Database,
    private readonly keys: ClientKeyQueries,
    private readonly approvals: ApprovalQueries,
    private readonly people: PersonQueries,
    private readonly issuer: TokenIssuer,
    private readonly refusals: RefusalRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async redeem(request: RequestOf<'service_jwt'>, client: Client): Promise<TokenResponse> {
    assertPortalName(request, client);
    const requested = requestedScopes(request.scope, client.scopes);
    const claims = await verifyAssertion(request.jwt, {
      clientId: client.clientId,
      audiences: [this.settings.AUTH_PUBLIC_URL, `${this.settings.AUTH_PUBLIC_URL}/oauth/token`],
      now: this.clock.now(),
      key: (header) => this.keys.find(client.clientId, header),
    });
    if (typeof claims === 'string') return this.#refuse(client, claims, claims);
    const portalId = await findRequestedPortalId(this.database, request, client);
    const accountId = portalId && (await this.#accountId(claims.sub, portalId));
    if (!portalId || !accountId) return this.#refuse(client, 'portal or sub unknown');
    return this.#issue(client, { portalId, accountId }, claims, requested);
  }

  async #issue(
    client: Client,
    subject: { portalId: number; accountId: number },
    claims: AssertionClaims,
    requested: Client['scopes'] | undefined,
  ): Promise<TokenResponse> {
    const expiresAt = new Date((claims.exp + ASSERTION_SKEW_SECONDS + 1) * 1000);
    const { clientId } = client;
    try {
      return await this.database.write(async (tx) => {
        const allowed = await this.#allowed(tx, client, subject.portalId, requested);
        const issued = await this.issuer.issueByAssertion(tx, clientId, subject, allowed.scopes);
        if (!issued) throw new GrantRefused('the person or the client is not active in this portal');
        if (issued.subject.personId === null) throw new GrantRefused('sub is an application');
        if (!allowed.forAdministrators && administers(issued.subject.roles!)) {
          throw new GrantRefused('the approval is not for administrators');
        }
        const isFirst = await this.keys.consume(tx, clientId, sha256(claims.jti), expiresAt); // RFC 7523 3 (7)
        if (!isFirst) throw new GrantRefused('used before', 'jti was used already');
        return tokenResponse(issued, requested);
      });
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      return this.#refuse(client, error.message, error.hint);
    }
  }

  /**
   * The scopes that the client may get: a bound client's own scopes in its own portal, otherwise those that the portal
   * has approved, locked until the transaction ends.
   * @throws GrantRefused if the portal has not approved the client; InvalidScope if a requested scope is not approved
   */
  async #allowed(
    tx: Transaction,
    client: Client,
    portalId: number,
    requested: Client['scopes'] | undefined,
  ): Promise<{ scopes: Scope[]; forAdministrators: boolean }> {
    if (client.portalId !== null) return { scopes: requested ?? client.scopes, forAdministrators: true };
    const now = this.clock.now();
    const approvalKey = { portalId, clientId: client.clientId };
    const approval = await this.approvals.lock(tx, approvalKey);
    if (!approval?.actsForPeople) throw new GrantRefused('the portal has not approved this');
    const unapproved = requested?.find((scope) => !approval.scopes.includes(scope));
    if (unapproved !== undefined) {
      throw new InvalidScope(`The portal has not approved the scope ${unapproved}.`, {
        hint: `Separated by spaces, any of: ${approval.scopes.join(' ') || 'none'}.`,
      });
    }
    await this.approvals.recordUse(tx, approvalKey, now);
    const { forAdministrators } = approval;
    return { scopes: narrowToClient(requested ?? client.scopes, approval.scopes), forAdministrators };
  }

  /** `sub` is an account id or an e-mail address. */
  async #accountId(sub: string, portalId: number): Promise<number | undefined> {
    if (/^[1-9]\d{0,9}$/.test(sub)) return Number(sub) <= MAX_ID ? Number(sub) : undefined;
    const person = await findPersonByEmail(this.database, sub);
    return person && (await this.people.accountIn(portalId, person.id, 'any'))?.accountId;
  }

  async #refuse(client: Client, reason: string, hint?: string): Promise<never> {
    const { clientId, portalId } = client;
    await this.refusals.refusal({
      event: 'assertion.refused',
      clientId,
      portalId,
      details: { reason },
    });
    throw refused(reason, hint);
  }
}

/** Rolls the transaction back, with the reason. */
class GrantRefused extends Error {
  /** @param hint the part of the reason that the signer may learn */
  constructor(
    reason: string,
    readonly hint?: string,
  ) {
    super(reason);
  }
}
