import type { OpenidScope } from '@app/contracts';
import type { Session } from '../../edge/sessions/index.js';

/** The facts of a login that an ID token states; kept with the code, and then with the grant family. */
export interface OpenidLogin {
  /** The granted scopes of OpenID Connect: at least `openid`. */
  openidScopes: readonly OpenidScope[];
  authTime: Date;
  /** The methods of the login (RFC 8176); null: by a link, or by a password that a portal has set. */
  amr: readonly string[] | null;
  /** The `sid` of the person's session for this client. */
  openidSid: string;
}

/** How the person of a session signed in (contract 3.64); null: not with their own credentials. */
export const listMethods = ({ byPassword, factorTime }: Session): string[] | null =>
  byPassword ? (factorTime === null ? ['pwd'] : ['pwd', 'otp', 'mfa']) : null;

/** The `acr` of a login (OpenID Connect Core 2); undefined for one without methods. */
export const findLevel = (amr: readonly string[] | null): '1fa' | '2fa' | undefined =>
  amr === null ? undefined : amr.includes('mfa') ? '2fa' : '1fa';

/** The login as it is stored with a code or a family; undefined for a request that is not of OpenID Connect. */
export const readLogin = (row: {
  openidScopes: OpenidScope[];
  authTime: Date | null;
  amr: string[] | null;
  openidSid: string | null;
}): OpenidLogin | undefined => {
  const { openidScopes, authTime, amr, openidSid } = row;
  if (openidScopes.length === 0 || authTime === null || openidSid === null) return undefined;
  return { openidScopes, authTime, amr, openidSid };
};
