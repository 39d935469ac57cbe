import type { Language } from '@app/texts';
import type { HeldFor } from '../passwords/index.js';

/** Somebody who gave this password. */
export interface ProvenPerson {
  personId: number;
  email: string;
  passwordMark: string;
  /** The one account that the password opens, when its portal has set it. */
  heldFor?: HeldFor;
}

/** Somebody gave the right password and still owes the second factor. */
export interface Halfway {
  halfway?: ProvenPerson & { at: number };
}

/** What a person is to sign in for; waits while they do. */
export interface LoginRequest extends Halfway {
  /** Whose request it is: an application's, or the person's own. */
  purpose: 'authorize' | 'account';
  language: Language;
  /** The application: a registered one, or one to be created (then its id is still unknown). */
  client?: { clientId: string; name: string; portalId?: number } | { newName: string };
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

/** The portal that the application belongs to, if it does to one. */
export const portalIdOf = ({ client }: LoginRequest): number | undefined =>
  client && 'portalId' in client ? client.portalId : undefined;
