import { OAuthError } from '../../edge/errors/index.js';

/** Where an answer goes, and the parameters that every answer has. */
export interface ReturnAddress {
  redirectUri: string;
  /** Tokens and their errors are always in the fragment; codes and theirs in the query unless requested otherwise. */
  mode: 'query' | 'fragment';
  state: string | undefined;
  /** RFC 9207; undefined for clients whose library cannot handle it. */
  iss: string | undefined;
}

/** The redirect_uri with parameters added; the original part stays the same, byte by byte. */
export function withParameters(
  address: ReturnAddress,
  parameters: Record<string, string | undefined>,
): string {
  const all = { ...parameters, state: address.state, iss: address.iss };
  const text = Object.entries(all)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const { redirectUri } = address;
  if (address.mode === 'fragment') return `${redirectUri}#${text}`;
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return `${redirectUri}${separator}${text}`;
}

/** The way back with a refusal (RFC 6749 4.1.2.1, 4.2.2.1). */
export const errorLocation = (address: ReturnAddress, error: OAuthError): string =>
  withParameters(address, { error: error.errorCode, error_description: error.message });
