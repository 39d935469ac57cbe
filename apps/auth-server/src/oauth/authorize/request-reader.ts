import { Inject, Injectable } from '@nestjs/common';
import { defaultScopes, MAX_ID, type Scope } from '@app/contracts';
import { Database } from '@app/database';
import { isDistributionPartner } from '@app/identity';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import type { Language } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { toClient, ClientQueries, type Client } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import { InvalidRequest, OAuthError } from '../../edge/errors/index.js';
import { chooseLanguage, PageError, PagePortals } from '../../edge/pages/index.js';
import { IdTokenHints } from '../openid/index.js';
import { requestedScopes, requestedWithOpenid } from '../token/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { absent, checkClient, checkNewClient } from './checks/client.check.js';
import { checkNonce, checkRequestObjects, checkSilent, parseLoginHints } from './checks/openid.check.js';
import {
  checkCodeChallenge,
  checkPrompt,
  checkRedirect,
  checkResponseMode,
  checkResponseType,
  checkUsable,
  canReceiveForms,
} from './checks/parameters.check.js';
import { readRawRequest, type RawRequest } from './raw-request.js';
import { errorReturn, type BrowserReturn, type ReturnAddress } from './redirect.js';

/** An error that is returned to the client. */
export class RedirectedError {
  constructor(
    readonly browserReturn: BrowserReturn,
    readonly clientName: string,
    readonly reason: string,
  ) {}
}

/** Reads GET /oauth/authorize in the order of RFC 6749 4.1.2.1: first the client, then its request. */
@Injectable()
export class RequestReader {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientQueries,
    private readonly queries: AuthorizeQueries,
    private readonly portals: PagePortals,
    private readonly hints: IdTokenHints,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PageError before redirect_uri has been verified */
  async read(request: FastifyRequest): Promise<AuthorizationRequest | RedirectedError> {
    this.portals.setPortal(request, null); // regardless of who is signed in: it is an application's request
    const raw = readRawRequest(request.url);
    const clientId = raw.values.get('client_id');
    if (clientId === undefined) throw absent(raw, 'client_id', 'error.client');
    const row = await this.clients.find(clientId);
    await this.#checkOnboarding(raw);
    const language = chooseLanguage(request);
    if (!row && (raw.values.has('new_client') || raw.unusable.has('new_client')))
      return this.#newClient(raw, language);
    const client = checkClient(row && toClient(row), raw);
    this.portals.setPortal(request, client.portalId); // after the check, because an inactive client must look like an unknown one
    const authorization = await this.#registered(client, raw, language);
    const reason =
      authorization instanceof RedirectedError
        ? authorization.reason
        : authorization.isSilent && 'prompt=none before an approval or consent';
    if (reason && !(await this.queries.isTrusted(client))) {
      throw new PageError('error.refused', { reason }, 400, { language });
    }
    return authorization;
  }

