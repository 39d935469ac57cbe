import type { OpenidScope, Scope } from '@app/contracts';
import { findClientName as nameOf, type LoginRequest } from '../../sign-in/login/index.js';

/** A valid authorization request, kept on the server while the person answers. */
export interface AuthorizationRequest extends LoginRequest {
  purpose: 'authorize';
  client: NonNullable<LoginRequest['client']>;
  responseType: 'code' | 'token';
  responseMode: 'query' | 'fragment';
  redirectUri: string;
  /** False: credentials are shown on a page at the end. */
  redirects: boolean;
  /** The requested scopes; absent: everything the client may have. */
  requestedScopes?: Scope[];
  /** The requested scopes of OpenID Connect, with at least `openid`; absent: another request. */
  openidScopes?: OpenidScope[];
  /** Returned in the ID token. */
  nonce?: string;
  state?: string;
  codeChallenge?: string;
  /** Whether to show the consent page regardless of earlier consent. */
  asksConsent?: boolean;
  sendsIss: boolean;
  /** What the consent page showed for this account: no more than this can be allowed. */
  shown?: { accountId: number; scopes: Scope[]; openidScopes?: OpenidScope[] };
}

export const isNewClient = (
  request: AuthorizationRequest,
): request is AuthorizationRequest & { client: { newName: string } } => 'newName' in request.client;

export const getClientName = (request: AuthorizationRequest): string => nameOf(request)!;
