import type { Language } from '@app/texts';

/** Somebody gave the right password and still owes the second factor. */
export interface Halfway {
  halfway?: { personId: number; email: string; at: number; passwordMark: string };
}

/** What a person is to sign in for; waits while they do. */
export interface LoginRequest extends Halfway {
  /** Whose request it is: an application's, or the person's own. */
  purpose: 'authorize' | 'account';
  language: Language;
  /** The application: a registered one, or one to be created (then its id is still unknown). */
  client?: { clientId: string; name: string } | { newName: string };
  /** Where forms may lead at last. */
  redirectUri?: string;
  /** Milliseconds: whoever logged in before then has to do it again. */
  loginAfter?: number;
  /** Given when somebody without a portal may create one on the way. */
  newPortal?: { creationPath: string; partnerPortalId: number };
}

/** Somebody came to see a page of their own and has to sign in first. */
export interface AccountVisit extends LoginRequest {
  purpose: 'account';
  /** What a session that came by a link, or one that began a while ago, is not enough for. */
  needs?: 'password' | 'fresh password';
  /** The page it goes on to, instead of the account page. */
  onward?: string;
}

/** Name of the application that waits; undefined on a person's own page. */
export const clientNameOf = ({ client }: LoginRequest): string | undefined =>
  client && ('newName' in client ? client.newName : client.name);

/** Id of the application that waits; undefined on a person's own page and for one yet to be made. */
export const clientIdOf = ({ client }: LoginRequest): string | undefined =>
  client && 'clientId' in client ? client.clientId : undefined;
