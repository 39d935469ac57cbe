import { Injectable } from '@nestjs/common';
import { ClientQueries, isClientId, type ClientRow } from '../../applications/clients/index.js';
import { PageError } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { returnWith } from '../authorize/index.js';
import { IdTokenHints, type HintClaims } from '../openid/index.js';

/** An application's request to sign the person out. */
export interface LogoutRequest {
  /** The claims of one of our ID tokens, of any session; undefined if none was sent, or an invalid one. */
  hint: HintClaims | undefined;
  /** Undefined if none is named, or an unknown one. */
  client: Pick<ClientRow, 'clientId' | 'name'> | undefined;
  /**
   * The registered address with the state. Undefined without a hint unless the client is vetted: otherwise the owner of
   * any client could lead people to its address from our page.
   */
  returnAddress: string | undefined;
}

/** Reads requests of /oauth/logout (OpenID Connect RP-Initiated Logout 2 and 3). */
@Injectable()
export class LogoutRequests {
  constructor(
    private readonly hints: IdTokenHints,
    private readonly clients: ClientQueries,
  ) {}

  /** @throws PageError for an address that the client has not registered, and for a hint of another client */
  async read(parameters: Parameters): Promise<LogoutRequest> {
    const hintText = parameters.get('id_token_hint');
    const hint = hintText === undefined ? undefined : await this.hints.verify(hintText);
    const clientId = parameters.get('client_id') ?? hint?.aud;
    if (hint && clientId !== hint.aud) throw new PageError('error.parameters');
    const client = clientId === undefined ? undefined : await this.#activeClient(clientId);
    const address = parameters.get('post_logout_redirect_uri');
    if (address === undefined || clientId === undefined) return { hint, client, returnAddress: undefined };
    if (!client) throw new PageError('error.client', {}, 400, { link: SIGN_OUT });
    if (!client.postLogoutRedirectUris.includes(address)) throw unregistered(client, address);
    const isAllowed = hint !== undefined || (await this.clients.isVetted(client));
    return {
      hint,
      client,
      returnAddress: isAllowed ? withState(address, parameters.get('state')) : undefined,
    };
  }

  async #activeClient(clientId: string): Promise<ClientRow | undefined> {
    const client = isClientId(clientId) ? await this.clients.find(clientId) : undefined;
    return client?.status === 1 ? client : undefined;
  }
}

/** Without parameters, so that the person can still sign out. */
const SIGN_OUT = { href: '/oauth/logout', text: 'common.signOut' } as const;

const unregistered = ({ postLogoutRedirectUris }: ClientRow, address: string): PageError =>
  new PageError('error.postLogoutRedirectUri', {}, 400, {
    link: SIGN_OUT,
    details: [
      { label: 'error.redirectUri.sent', value: address },
      ...postLogoutRedirectUris.map((value) => ({ label: 'error.redirectUri.registered' as const, value })),
    ],
  });

const withState = (redirectUri: string, state: string | undefined): string =>
  state === undefined
    ? redirectUri
    : returnWith({ redirectUri, mode: 'query', state, iss: undefined }, {}).location;
