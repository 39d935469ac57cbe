import type { TemporarilyUnavailable } from '../errors/index.js';

/** What a form says after throttling or a full queue. */
export interface ThrottleFailure {
  error: 'login.throttled' | 'login.busy';
  values: { minutes: number };
  status: number;
  headers: Record<string, string>;
}

export function throttleFailure(error: TemporarilyUnavailable): ThrottleFailure {
  return {
    error: error.status === 429 ? 'login.throttled' : 'login.busy',
    values: { minutes: Math.ceil(Number(error.headers['retry-after']) / 60) },
    status: error.status,
    headers: error.headers,
  };
}
