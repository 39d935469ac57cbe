import type { TemporarilyUnavailable } from '../../edge/errors/index.js';

/** The secret that was tried: a password, or a code of the second factor. */
type Tried = 'login' | 'factor';

/** The text of a form after throttling or a full queue. */
export interface ThrottleFailure<Of extends Tried = Tried> {
  error: `${Of}.throttled` | 'factor.throttledToday' | 'login.busy';
  values: { minutes: number; hours: number };
  status: number;
  headers: Record<string, string>;
}

export function throttleFailure<Of extends Tried>(
  error: TemporarilyUnavailable,
  subject: Of,
): ThrottleFailure<Of> {
  const seconds = Number(error.headers['retry-after']);
  const throttled =
    subject === 'factor' && seconds > 3_600 ? 'factor.throttledToday' : (`${subject}.throttled` as const);
  return {
    error: error.status === 429 ? throttled : 'login.busy',
    values: { minutes: Math.ceil(seconds / 60), hours: Math.ceil(seconds / 3_600) },
    status: error.status,
    headers: error.headers,
  };
}
