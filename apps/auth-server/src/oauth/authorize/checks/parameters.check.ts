import { InvalidRequest, UnauthorizedClient, UnsupportedResponseType } from '../../../edge/errors/index.js';
import { isS256Challenge } from '../../token/index.js';
import type { AuthorizationRequest } from '../authorization-request.js';
import type { RawRequest } from '../raw-request.js';

/** RFC 6749 3.1: no parameter is repeated, too long or unreadable. @throws InvalidRequest */
export function checkUsable(raw: RawRequest): void {
  const [name] = raw.unusable;
  if (name !== undefined)
    throw new InvalidRequest(`The parameter ${name} is repeated, too long or unreadable.`);
  if (raw.isTooLong) throw new InvalidRequest('The request is too long.');
}

/** RFC 6749 3.1.1 and 4.1.2.1. @throws InvalidRequest, UnsupportedResponseType, UnauthorizedClient */
export function checkResponseType(
  raw: RawRequest,
  mayUse: Record<'code' | 'token', boolean>,
): 'code' | 'token' {
  const responseType = raw.values.get('response_type');
  if (responseType === undefined) throw InvalidRequest.missing('response_type');
  if (responseType !== 'code' && responseType !== 'token') {
    throw new UnsupportedResponseType('The response_type must be code or token.');
  }
  if (!mayUse[responseType]) throw new UnauthorizedClient('This client may not use this response_type.');
  return responseType;
}

/**
 * Codes are returned in the query unless the fragment or a form is requested, tokens in the fragment (OAuth 2.0
 * Multiple Response Types 2.1 and 5, Form Post Response Mode).
 * @throws InvalidRequest
 */
export function checkResponseMode(
  raw: RawRequest,
  responseType: 'code' | 'token',
): AuthorizationRequest['responseMode'] {
  const mode = raw.values.get('response_mode') ?? (responseType === 'token' ? 'fragment' : 'query');
  if (mode !== 'query' && mode !== 'fragment' && mode !== 'form_post') {
    throw new InvalidRequest('The response_mode must be query, fragment or form_post.');
  }
  if (mode !== 'fragment' && responseType === 'token') {
    throw new InvalidRequest(`response_mode=${mode} can only be used with response_type=code.`);
  }
  if (mode === 'form_post' && !canReceiveForms(raw.values.get('redirect_uri'))) {
    throw new InvalidRequest('response_mode=form_post needs a redirect_uri of https or http.');
  }
  return mode;
}

/** Whether a form can be posted to this address. */
export const canReceiveForms = (redirectUri: string | undefined): boolean =>
  /^https?:/i.test(redirectUri ?? '');

/**
 * Reads which existing state of the browser must not be used: `prompt` with login, select_account or consent,
 * `approval_prompt=force`, `max_age` in seconds (OpenID Connect Core 3.1.2.1). The value select_portal is our own: it
 * shows the choice of portals. Other values have no effect.
 */
export function checkPrompt(
  raw: RawRequest,
  now: Date,
): Pick<AuthorizationRequest, 'loginAfter' | 'asksConsent' | 'choosesPortal'> {
  const prompts = new Set(raw.values.get('prompt')?.split(' '));
  const maxAge = /^\d{1,9}$/.exec(raw.values.get('max_age') ?? '')?.[0];
  const seconds = prompts.has('login') || prompts.has('select_account') ? 0 : maxAge && Number(maxAge);
  return {
    ...(typeof seconds === 'number' ? { loginAfter: now.getTime() - seconds * 1000 } : {}),
    ...(prompts.has('select_portal') ? { choosesPortal: true } : {}),
    ...(prompts.has('consent') || raw.values.get('approval_prompt') === 'force' ? { asksConsent: true } : {}),
  };
}

const truthy = new Set(['true', 'True', '1']);
const falsy = new Set(['false', 'False', '0']);

/**
 * `redirect=false` displays the result on a page; only with response_type=code.
 * @throws InvalidRequest
 */
export function checkRedirect(raw: RawRequest, responseType: 'code' | 'token'): boolean {
  const value = raw.values.get('redirect') ?? 'true';
  if (!truthy.has(value) && !falsy.has(value)) throw new InvalidRequest('redirect must be true or false.');
  if (falsy.has(value) && responseType !== 'code') {
    throw new InvalidRequest('redirect=false can only be used with response_type=code.');
  }
  return truthy.has(value);
}

/** RFC 7636 4.3 and 4.4.1: S256 only; required of clients without a secret. @throws InvalidRequest */
export function checkCodeChallenge(
  raw: RawRequest,
  responseType: 'code' | 'token',
  hasSecret: boolean,
): string | undefined {
  const challenge = raw.values.get('code_challenge');
  const method = raw.values.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) throw InvalidRequest.missing('code_challenge');
    if (responseType === 'code' && !hasSecret) {
      throw new InvalidRequest('A client without a secret must send a code_challenge (PKCE).');
    }
    return undefined;
  }
  if (method !== 'S256') throw new InvalidRequest('code_challenge_method must be S256.');
  if (!isS256Challenge(challenge)) throw new InvalidRequest('The code_challenge is malformed.');
  return challenge;
}
