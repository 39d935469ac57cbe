import { decodedPath, envelopeShape, createRenderer, type ErrorShape } from '@app/http';
import type { Problem } from '@app/kernel';
import { OAuthError } from './oauth-errors.js';

/** Headers of every answer of the token endpoint, including errors (RFC 6749 5.1). */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** Statuses passed through; any other 4xx of the framework is a malformed request. */
const ownStatus = new Set([401, 403, 404, 405, 413, 414, 429, 431, 500, 503]);

function toErrorCode(problem: Problem): string {
  if (problem instanceof OAuthError) return problem.errorCode;
  if (problem.status === 401) return 'invalid_token';
  if (problem.status === 403) return problem.errorCode;
  if (problem.status === 429 || problem.status === 503) return 'temporarily_unavailable';
  return problem.status >= 500 ? 'server_error' : 'invalid_request';
}

/**
 * The shape of RFC 6749 with `message` on /oauth/* and the metadata; the envelope on /client and /applications
 * (contract 2.16). If a request is too large for the parser, its URL may be unknown; then the answer has the members of
 * both.
 */
export const oauthErrorShape: ErrorShape = (problem, url, ref) => {
  const envelope = envelopeShape(problem, url, ref);
  const oauth = oauthForm(problem);
  if (url === '') return { ...oauth, body: { ...envelope.body, ...oauth.body } };
  return /^\/(oauth|\.well-known)(\/|$)/.test(decodedPath(url)) ? oauth : envelope;
};

function oauthForm(problem: Problem) {
  return {
    status: ownStatus.has(problem.status) ? problem.status : 400,
    headers: { ...noStore, ...problem.headers },
    body: {
      error: toErrorCode(problem),
      error_description: problem.message,
      hint: problem instanceof OAuthError ? problem.hint : problem.message,
      message: problem.message,
    },
  };
}

export const renderOAuthError = createRenderer(oauthErrorShape);
