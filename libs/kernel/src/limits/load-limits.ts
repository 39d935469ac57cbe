import { channel } from 'node:diagnostics_channel';

/** A limit of a shared resource. */
export interface LoadLimit {
  /** The limited resource, in English and plural. */
  what: string;
  /** Its size, or the name of the setting with it. */
  most: number | string;
  /** The owner of a separate share or count. */
  owner: string;
  /** The error code over the limit; undefined: the connection is closed. */
  errorCode?: 'server_busy' | 'too_many_requests' | 'temporarily_unavailable';
  /** `Retry-After` of a 503; undefined: 429 until the window ends. */
  retryAfterSeconds?: number;
}

const BY_NETWORK = 'network (/24 or /64)';
const BY_PORTAL = 'portal; without a token, network';
const BY_CLIENT = 'client; without a secret, network';

/**
 * All limits of shared resources; code reads its numbers here. docs/limits.md is generated from this list and from the
 * order in which requests meet the limits.
 */
export const loadLimits = {
  pipelining: {
    what: 'requests waiting for earlier ones of their connection',
    most: 16,
    owner: 'connection',
  },
  public: {
    what: 'requests in a minute without credentials, or with wrong ones',
    most: 'PUBLIC_REQUESTS_PER_MINUTE',
    owner: BY_NETWORK,
    errorCode: 'too_many_requests',
  },
  api: {
    what: 'requests in a minute with a token',
    most: 'API_REQUESTS_PER_MINUTE',
    owner: 'client in a portal',
    errorCode: 'too_many_requests',
  },
  token: {
    what: 'token requests in a minute',
    most: 'TOKEN_REQUESTS_PER_MINUTE',
    owner: BY_CLIENT,
    errorCode: 'temporarily_unavailable',
  },
  look: {
    what: 'introspections and revocations in a minute',
    most: 3_000,
    owner: BY_CLIENT,
    errorCode: 'temporarily_unavailable',
  },
  written: {
    what: 'bytes written in a day',
    most: 'written_bytes',
    owner: 'portal; half of it for one client',
    errorCode: 'too_many_requests',
  },
  console_requests: {
    what: 'requests to the console in a minute',
    most: 6_000,
    owner: BY_NETWORK,
    errorCode: 'too_many_requests',
  },
  console_sign_ins: {
    what: 'sign-ins in a minute that begin at the console',
    most: 60,
    owner: 'account; without a session, network',
    errorCode: 'too_many_requests',
  },
  console_sign_in_ends: {
    what: 'returns in a minute from one sign-in to the console',
    most: 3,
    owner: 'sign-in',
    errorCode: 'too_many_requests',
  },
  console_forwarding: {
    what: 'requests in a minute that the console forwards',
    most: 300,
    owner: 'account',
    errorCode: 'too_many_requests',
  },
  bodies: {
    what: 'bytes of bodies in flight that have 16 KiB or more',
    most: 'MAX_BODIES_BYTES',
    owner: BY_PORTAL,
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  large_json: {
    what: 'bodies and answers of many kilobytes that are parsed or written, which wait for up to 30 s',
    most: 1,
    owner: BY_PORTAL,
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  expensive_operations: {
    what: 'expensive answers that are being read and written, or were just before (three times as long as that took, at most 300 ms), for which requests wait for 2 s',
    most: 2,
    owner: 'portal, which has one, and operation',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  anonymous_pages: {
    what: 'pages of the authorization server being made for browsers without a session, which wait for 2 s',
    most: 2,
    owner: 'network, which has one',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  connections: {
    what: 'connections to Postgres, for which requests wait for `DATABASE_WAIT_MS`; a fifth for heavy work',
    most: 'DATABASE_POOL_SIZE',
    owner: 'portal, and kind of statement',
    errorCode: 'server_busy',
    retryAfterSeconds: 5,
  },
  password_threads: {
    what: 'threads that hash passwords, for which requests wait for 2 s',
    most: 'PASSWORD_JOBS',
    owner: 'account or client',
    errorCode: 'server_busy',
    retryAfterSeconds: 2,
  },
  failed_attempts: {
    what: 'wrong passwords or codes in a quarter of an hour, and 20 codes in a day',
    most: '10 to 1,000',
    owner: 'account, client, network, browser',
    errorCode: 'temporarily_unavailable',
  },
  attempts_in_flight: {
    what: 'passwords and codes being checked, in addition to the wrong ones',
    most: 'the same',
    owner: 'the same',
    errorCode: 'temporarily_unavailable',
    retryAfterSeconds: 2,
  },
  onboardings: {
    what: 'portals that a client is creating at a time, for which requests wait for 10 s',
    most: 8,
    owner: 'client, which has half',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  session_refreshes: {
    what: 'sessions of the console that get a new token, half of its connections',
    most: 'DATABASE_POOL_SIZE',
    owner: 'session',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  forwarded_requests: {
    what: 'requests that the console forwards at a time',
    most: 32,
    owner: 'portal',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  forwarded_downloads: {
    what: 'downloads that the console forwards at a time',
    most: 32,
    owner: 'portal',
    errorCode: 'server_busy',
    retryAfterSeconds: 1,
  },
  unread_answers: {
    what: 'bytes of answers that clients have not read; the oldest of the largest owner goes',
    most: 'MAX_UNREAD_BYTES',
    owner: BY_PORTAL,
  },
} as const satisfies Record<string, LoadLimit>;

export type LoadLimitName = keyof typeof loadLimits;
/** Limits that answer 503 `server_busy`. */
export type BusyLimitName = {
  [Name in LoadLimitName]: (typeof loadLimits)[Name] extends { errorCode: 'server_busy' } ? Name : never;
}[LoadLimitName];

/** The channel of `node:diagnostics_channel` that publishes the name of each limit that a request meets. */
export const LOAD_LIMIT_CHANNEL = 'load-limit';
const met = channel(LOAD_LIMIT_CHANNEL);

/** Call this where a request is checked against a limit. */
export function meetLimit(name: LoadLimitName): void {
  if (met.hasSubscribers) met.publish(name);
}
