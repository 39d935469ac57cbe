import { SHORT_BUCKETS, type MetricDefinition } from '../metric-definition.js';

const authServer = ['auth-server'] as const;
const withTokens = ['auth-server', 'resource-api'] as const;

export const tokenMetrics = {
  password_queue_length: {
    kind: 'gauge',
    servers: withTokens,
    help: 'Password checks that wait for a thread.',
    observed: 'sum',
  },
  password_queue_wait_seconds: {
    kind: 'histogram',
    servers: withTokens,
    help: 'How long a password check waited for a thread.',
    buckets: SHORT_BUCKETS,
  },
  password_queue_refusals_total: {
    kind: 'counter',
    servers: withTokens,
    help: 'Password checks that got no thread in time.',
  },
  password_threads: {
    kind: 'gauge',
    servers: withTokens,
    help: 'Threads that run argon2id, by state: busy or idle.',
    labels: ['state'],
    observed: 'sum',
  },
  auth_password_hash_runs_total: {
    kind: 'counter',
    servers: authServer,
    help: 'Runs of argon2id.',
  },
  auth_client_secret_comparisons_total: {
    kind: 'counter',
    servers: authServer,
    help: 'Comparisons of client secrets.',
  },
  oauth_tokens_issued_total: {
    kind: 'counter',
    servers: authServer,
    help: 'Access tokens issued, by grant.',
    labels: ['grant'],
  },
  oauth_tokens_refused_total: {
    kind: 'counter',
    servers: authServer,
    help: 'Token requests refused, by grant (unknown: none that exists) and error code of RFC 6749.',
    labels: ['grant', 'reason'],
  },
  revocations_age_seconds: {
    kind: 'gauge',
    servers: withTokens,
    help: 'Since when revoked tokens were last read.',
    observed: 'max',
  },
  revocations_live: {
    kind: 'gauge',
    servers: withTokens,
    help: 'Revocations in memory that have not expired.',
    observed: 'max',
  },
  signing_key_age_seconds: {
    kind: 'gauge',
    servers: authServer,
    help: 'For how long the current signing key has been signing, of access tokens or ID tokens.',
    observed: 'max',
  },
  signing_key_max_age_seconds: {
    kind: 'gauge',
    servers: authServer,
    help: 'For how long a signing key is to sign.',
    observed: 'max',
  },
  signing_keys: {
    kind: 'gauge',
    servers: authServer,
    help: 'Signing keys of access tokens by state.',
    labels: ['state'],
    observed: 'max',
  },
  key_set_age_seconds: {
    kind: 'gauge',
    servers: ['resource-api'],
    help: 'Since when the key set was last fetched; it is fetched when a token needs it.',
    observed: 'max',
  },
} as const satisfies Record<string, MetricDefinition>;
