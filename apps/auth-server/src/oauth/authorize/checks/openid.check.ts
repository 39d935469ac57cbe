import { InvalidRequest, RequestNotSupported } from '../../../edge/errors/index.js';
import type { AuthorizationRequest } from '../authorization-request.js';
import type { RawRequest } from '../raw-request.js';

/** Longest nonce, in characters: it is stored with the code and copied into the ID token. */
const MAX_NONCE_LENGTH = 512;
/** Longest e-mail address in `login_hint`, in characters. */
const MAX_LOGIN_HINT_LENGTH = 320;

/** OpenID Connect Core 3.1.2.1. @throws InvalidRequest */
export function checkNonce(raw: RawRequest): string | undefined {
  const nonce = raw.values.get('nonce');
  if (nonce !== undefined && nonce.length > MAX_NONCE_LENGTH) {
    throw new InvalidRequest(`The nonce has more than ${MAX_NONCE_LENGTH} characters.`);
  }
  return nonce;
}

/**
 * Request objects, by value or by reference (OpenID Connect Core 6), are not supported.
 * @throws RequestNotSupported
 */
export function checkRequestObjects(raw: RawRequest): void {
  if (raw.values.has('request')) throw new RequestNotSupported('request_not_supported');
  if (raw.values.has('request_uri')) throw new RequestNotSupported('request_uri_not_supported');
}

/**
 * Whether the request has `prompt=none`.
 * @throws InvalidRequest if it is combined with other prompts or `redirect=false`
 */
export function checkSilent(raw: RawRequest, redirects: boolean): boolean {
  const prompts = raw.values.get('prompt')?.split(' ') ?? [];
  if (!prompts.includes('none')) return false;
  if (prompts.length > 1) throw new InvalidRequest('prompt=none cannot be combined with other values.');
  if (!redirects) throw new InvalidRequest('prompt=none cannot be combined with redirect=false.');
  return true;
}

/** Reads hints that are never refused: the user, the portal, and how strong the login should be. */
export function parseLoginHints(
  raw: RawRequest,
): Pick<AuthorizationRequest, 'loginHint' | 'portalName' | 'wantsFactor'> {
  const loginHint = raw.values.get('login_hint');
  const portalName = raw.values.get('portal_name')?.toLowerCase();
  return {
    ...(loginHint !== undefined && loginHint.length <= MAX_LOGIN_HINT_LENGTH && { loginHint }),
    ...(portalName !== undefined && { portalName }),
    ...(raw.values.get('acr_values')?.split(' ').includes('2fa') && { wantsFactor: true }),
  };
}
