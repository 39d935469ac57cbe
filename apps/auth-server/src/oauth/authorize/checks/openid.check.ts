import { InvalidRequest, RequestNotSupported } from '../../../edge/errors/index.js';
import type { AuthorizationRequest } from '../authorization-request.js';
import type { RawRequest } from '../raw-request.js';

/** Longest nonce, in characters: it is stored with the code, and stands in the ID token. */
const MAX_NONCE_LENGTH = 512;
/** Longest address of a person, in characters. */
const MAX_LOGIN_HINT_LENGTH = 320;

/** OpenID Connect Core 3.1.2.1. @throws InvalidRequest */
export function checkNonce(raw: RawRequest): string | undefined {
  const nonce = raw.values.get('nonce');
  if (nonce !== undefined && nonce.length > MAX_NONCE_LENGTH) {
    throw new InvalidRequest(`The nonce has more than ${MAX_NONCE_LENGTH} characters.`);
  }
  return nonce;
}

/** Request objects, by value and by reference (OpenID Connect Core 6), are not for us. @throws RequestNotSupported */
export function checkRequestObjects(raw: RawRequest): void {
  if (raw.values.has('request')) throw new RequestNotSupported('request_not_supported');
  if (raw.values.has('request_uri')) throw new RequestNotSupported('request_uri_not_supported');
}

/** `prompt=none` stands alone, and what it answers is sent back. @throws InvalidRequest */
export function checkSilent(raw: RawRequest, redirects: boolean): boolean {
  const prompts = raw.values.get('prompt')?.split(' ') ?? [];
  if (!prompts.includes('none')) return false;
  if (prompts.length > 1) throw new InvalidRequest('prompt=none cannot be combined with other values.');
  if (!redirects) throw new InvalidRequest('prompt=none cannot be combined with redirect=false.');
  return true;
}

/** Wishes that are never refused: who signs in, into which portal, and how strongly. */
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
