import { Inject, Injectable } from '@nestjs/common';
import { administers, defaultScopes, type OpenidScope, type Scope } from '@app/contracts';
import { addSeconds, CLOCK, type Clock } from '@app/kernel';
import { toClient, ClientQueries, type Client } from '../../applications/clients/index.js';
import { isHinted, type StoredRequest } from '../../sign-in/login/index.js';
import { OfferQueries, type ListedOffer } from '../../person/invitations/index.js';
import { PageError } from '../../edge/pages/index.js';
import { PasswordQueries } from '../../sign-in/passwords/index.js';
import { PersonQueries, type PersonsAccount } from '../../edge/people/index.js';
import { SecondFactor } from '../../sign-in/second-factor/index.js';
import { isFresh, type Session } from '../../edge/sessions/index.js';
import { narrowToClient, narrowToRoles } from '../token/index.js';
import { isNewClient, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { PortalCreation, type PortalCreationTarget } from './portal-creation.js';

/** Days for which a consent is remembered (contract 3.37). */
const CONSENT_DAYS = 180;

/** The next step of a request: an action of the person, or none. */
export type AuthorizeStep =
  | { step: 'login'; session: Session | undefined }
  | { step: 'password-again'; session: Session; hasPassword: boolean }
  | { step: 'no-portal'; session: Session; target: PortalCreationTarget | undefined }
  | { step: 'offer'; session: Session; offer: ListedOffer }
  | { step: 'portal'; session: Session; accounts: PersonsAccount[] }
  | {
      step: 'proof-missing' | 'factor-missing' | 'factor-required' | 'factor-requested' | 'not-administrator';
      session: Session;
      account: PersonsAccount;
      hasOthers: boolean;
    }
  | ({ step: 'consent' | 'respond' } & Decision);

/** A decision of a person: the account, the client and the scopes of the grant. */
export interface Decision {
  session: Session;
  account: PersonsAccount;
  /** Whether the person could choose another account. */
  hasOthers: boolean;
  /** Undefined: a client yet to be created. */
  client: Client | undefined;
  scopes: Scope[];
  openidScopes: OpenidScope[];
}

/** The requested scopes that the client and the role still allow, limited to those that the page displayed. */
function scopesFor(
  { requestedScopes, shown }: AuthorizationRequest,
  client: Client | undefined,
  { accountId, roles }: PersonsAccount,
): Scope[] {
  const possible = client?.scopes ?? [...defaultScopes];
  const now = narrowToRoles(narrowToClient(requestedScopes ?? possible, possible), roles);
  return shown?.accountId === accountId ? narrowToClient(now, shown.scopes) : now;
}

/** The account that the request names, or the only one; undefined: the person has to choose. */
function findNamed(
  { hint, portalName, choosesPortal }: AuthorizationRequest,
  accounts: readonly PersonsAccount[],
): PersonsAccount | undefined {
  const hinted = hint && accounts.find(({ accountId }) => accountId === hint.accountId);
  if (hinted) return hinted;
  if (choosesPortal) return undefined;
  if (portalName === undefined) return accounts.length === 1 ? accounts[0] : undefined;
  return accounts.find(({ portalName: name }) => name === portalName || name.split('.')[0] === portalName);
}

/** Like {@link scopesFor}; these scopes depend neither on the client nor on the role. */
const openidScopesFor = (
  { openidScopes = [], shown }: AuthorizationRequest,
  accountId: number,
): OpenidScope[] =>
  shown?.accountId === accountId
    ? openidScopes.filter((scope) => shown.openidScopes?.includes(scope))
    : openidScopes;

/** Decides how an authorization request continues; reads only. */
@Injectable()
export class AuthorizeSteps {
  constructor(
    private readonly clients: ClientQueries,
    private readonly people: PersonQueries,
    private readonly passwords: PasswordQueries,
    private readonly queries: AuthorizeQueries,
    private readonly factor: SecondFactor,
    private readonly creation: PortalCreation,
    private readonly offers: OfferQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws PageError when the client was deactivated or changed meanwhile */
  async next(
    waiting: Pick<StoredRequest<AuthorizationRequest>, 'request' | 'accountId'>,
    session: Session | undefined,
  ): Promise<AuthorizeStep> {
    const { request } = waiting;
    const client = await this.#client(request);
    if (!session) return { step: 'login', session };
    if (session.authenticatedAt.getTime() < (request.loginAfter ?? 0)) {
      // a silent request is refused with `login_required`
      const isNamed = isHinted(request, session) && !request.isSilent;
      return isNamed ? this.#passwordAgain(session) : { step: 'login', session };
    }
    if (request.hint && request.hint.personId !== session.personId) return { step: 'login', session };
    const accounts = await this.#accountsFor(session, client);
    if (accounts.length === 0) return this.#withoutAccount(request, session, client);
    const named = findNamed(request, accounts);
    const account = accounts.find((one) => one.accountId === waiting.accountId) ?? named;
    if (!account) return { step: 'portal', session, accounts };
    // the account that the request names would be chosen again
    const hasOthers = accounts.length > 1 && account !== named;
    const requiredStep = await this.factor.requiredStep(session, account.portalId);
    if (requiredStep === 'code') return { step: 'factor-required', session, account, hasOthers };
    if (requiredStep === 'set-up') {
      const canSetUp = await this.passwords.has(session.personId);
      return { step: canSetUp ? 'factor-missing' : 'proof-missing', session, account, hasOthers };
    }
    if (request.wantsFactor && !request.isSilent && (await this.factor.isUnused(session))) {
      return { step: 'factor-requested', session, account, hasOthers };
    }
    const scopes = scopesFor(request, client, account);
    const openidScopes = openidScopesFor(request, account.accountId);
    const decision: Decision = { session, account, hasOthers, client, scopes, openidScopes };
    if (isNewClient(request)) return this.#newClientStep(decision);
    const isRemembered = await this.#isRemembered(request, decision);
    return { step: isRemembered ? 'respond' : 'consent', ...decision };
  }

  /** The accounts that the person may choose for this request. @throws PageError as {@link next} */
  async choices(request: AuthorizationRequest, session: Session): Promise<PersonsAccount[]> {
    return this.#accountsFor(session, await this.#client(request));
  }

  /**
   * Offers cannot be chosen here. They come first when the client belongs to that portal, otherwise they are listed
   * below another page.
   */
  async #withoutAccount(
    request: AuthorizationRequest,
    session: Session,
    client: Client | undefined,
  ): Promise<AuthorizeStep> {
    const { personId, onlyAccountId } = session;
    const portalId = client?.portalId ?? null;
    if (onlyAccountId !== null) {
      // a login link reaches only its own portal
      const isElsewhere =
        portalId === null
          ? (await this.people.listAccounts(personId)).length > 0
          : (await this.people.accountIn(portalId, personId, 'any')) !== undefined;
      if (isElsewhere) return this.#passwordAgain(session);
    } else if (portalId !== null) {
      const offer = await this.offers.openIn(portalId, personId);
      if (offer) return { step: 'offer', session, offer };
    }
    return { step: 'no-portal', session, target: await this.creation.findTarget(request, session) };
  }

  /** The accounts within the session's reach that this client may work with. */
  async #accountsFor(session: Session, client: Client | undefined): Promise<PersonsAccount[]> {
    const accounts = await this.people.listReachableAccounts(session);
    return accounts.filter(
      ({ portalId }) => !client || client.portalId === null || client.portalId === portalId,
    );
  }

  async #passwordAgain(session: Session): Promise<AuthorizeStep> {
    const hasPassword = await this.passwords.has(session.personId);
    return { step: 'password-again', session, hasPassword };
  }

  async #newClientStep(decision: Decision): Promise<AuthorizeStep> {
    const { session, account, hasOthers } = decision;
    if (!administers(account.roles)) return { step: 'not-administrator', session, account, hasOthers };
    return isFresh(session, this.clock.now())
      ? { step: 'consent', ...decision }
      : this.#passwordAgain(session);
  }

  async #client(request: AuthorizationRequest): Promise<Client | undefined> {
    if (isNewClient(request)) return undefined;
    const { clientId } = request.client as { clientId: string };
    const row = await this.clients.find(clientId);
    if (!row || row.status !== 1) {
      throw new PageError('error.client', {}, 400, { language: request.language });
    }
    return toClient(row);
  }

  /**
   * Whether an earlier consent suffices: only for clients that authenticate, for codes, and for the same portal without
   * further scopes (RFC 6749 10.2, RFC 8252 8.6).
   */
  async #isRemembered(
    request: AuthorizationRequest,
    { client, account, scopes, openidScopes }: Decision,
  ): Promise<boolean> {
    if (!client?.hasSecret || request.responseType !== 'code' || request.asksConsent) return false;
    const after = addSeconds(this.clock.now(), -CONSENT_DAYS * 86_400);
    const allowed = await this.queries.consent(account.portalId, account.accountId, client.clientId, after);
    return (
      allowed !== undefined &&
      scopes.every((scope) => allowed.scopes.includes(scope)) &&
      openidScopes.every((scope) => allowed.openidScopes.includes(scope))
    );
  }
}
