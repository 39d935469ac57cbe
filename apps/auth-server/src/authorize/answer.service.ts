import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { generateCredential, registerClient } from '@app/clients';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { ApprovalQueries } from '../approvals/index.js';
import { AuditLog } from '../audit/index.js';
import type { Settings } from '../config.js';
import { AccessDenied } from '../errors/index.js';
import { PersonQueries } from '../passwords/index.js';
import { SecondFactor } from '../second-factor/index.js';
import { SessionQueries } from '../sessions/index.js';
import type { Caller } from '../request/index.js';
import { answeredBefore, type KeptRequest } from '../login/index.js';
import { isNewClient, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { errorLocation, withParameters, type ReturnAddress } from './redirect.js';
import { AuthorizationResponse, type Credentials } from './response.js';
import type { Decision } from './steps.js';

/**
 * How an answered request ends: back at the client, on a page with credentials, or on a page that says no. Or it does
 * not end, because a right was taken away at the same moment, and it continues with what is left.
 */
export type Ending =
  { location: string } | { credentials: Credentials; clientName: string } | 'refused' | 'right ended';

/** Rolls the transaction back: what the answer is based on has ended meanwhile. */
class RightEnded extends Error {}

/** Rolls the transaction back: the portal has shut out this client meanwhile. */
class Closed extends Error {}

interface Granted {
  clientId: string;
  clientSecret?: string;
  clientName: string;
}

/** Takes the person's one answer to an authorization request. */
@Injectable()
export class AnswerService {
  constructor(
    private readonly database: Database,
    private readonly queries: AuthorizeQueries,
    private readonly people: PersonQueries,
    private readonly sessions: SessionQueries,
    private readonly factor: SecondFactor,
    private readonly response: AuthorizationResponse,
    private readonly approvals: ApprovalQueries,
    private readonly audit: AuditLog,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The person's own yes. @throws PageError when the request has already been answered, however many answers come at
   * once
   */
  allow(waiting: KeptRequest<AuthorizationRequest>, decision: Decision, caller: Caller): Promise<Ending> {
    return this.#grant(waiting, decision, caller, true);
  }

  /**
   * Continues with an earlier answer, which is not renewed by that, because nobody was asked. @throws PageError
   * likewise
   */
  respond(waiting: KeptRequest<AuthorizationRequest>, decision: Decision, caller: Caller): Promise<Ending> {
    return this.#grant(waiting, decision, caller, false);
  }

  async #grant(
    waiting: KeptRequest<AuthorizationRequest>,
    decision: Decision,
    caller: Caller,
    wasAsked: boolean,
  ): Promise<Ending> {
    const { request } = waiting;
    const write = this.database.write(async (tx) => {
      if (!(await this.queries.answer(tx, waiting))) throw answeredBefore(waiting);
      await this.#hold(tx, request, decision);
      const granted = isNewClient(request)
        ? await this.#registerNew(tx, request, decision, caller)
        : { clientId: decision.client!.clientId, clientName: decision.client!.name };
      if (wasAsked) await this.#remember(tx, granted.clientId, decision, caller);
      return this.#ending(tx, request, decision, granted);
    });
    return write.catch((error: unknown) => {
      if (error instanceof RightEnded) return 'right ended';
      if (error instanceof Closed) return this.deny(waiting, decision, caller);
      throw error;
    });
  }

  /**
   * Account, session and factor were read before the transaction: from here on they stay as they are until it ends.
   * They are locked in the order that blocking and turning off a factor use, and all before the locks of issuing, as
   * in a password change.
   * @throws RightEnded
   */
  async #hold(tx: Transaction, request: AuthorizationRequest, { account, session }: Decision): Promise<void> {
    const { portalId, accountId } = account;
    const roles = await this.people.noteLogin(tx, portalId, accountId, this.clock.now());
    if (!roles || (isNewClient(request) && !roles.includes('Administrator'))) throw new RightEnded();
    if (!(await this.sessions.hold(tx, session))) throw new RightEnded();
    if (!(await this.factor.holds(tx, session, portalId))) throw new RightEnded();
  }

  async #remember(
    tx: Transaction,
    clientId: string,
    { account, session, scopes }: Decision,
    caller: Caller,
  ): Promise<void> {
    const { portalId, accountId } = account;
    await this.queries.saveConsent(tx, { portalId, accountId, clientId, scopes }, this.clock.now());
    await this.audit.record(tx, caller, {
      event: 'consent.given',
      portalId,
      accountId,
      personId: session.personId,
      clientId,
      details: { scopes: scopes.join(' ') },
    });
  }

  /** Whether the portal shuts out this client: then nobody is asked. */
  async isClosed({ account, client }: Decision): Promise<boolean> {
    if (!client) return false;
    const { portalId } = account;
    return this.approvals.isClosedTo({ portalId, clientId: client.clientId }, this.clock.now());
  }

  /** A refusal goes back to a registered client; for a new one nobody is told (RFC 6749 4.1.2.1). */
  async deny(
    waiting: KeptRequest<AuthorizationRequest>,
    decision: Pick<Decision, 'session'> & Partial<Decision>,
    caller: Caller,
  ): Promise<Ending> {
    const { request } = waiting;
    await this.database.write(async (tx) => {
      if (!(await this.queries.answer(tx, waiting))) throw answeredBefore(waiting);
      await this.audit.record(tx, caller, {
        event: 'consent.refused',
        portalId: decision.account?.portalId ?? null,
        accountId: decision.account?.accountId ?? null,
        personId: decision.session.personId,
        clientId: 'clientId' in request.client ? request.client.clientId : null,
      });
    });
    if (isNewClient(request)) return 'refused';
    return { location: errorLocation(this.#returnAddress(request), new AccessDenied()) };
  }

  async #ending(
    tx: Transaction,
    request: AuthorizationRequest,
    { account, scopes, session }: Decision,
    { clientId, clientSecret, clientName }: Granted,
  ): Promise<Ending> {
    const isNew = clientSecret !== undefined;
    if (!request.redirects && isNew) return { credentials: { clientId, clientSecret }, clientName };
    const parameters = await this.response.parameters(tx, request, { clientId, account, scopes, session });
    // read after the locks of issuing, which a block excludes
    if (
      !isNew &&
      (await this.approvals.isClosedTo({ portalId: account.portalId, clientId }, this.clock.now(), tx))
    ) {
      throw new Closed();
    }
    if (!parameters) throw new RightEnded();
    if (!request.redirects) return { credentials: { code: parameters['code']! }, clientName };
    const own = isNew ? { client_id: clientId, client_secret: clientSecret } : {};
    return { location: withParameters(this.#returnAddress(request), { ...parameters, ...own }) };
  }

  /** A fresh client of the chosen portal, with exactly the scopes that were shown (wire contract, new_client). */
  async #registerNew(
    tx: Transaction,
    request: AuthorizationRequest & { client: { newName: string } },
    { account, session, scopes }: Decision,
    caller: Caller,
  ): Promise<Granted> {
    const clientId = generateCredential();
    const clientSecret = generateCredential();
    const name = request.client.newName;
    const { portalId, accountId } = account;
    const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
    await registerClient(
      tx,
      {
        clientId,
        name,
        secret: clientSecret,
        redirectUri: request.redirectUri,
        portalId,
        grants: request.responseType === 'token' ? [...grants, 'implicit'] : grants,
        scopes: scopes satisfies Scope[],
        owner: { accountId },
      },
      this.clock.now(),
    );
    await this.audit.record(tx, caller, {
      event: 'client.created',
      portalId,
      accountId,
      personId: session.personId,
      clientId,
      details: { by: 'new_client', name, redirect_uri: request.redirectUri },
    });
    const { host } = new URL(request.redirectUri);
    const data = { client: name, host, portal: account.portalTitle, administrator: session.name };
    for (const person of await this.people.administratorsOf(tx, portalId)) {
      await this.mails.enqueue(tx, {
        template: 'new-client',
        recipient: person.email,
        personId: person.personId,
        portalId,
        language: person.locale,
        data: { ...data, name: person.name },
      });
    }
    return { clientId, clientSecret, clientName: name };
  }

  #returnAddress(request: AuthorizationRequest): ReturnAddress {
    return {
      redirectUri: request.redirectUri,
      mode: request.responseType === 'token' ? 'fragment' : request.responseMode,
      state: request.state,
      iss: request.sendsIss ? this.settings.AUTH_PUBLIC_URL : undefined,
    };
  }
}
