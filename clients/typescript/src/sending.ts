import { errorOf, retryAfterOf } from './errors.js';
import type { TokenSource } from './tokens.js';

export interface SendingOptions {
  tokens: TokenSource;
  /** Tries of one request in all; 4 by default. */
  tries?: number;
  /** The longest wait between two tries, in seconds; a longer `Retry-After` ends the tries. 60 by default. */
  longestWait?: number;
  /** Milliseconds that one try may take; 30,000 by default. */
  timeout?: number;
  /** For tests, proxies and the like; the platform's own by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Waits so many milliseconds between two tries; for tests. */
  wait?: (milliseconds: number) => Promise<void>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Refused before any effect: every request may be repeated. */
const nothingDone = new Set([429]);
/** The request may have had its effect. */
const uncertain = new Set([502, 503, 504]);

/**
 * Sends requests with a token, and retries those that are safe to repeat. 429 is always retried, after the time in
 * `Retry-After`; 502, 503, 504 and network errors only for idempotent requests: reads, PUT, DELETE, POST with an
 * Idempotency-Key, and PATCH with If-Match. 401 is retried once with a new token.
 * @returns a `fetch` that throws PlatformError for every refusal
 */
export function sendingWith(options: SendingOptions): (request: Request) => Promise<Response> {
  const { tokens, tries = 4, longestWait = 60, timeout = 30_000, wait = pause } = options;
  const send = options.fetch ?? fetch;

  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    const isRepeatable = request.method !== 'PATCH' || request.headers.has('if-match');
    let isRenewed = false;
    for (let number = 1; ; number += 1) {
      const token = await tokens.token();
      request.headers.set('authorization', `Bearer ${token}`);
      const isLast = number >= tries;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
      const answer = await send(new Request(request.clone(), { signal })).catch((error: unknown) => {
        if (isLast || !isRepeatable || request.signal.aborted) throw error;
        return undefined;
      });
      if (answer?.ok) return answer;
      if (answer?.status === 401 && !isRenewed) {
        tokens.refused(token);
        isRenewed = true;
        continue;
      }
      const mayRepeat =
        !answer || nothingDone.has(answer.status) || (uncertain.has(answer.status) && isRepeatable);
      const seconds = (answer && retryAfterOf(answer)) ?? 2 ** (number - 2) * (0.5 + Math.random());
      if (answer && (isLast || !mayRepeat || seconds > longestWait)) throw await errorOf(answer);
      await wait(seconds * 1000);
      request.signal.throwIfAborted();
    }
  };
}
