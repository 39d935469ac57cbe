import type { Language } from '@app/texts';
import type { PortalPasswordOwner } from '../passwords/index.js';

/** A person who entered this password. */
export interface ProvenPerson {
  personId: number;
  email: string;
  passwordFingerprint: string;
  /** Set when a portal has set the password: the only account that it opens. */
  heldFor?: PortalPasswordOwner;
}

/** The password was right, but the second factor is still due. */
export interface PartialLogin {
  halfway?: ProvenPerson & { provenAt: number };
}

/** The request for which a person signs in; it waits meanwhile. */
export interface LoginRequest extends PartialLogin {
  /** Whether the request came from an application or from the person themselves. */
  purpose: 'authorize' | 'account';
  language: Language;
  /** The application: a registered one, or one yet to be created (without an id). */
  client?: { clientId: string; name: string; portalId?: number } | { newName: string };
  /** Fills in the form with the user that the application expects. */
  loginHint?: string;
  /** Milliseconds since 1970: a login before this time must be repeated. */
  loginAfter?: number;
  /** Set when a person without a portal may create one. */
  newPortal?: { creationPath: string; partnerPortalId: number };
}

/** A visit to one of the person's own pages that needs a login first. */
export interface AccountVisit extends LoginRequest {
  purpose: 'account';
  /** The login that is missing, because the session began by a link or a while ago. */
  needs?: 'password' | 'fresh password';
  /** The page to continue to, instead of the account page. */
  onward?: string;
}

/** Whether `login_hint` names the person of the session: then a new login asks only for the password. */
export const isHinted = ({ loginHint }: LoginRequest, session: { email: string }): boolean =>
  loginHint?.toLowerCase() === session.email.toLowerCase();

/** Name of the waiting application; undefined on a person's own page. */
export const findClientName = ({ client }: LoginRequest): string | undefined =>
  client && ('newName' in client ? client.newName : client.name);

/** Id of the waiting application; undefined on a person's own page and for one yet to be created. */
export const findClientId = ({ client }: LoginRequest): string | undefined =>
  client && 'clientId' in client ? client.clientId : undefined;

/** The portal that the application is bound to, if any. */
export const boundPortalId = ({ client }: LoginRequest): number | undefined =>
  client && 'portalId' in client ? client.portalId : undefined;
