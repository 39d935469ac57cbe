import type { Scope } from '@app/contracts';
import type { Language } from '@app/texts';

/** Somebody gave the right password and still owes the second factor. */
export interface Halfway {
  halfway?: { personId: number; email: string; at: number; passwordMark: string };
}

/** An authorization request that was found good; kept on the server while the person answers. */
export interface AuthorizationRequest extends Halfway {
  purpose: 'authorize';
  /** The registered client, or the one to be created (then its id is still unknown). */
  client: { clientId: string; name: string } | { newName: string };
  responseType: 'code' | 'token';
  responseMode: 'query' | 'fragment';
  redirectUri: string;
  /** False: credentials are shown on a page at the end. */
  redirects: boolean;
  /** What was asked; absent: everything the client may have. */
  askedScopes?: Scope[];
  state?: string;
  codeChallenge?: string;
  /** Milliseconds: whoever logged in before then has to do it again. */
  loginAfter?: number;
  /** Whether the consent page is shown whatever was allowed before. */
  asksConsent?: boolean;
  sendsIss: boolean;
  /** What the consent page showed for this account: no more than this can be allowed. */
  shown?: { accountId: number; scopes: Scope[] };
  /** Given when somebody without a portal may create one on the way. */
  newPortal?: { creationPath: string; partnerPortalId: number };
  language: Language;
}

/** Somebody came to see a page of their own and has to sign in first. */
export interface AccountVisit extends Halfway {
  purpose: 'account';
  language: Language;
  /** What a session that came by a link, or one that began a while ago, is not enough for. */
  needs?: 'password' | 'fresh password';
  /** The page it goes on to, instead of the account page. */
  onward?: string;
}

export type BrowserRequest = AuthorizationRequest | AccountVisit;

export const isNewClient = (
  request: AuthorizationRequest,
): request is AuthorizationRequest & { client: { newName: string } } => 'newName' in request.client;

export const clientNameOf = ({ client }: AuthorizationRequest): string =>
  'newName' in client ? client.newName : client.name;
