import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { AuditLog } from '../../edge/audit/index.js';
import { AccessDenied } from '../../edge/errors/index.js';
import { answeredBefore, type StoredRequest } from '../../sign-in/login/index.js';
import { ConsentContext } from './consent-context.js';
import { isNewClient, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { NewClients } from './new-clients.js';
import { errorReturn, returnWith, type BrowserReturn } from './redirect.js';
import { AuthorizationResponse, type Credentials } from './response.js';
import type { Decision } from './steps.js';

/**
 * How an answered request ends: a redirect to the client, a page with credentials, or a refusal. If a right was
 * revoked meanwhile, the request continues with the remaining steps.
 */
export type AuthorizeResult =
  | BrowserReturn
  | { credentials: Credentials; clientName: string }
  | 'refused'
  | 'right ended';

/** Rolls the transaction back: a condition of the answer has ended meanwhile. */
class RightEnded extends Error {}

/** Rolls the transaction back: the portal has blocked this client meanwhile. */
class ClientBlocked extends Error {}

interface ConsentedClient {
  clientId: string;
  clientSecret?: string;
  clientName: string;
}

/** Records the person's only answer to an authorization request. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly database: Database,
    private readonly queries: AuthorizeQueries,
    private readonly context: ConsentContext,
    private readonly newClients: NewClients,
    private readonly response: AuthorizationResponse,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The person consents.
   * @throws PageError when the request has already been answered, also by a concurrent answer
   */
  allow(waiting: StoredRequest<AuthorizationRequest>, decision: Decision): Promise<AuthorizeResult> {
    return this.#grant(waiting, decision, true);
  }

  /**
   * Continues with an earlier consent without renewing it, because the person was not asked.
   * @throws PageError as {@link allow}
   */
  respond(waiting: StoredRequest<AuthorizationRequest>, decision: Decision): Promise<AuthorizeResult> {
    return this.#grant(waiting, decision, false);
  }

  async #grant(
    waiting: StoredRequest<AuthorizationRequest>,
    decision: Decision,
    wasAsked: boolean,
  ): Promise<AuthorizeResult> {
    const { request } = waiting;
    const write = this.database.write(async (tx) => {
      if (!(await this.queries.answer(tx, waiting))) throw answeredBefore(waiting);
      if (!(await this.context.lock(tx, request, decision))) throw new RightEnded();
      const granted = isNewClient(request)
        ? await this.newClients.register(tx, request, decision)
        : { clientId: decision.client!.clientId, clientName: decision.client!.name };
      if (wasAsked) await this.#remember(tx, granted.clientId, decision);
      return this.#outcome(tx, request, decision, granted);
    });
    return write.catch((error: unknown) => {
      if (error instanceof RightEnded) return 'right ended';
      if (error instanceof ClientBlocked) return this.deny(waiting, decision);
      throw error;
    });
  }

  async #remember(
    tx: Transaction,
    clientId: string,
    { account, session, scopes, openidScopes }: Decision,
  ): Promise<void> {
    const { portalId, accountId } = account;
    await this.queries.saveConsent(
      tx,
      { portalId, accountId, clientId, scopes, openidScopes },
      this.clock.now(),
    );
    await this.audit.record(tx, {
      event: 'consent.given',
      portalId,
      accountId,
      personId: session.personId,
      clientId,
      details: { scopes: [...scopes, ...openidScopes].join(' ') },
    });
  }

  /** Whether the portal does not admit this client; then no consent is requested. */
  async isClosed({ account, client }: Decision): Promise<boolean> {
    if (!client) return false;
    const { portalId } = account;
    return this.context.isClosed({ portalId, clientId: client.clientId });
  }

  /**
   * Redirects a registered client with `access_denied`; a client not yet created gets no redirect (RFC 6749 4.1.2.1).
   */
  async deny(
    waiting: StoredRequest<AuthorizationRequest>,
    decision: Pick<Decision, 'session'> & Partial<Decision>,
  ): Promise<AuthorizeResult> {
    const { request } = waiting;
    await this.database.write(async (tx) => {
      if (!(await this.queries.answer(tx, waiting))) throw answeredBefore(waiting);
      await this.audit.record(tx, {
        event: 'consent.refused',
        portalId: decision.account?.portalId ?? null,
        accountId: decision.account?.accountId ?? null,
        personId: decision.session.personId,
        clientId: 'clientId' in request.client ? request.client.clientId : null,
      });
    });
    if (isNewClient(request)) return 'refused';
    return errorReturn(this.response.getReturnAddress(request), new AccessDenied());
  }

  async #outcome(
    tx: Transaction,
    request: AuthorizationRequest,
    { account, scopes, openidScopes, session }: Decision,
    { clientId, clientSecret, clientName }: ConsentedClient,
  ): Promise<AuthorizeResult> {
    const isNew = clientSecret !== undefined;
    if (!request.redirects && isNew) return { credentials: { clientId, clientSecret }, clientName };
    const parameters = await this.response.parameters(tx, request, {
      clientId,
      account,
      scopes,
      openidScopes,
      session,
    });
    // read after the locks of issuing, which prevent a concurrent block
    if (!isNew && (await this.context.isClosed({ portalId: account.portalId, clientId }, tx))) {
      throw new ClientBlocked();
    }
    if (!parameters) throw new RightEnded();
    if (!request.redirects) return { credentials: { code: parameters['code']! }, clientName };
    const newCredentials = isNew ? { client_id: clientId, client_secret: clientSecret } : {};
    return returnWith(this.response.getReturnAddress(request), { ...parameters, ...newCredentials });
  }
}
