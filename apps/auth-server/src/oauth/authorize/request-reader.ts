import { Inject, Injectable } from '@nestjs/common';
import { defaultScopes, MAX_ID, type Scope } from '@app/contracts';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import type { Language } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { toClient, ClientQueries, type Client } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import { OAuthError } from '../../edge/errors/index.js';
import { chooseLanguage, PageError, PagePortals } from '../../edge/pages/index.js';
import { requestedScopes, requestedWithOpenid } from '../token/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { absent, checkClient, checkNewClient } from './checks/client.check.js';
import {
  checkCodeChallenge,
  checkNonce,
  checkPrompt,
  checkRedirect,
  checkResponseMode,
  checkResponseType,
  checkUsable,
} from './checks/parameters.check.js';
import { readRawRequest, type RawRequest } from './raw-request.js';
import { errorLocation, type ReturnAddress } from './redirect.js';

/** A request was refused, and its client must be told. */
export class RedirectedError {
  constructor(
    readonly location: string,
    readonly reason: string,
  ) {}
}

/** Reads GET /oauth/authorize in the order of RFC 6749 4.1.2.1: first who is asking, then for what. */
@Injectable()
export class RequestReader {
  constructor(
    private readonly clients: ClientQueries,
    private readonly queries: AuthorizeQueries,
    private readonly portals: PagePortals,
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
    this.portals.setPortal(request, client.portalId); // not before: one that is switched off looks like an unknown one
    const authorization = this.#registered(client, raw, language);
    if (authorization instanceof RedirectedError && !(await this.queries.isTrusted(client))) {
      throw new PageError('error.refused', { reason: authorization.reason }, 400, { language });
    }
    return authorization;
  }

  #registered(client: Client, raw: RawRequest, language: Language): AuthorizationRequest | RedirectedError {
    const redirectUri = raw.values.get('redirect_uri')!;
    try {
      checkUsable(raw);
      const responseType = checkResponseType(raw, {
        code: client.grants.includes('authorization_code'),
        token: client.grants.includes('implicit'),
      });
      return {
        purpose: 'authorize',
        client: {
          clientId: client.clientId,
          name: client.name,
          ...optional('portalId', client.portalId ?? undefined),
        },
        redirectUri,
        responseType,
        responseMode: checkResponseMode(raw, responseType),
        redirects: checkRedirect(raw, responseType),
        ...checkPrompt(raw, this.clock.now()),
        ...optional('codeChallenge', checkCodeChallenge(raw, responseType, client.hasSecret)),
        ...readScopes(raw, responseType, client.scopes),
        ...optional('state', raw.values.get('state')),
        sendsIss: client.sendsIss,
        ...optional('newPortal', newPortalOf(raw)),
        language,
      };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return new RedirectedError(
        errorLocation(this.#returnAddress(redirectUri, raw, client.sendsIss), error),
        `${error.errorCode} (${error.message})`,
      );
    }
  }

  /** Nothing is redirected before an administrator has approved the new client: every refusal is a page. */
  #newClient(raw: RawRequest, language: Language): AuthorizationRequest {
    const { name, redirectUri } = checkNewClient(raw, this.settings.HTTP_REDIRECT_HOSTS);
    try {
      checkUsable(raw);
      const responseType = checkResponseType(raw, { code: true, token: true });
      return {
        purpose: 'authorize',
        client: { newName: name },
        redirectUri,
        responseType,
        responseMode: checkResponseMode(raw, responseType),
        redirects: checkRedirect(raw, responseType),
        ...checkPrompt(raw, this.clock.now()),
        ...optional('codeChallenge', checkCodeChallenge(raw, responseType, true)),
        ...readScopes(raw, responseType, defaultScopes),
        ...optional('state', raw.values.get('state')),
        sendsIss: true,
        ...optional('newPortal', newPortalOf(raw)),
        language,
      };
    } catch (error) {
      if (error instanceof OAuthError) {
        throw new PageError('error.newClient', { reason: `${error.errorCode} (${error.message})` });
      }
      throw error;
    }
  }

  #returnAddress(redirectUri: string, raw: RawRequest, sendsIss: boolean): ReturnAddress {
    return {
      redirectUri,
      mode:
        raw.values.get('response_type') === 'token' || raw.values.get('response_mode') === 'fragment'
          ? 'fragment'
          : 'query',
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
    if (id < 1 || id > MAX_ID || !(await this.queries.isDistributionPartner(id))) {
      throw new PageError('error.partnerPortal');
    }
  }
}

/** Tokens from the authorization endpoint come without an ID token, so that `openid` is no scope of theirs. */
function readScopes(
  raw: RawRequest,
  responseType: 'code' | 'token',
  allowed: readonly Scope[],
): Pick<AuthorizationRequest, 'requestedScopes' | 'openidScopes' | 'nonce'> {
  const text = raw.values.get('scope');
  if (responseType === 'token') return optional('requestedScopes', requestedScopes(text, allowed));
  const { scopes, openidScopes } = requestedWithOpenid(text, allowed);
  if (openidScopes.length === 0) return optional('requestedScopes', scopes);
  return { ...optional('requestedScopes', scopes), openidScopes, ...optional('nonce', checkNonce(raw)) };
}

function newPortalOf(raw: RawRequest): AuthorizationRequest['newPortal'] {
  const [creationPath, partner] = [raw.values.get('creation_path'), raw.values.get('partner_portal_id')];
  if (creationPath === undefined || partner === undefined) return undefined;
  return { creationPath, partnerPortalId: Number(partner) };
}

/** A member only if there is a value (exactOptionalPropertyTypes). */
const optional = <K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, V>);
