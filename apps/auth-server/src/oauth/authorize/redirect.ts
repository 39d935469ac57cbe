import { OAuthError } from '../../edge/errors/index.js';

/** The URL of an answer, and the parameters that every answer has. */
export interface ReturnAddress {
  redirectUri: string;
  /**
   * Tokens and their errors are always in the fragment; codes and their errors in the query unless requested otherwise.
   */
  mode: 'query' | 'fragment' | 'form_post';
  state: string | undefined;
  /** RFC 9207; undefined for clients whose library cannot handle it. */
  iss: string | undefined;
}

/** How the browser returns to the client. */
export interface BrowserReturn {
  location: string;
  /** The form that the browser posts to the URL (Form Post Response Mode); absent: it is redirected. */
  fields?: Record<string, string>;
}

/** The redirect_uri with parameters added; the original part is unchanged, byte by byte. */
export function returnWith(
  address: ReturnAddress,
  parameters: Record<string, string | undefined>,
): BrowserReturn {
  const all = { ...parameters, state: address.state, iss: address.iss };
  const pairs = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { redirectUri } = address;
  if (address.mode === 'form_post') return { location: redirectUri, fields: Object.fromEntries(pairs) };
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  if (address.mode === 'fragment') return { location: `${redirectUri}#${text}` };
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return { location: `${redirectUri}${separator}${text}` };
}

/** The redirect with an error (RFC 6749 4.1.2.1, 4.2.2.1). */
export const errorReturn = (address: ReturnAddress, error: OAuthError): BrowserReturn =>
  returnWith(address, { error: error.errorCode, error_description: error.message });
