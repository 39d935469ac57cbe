import createClient from 'openapi-fetch';
import type { paths as AuthPaths } from '../../../../clients/typescript/src/generated/auth-server.js';
import type { paths } from '../../../../clients/typescript/src/generated/resource-api.js';
import { ApiError, type Refusal } from './api-error.js';
import { watchAnswer } from './connection.js';

/** The header that the console's server requires in each request, so that no other site can send one. */
const headers: Record<string, string> = { 'x-console': '1' };
/** The path at which the console's server returns the session. */
export const SESSION = '/bff/session';

/** Sets the CSRF value of the session, which every change must contain. */
export function setCsrf(csrf: string): void {
  headers['x-csrf'] = csrf;
}

/** Sets the language of answers. */
export function setAnswerLanguage(language: string): void {
  headers['accept-language'] = language;
}

/** Why a request needs a sign-in: the session has ended, or the last login is too long ago. */
export type SignInReason = 'session' | 'fresh';

/** Called when a request needs a sign-in; resolves to whether there was one. */
let requestSignIn = (_reason: SignInReason): Promise<boolean> => Promise.resolve(false);

export function setSignInRequest(callback: (reason: SignInReason) => Promise<boolean>): void {
  requestSignIn = callback;
}

/**
 * Sends a request to the console's server. If it needs a sign-in, asks for one and repeats the request afterwards.
 * @throws ApiError for a refusal, or without an answer
 */
export async function send(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  for (;;) {
    try {
      return await sendOnce(request.clone());
    } catch (error) {
      const reason = findSignInReason(error);
      const isSignedIn = reason && requestSignIn(reason);
      // the session is read again by itself after a sign-in
      if (input === SESSION || !(await isSignedIn)) throw error;
    }
  }
}

function findSignInReason(error: unknown): SignInReason | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401) return 'session';
  return error.code === 'fresh_login_required' ? 'fresh' : undefined;
}

function setHeaders(request: Request): void {
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
}

async function sendOnce(request: Request): Promise<Response> {
  setHeaders(request);
  let response: Response;
  try {
    response = await watchAnswer(fetch(request));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { error_code: 'offline' });
  }
  if (response.ok || response.status === 304) return response;
  const refusal = await readRefusal(response);
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new ApiError(response.status, refusal, retryAfter > 0 ? retryAfter : undefined);
}

async function readRefusal(response: Response): Promise<Refusal> {
  try {
    return (await response.json()) as Refusal;
  } catch {
    return {}; // a proxy's page
  }
}

/** The resource API through the console's server, typed by its OpenAPI document. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: `${location.origin}/bff/api`,
  fetch: send,
});

/** The authorization server's operations for administrators, through the console's server. */
export const auth = createClient<AuthPaths, 'application/json'>({
  baseUrl: `${location.origin}/bff/auth`,
  fetch: send,
});
