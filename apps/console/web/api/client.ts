import createClient from 'openapi-fetch';
import type { paths as AuthPaths } from '../../../../clients/typescript/src/generated/auth-server.js';
import type { paths } from '../../../../clients/typescript/src/generated/resource-api.js';
import { ApiError, type Refusal } from './api-error.js';

/** The header that the console's server requires in each request, so that no other site can send one. */
const headers: Record<string, string> = { 'x-console': '1' };
/** The path at which the console's server returns the session. */
export const SESSION = '/bff/session';
const sessionEnds = new EventTarget();

/** Sets the CSRF value of the session, which every change must contain. */
export function setCsrf(csrf: string): void {
  headers['x-csrf'] = csrf;
}

/** Sets the language of answers. */
export function setAnswerLanguage(language: string): void {
  headers['accept-language'] = language;
}

/** Calls back whenever a request fails because the session has ended. @returns an unsubscribe function */
export function onSessionEnd(callback: () => void): () => void {
  sessionEnds.addEventListener('end', callback);
  return () => sessionEnds.removeEventListener('end', callback);
}

/** Called when a change needs a fresh login; resolves to whether there was one. */
let requestFreshLogin = (): Promise<boolean> => Promise.resolve(false);

export function setFreshLogin(callback: () => Promise<boolean>): void {
  requestFreshLogin = callback;
}

/**
 * Sends a request to the console's server, and repeats it after a fresh login if it needs one.
 * @throws ApiError for a refusal, or without an answer
 */
export async function send(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  try {
    return await sendOnce(request.clone());
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'fresh_login_required';
    if (isStale && (await requestFreshLogin())) return sendOnce(request);
    throw error;
  }
}

function setHeaders(request: Request): void {
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
}

async function sendOnce(request: Request): Promise<Response> {
  setHeaders(request);
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { error_code: 'offline' });
  }
  if (response.ok || response.status === 304) return response;
  const refusal = await readRefusal(response);
  if (response.status === 401) sessionEnds.dispatchEvent(new Event('end'));
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