  async #registered(
    client: Client,
    raw: RawRequest,
    language: Language,
  ): Promise<AuthorizationRequest | RedirectedError> {
    const redirectUri = raw.values.get('redirect_uri')!;
    try {
      checkUsable(raw);
      const responseType = checkResponseType(raw, {
        code: client.grants.includes('authorization_code'),
        token: client.grants.includes('implicit'),
      });
      const parameters = this.#read(raw, responseType, client.scopes, client.hasSecret);
      return {
        purpose: 'authorize',
        client: {
          clientId: client.clientId,
          name: client.name,
          ...optional('portalId', client.portalId ?? undefined),
        },
        redirectUri,
        ...parameters,
        ...optional('hint', parameters.openidScopes && (await this.#hint(raw, client))),
        sendsIss: client.sendsIss,
        language,
      };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return new RedirectedError(
        errorReturn(this.#returnAddress(redirectUri, raw, client.sendsIss), error),
        client.name,
        `${error.errorCode} (${error.message})`,
      );
    }
  }

  /** Every refusal is a page: the URL of a new client is not used before an administrator has approved it. */
  #newClient(raw: RawRequest, language: Language): AuthorizationRequest {
    const { name, redirectUri } = checkNewClient(raw, this.settings.HTTP_REDIRECT_HOSTS);
    try {
      checkUsable(raw);
      const responseType = checkResponseType(raw, { code: true, token: true });
      const parameters = this.#read(raw, responseType, defaultScopes, true);
      if (parameters.isSilent) throw new InvalidRequest('A new client cannot be approved with prompt=none.');
      return {
        purpose: 'authorize',
        client: { newName: name },
        redirectUri,
        ...parameters,
        sendsIss: true,
        language,
      };
    } catch (error) {
      if (error instanceof OAuthError) {
        throw new PageError('error.newClient', { reason: `${error.errorCode} (${error.message})` });
      }
      throw error;
    }
  }

  /**
   * Reads the parameters that registered and new clients share, in the order in which they are refused.
   * @throws OAuthError
   */
  #read(
    raw: RawRequest,
    responseType: 'code' | 'token',
    allowed: readonly Scope[],
    hasSecret: boolean,
  ): Omit<AuthorizationRequest, 'purpose' | 'client' | 'redirectUri' | 'sendsIss' | 'language'> {
    const responseMode = checkResponseMode(raw, responseType);
    const redirects = checkRedirect(raw, responseType);
    return {
      responseType,
      responseMode,
      redirects,
      ...checkPrompt(raw, this.clock.now()),
      ...optional('codeChallenge', checkCodeChallenge(raw, responseType, hasSecret)),
      ...readOpenid(raw, responseType, allowed, redirects),
      ...optional('state', raw.values.get('state')),
      ...optional('newPortal', readNewPortal(raw)),
    };
  }

  /** @throws InvalidRequest unless it is an ID token of this client */
  async #hint(raw: RawRequest, { clientId }: Client): Promise<AuthorizationRequest['hint']> {
    const text = raw.values.get('id_token_hint');
    if (text === undefined) return undefined;
    const claims = await this.hints.verify(text);
    const accountId = Number(claims?.sub);
    const personId =
      claims?.aud === clientId ? await this.queries.findPersonId(claims.portalId, accountId) : undefined;
    if (personId === undefined) {
      throw new InvalidRequest('The id_token_hint is not an ID token that this client got from here.');
    }
    return { personId, accountId };
  }

  #returnAddress(redirectUri: string, raw: RawRequest, sendsIss: boolean): ReturnAddress {
    const [type, mode] = [raw.values.get('response_type'), raw.values.get('response_mode')];
    const isForm = mode === 'form_post' && canReceiveForms(redirectUri);
    return {
      redirectUri,
      mode: type === 'token' || mode === 'fragment' ? 'fragment' : isForm ? 'form_post' : 'query',
      state: raw.values.get('state'),
      iss: sendsIss ? this.settings.AUTH_PUBLIC_URL : undefined,
    };
  }

  /** creation_path and partner_portal_id must exist. @throws PageError */
  async #checkOnboarding(raw: RawRequest): Promise<void> {
    if (raw.unusable.has('creation_path') || raw.unusable.has('partner_portal_id')) {
      throw new PageError('error.parameters');
    }
    const path = raw.values.get('creation_path');
    if (path !== undefined && !(await this.queries.presetExists(path)))
      throw new PageError('error.creationPath');
    const partner = raw.values.get('partner_portal_id');
    if (partner === undefined) return;
    const id = /^[1-9]\d{0,9}$/.test(partner) ? Number(partner) : 0;
    if (id < 1 || id > MAX_ID || !(await isDistributionPartner(this.database, id))) {
      throw new PageError('error.partnerPortal');
    }
  }
}

/**
 * The scopes, and the parameters of OpenID Connect if requested. The authorization endpoint issues tokens without an ID
 * token, so `openid` is no scope of those.
 * @throws InvalidScope, InvalidRequest, RequestNotSupported
 */
function readOpenid(
  raw: RawRequest,
  responseType: 'code' | 'token',
  allowed: readonly Scope[],
  redirects: boolean,
): Pick<
  AuthorizationRequest,
  'requestedScopes' | 'openidScopes' | 'nonce' | 'isSilent' | 'loginHint' | 'portalName' | 'wantsFactor'
> {
  const text = raw.values.get('scope');
  if (responseType === 'token') return optional('requestedScopes', requestedScopes(text, allowed));
  const { scopes, openidScopes } = requestedWithOpenid(text, allowed);
  if (openidScopes.length === 0) return optional('requestedScopes', scopes);
  checkRequestObjects(raw);
  return {
    ...optional('requestedScopes', scopes),
    openidScopes,
    ...optional('nonce', checkNonce(raw)),
    ...(checkSilent(raw, redirects) && { isSilent: true }),
    ...parseLoginHints(raw),
  };
}

function readNewPortal(raw: RawRequest): AuthorizationRequest['newPortal'] {
  const [creationPath, partner] = [raw.values.get('creation_path'), raw.values.get('partner_portal_id')];
  if (creationPath === undefined || partner === undefined) return undefined;
  return { creationPath, partnerPortalId: Number(partner) };
}

/** Omits the member if there is no value (exactOptionalPropertyTypes). */
const optional = <K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, V>);
