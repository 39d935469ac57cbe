import type { OpenidScope, Scope } from '@app/contracts';
import { findClientName, type LoginRequest } from '../../sign-in/login/index.js';

/** A valid authorization request, kept on the server while the person answers. */
export interface AuthorizationRequest extends LoginRequest {
  purpose: 'authorize';
  client: NonNullable<LoginRequest['client']>;
  responseType: 'code' | 'token';
  responseMode: 'query' | 'fragment' | 'form_post';
  redirectUri: string;
  /** False: credentials are shown on a page at the end. */
  redirects: boolean;
  /** The requested scopes; absent: everything the client may have. */
  requestedScopes?: Scope[];
  /** The requested scopes of OpenID Connect, with at least `openid`; absent: another request. */
  openidScopes?: OpenidScope[];
  /** Returned in the ID token. */
  nonce?: string;
  /** Whether it is answered immediately, without a page. */
  isSilent?: boolean;
  /** The person that an earlier ID token named: only this person can answer. */
  hint?: { personId: number; accountId: number };
  /** Host name of the portal to enter, or its first label. The person may choose another portal. */
  portalName?: string;
  /** Whether to show the choice of portals, also to a person with only one. */
  choosesPortal?: boolean;
  /** Whether to ask for the second factor of a person who has one and has not used it. */
  wantsFactor?: boolean;
  state?: string;
  codeChallenge?: string;
  /** Whether to show the consent page regardless of earlier consent. */
  asksConsent?: boolean;
  sendsIss: boolean;
  /** The scopes that the consent page displayed for this account: no others can be allowed. */
  shown?: { accountId: number; scopes: Scope[]; openidScopes?: OpenidScope[] };
}

export const isNewClient = (
  request: AuthorizationRequest,
): request is AuthorizationRequest & { client: { newName: string } } => 'newName' in request.client;

export const getClientName = (request: AuthorizationRequest): string => findClientName(request)!;
