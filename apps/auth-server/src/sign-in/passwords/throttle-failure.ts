import type { TemporarilyUnavailable } from '../../edge/errors/index.js';

/** The secret that was tried: a password, or a code of the second factor. */
type SecretKind = 'login' | 'factor';

/** The text of a form after throttling or a full queue. */
export interface ThrottleFailure<Kind extends SecretKind = SecretKind> {
  error: `${Kind}.throttled` | 'factor.throttledToday' | 'login.busy';
  values: { minutes: number; hours: number };
  status: number;
  headers: Record<string, string>;
}

export function throttleFailure<Kind extends SecretKind>(
  error: TemporarilyUnavailable,
  subject: Kind,
): ThrottleFailure<Kind> {
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
