/** The servers, by the names of their folders. */
export type ServerName = 'auth-server' | 'resource-api' | 'webhook-worker' | 'console';

export interface MetricDefinition {
  kind: 'counter' | 'gauge' | 'histogram';
  servers: readonly ServerName[];
  /** Its meaning, as Prometheus and docs/operations/observe.md show it. */
  help: string;
  /** Each has few values that we choose: never a portal, a client, an id or a path. */
  labels?: readonly string[];
  /** Of a histogram; in the unit of its name. */
  buckets?: readonly number[];
  /** Of a gauge that is read when it is asked for: what several sources with the same labels come to. */
  observed?: 'sum' | 'max' | 'min';
}

const everyServer = ['auth-server', 'resource-api', 'webhook-worker', 'console'] as const;
const withRedis = ['auth-server', 'resource-api', 'webhook-worker'] as const;
const authServer = ['auth-server'] as const;
const withTokens = ['auth-server', 'resource-api'] as const;
const worker = ['webhook-worker'] as const;
const consoleServer = ['console'] as const;

const short = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const requests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Every metric of ours, by name; those of the process itself come from prom-client. docs/operations/observe.md is made of it. */
export const metricList = {
  build_info: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Always 1; the labels say which build this is.',
    labels: ['version', 'commit', 'node_version'],
  },
  dependency_up: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Whether postgres, redis, smtp or the key_set can be used (1) or not (0). Each change is logged once.',
    labels: ['dependency'],
    observed: 'min',
  },
  catalogue_searches_total: {
    kind: 'counter',
    servers: ['resource-api'],
    help: 'Searches where SEARCH_ENGINE is opensearch, by the engine that answered, and why Postgres did (none: it did not).',
    labels: ['engine', 'reason'],
  },
  search_changes_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Changes of the catalogue that the search index does not contain yet, counted up to 100,000.',
    observed: 'max',
  },
  search_index_behind_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest change of the catalogue that the search index does not contain.',
    observed: 'max',
  },
  search_documents_refused_total: {
    kind: 'counter',
    servers: worker,
    help: 'Documents that the search index refused: Postgres answers the searches that find them.',
  },
  uncaught_errors_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Errors that nobody caught; each is a defect.',
  },
  http_requests_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Requests answered, by method, route template (none: no such route) and status.',
    labels: ['method', 'route', 'status'],
  },
  http_unread_bytes: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Bytes of answers of 16 KiB and more that clients have not read yet.',
    observed: 'sum',
  },
  http_unread_cut_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Clients cut off because they did not read their answer, by reason: room was needed, or their time was over.',
    labels: ['reason'],
  },
  http_request_duration_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'From the arrival of a request to the end of its answer.',
    labels: ['method', 'route'],
    buckets: requests,
  },
  postgres_pool_connections: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Connections of a pool, by state: busy or idle.',
    labels: ['pool', 'state'],
    observed: 'sum',
  },
  postgres_pool_max_connections: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Most connections that a pool opens.',
    labels: ['pool'],
    observed: 'sum',
  },
  postgres_pool_waiting: {
    kind: 'gauge',
    servers: everyServer,
    help: 'Work that waits for a connection of a pool.',
    labels: ['pool'],
    observed: 'sum',
  },
  postgres_pool_wait_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'How long work waited for a connection, if it had to wait.',
    labels: ['pool'],
    buckets: short,
  },
  postgres_pool_refusals_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Work that got no connection in time.',
    labels: ['pool'],
  },
  postgres_statement_duration_seconds: {
    kind: 'histogram',
    servers: everyServer,
    help: 'Times of statements, by how they are sent: pool, replica, transaction or vital.',
    labels: ['path'],
    buckets: short,
  },
  postgres_statement_failures_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Statements that failed: away (Postgres cannot be used), busy (a lock or a timeout), or refused.',
    labels: ['path', 'reason'],
  },
  postgres_replica_lag_seconds: {
    kind: 'gauge',
    servers: ['resource-api'],
    help: 'By how much the read replica may be behind; +Inf: it is away, no standby, or of another history.',
    observed: 'max',
  },
  postgres_replica_reads_total: {
    kind: 'counter',
    servers: ['resource-api'],
    help: 'Reads that a replica may answer, by who did, and why it was the primary: away, lag, other_history, no_portal, positions_unknown (Redis), behind_own_write or failed.',
    labels: ['by', 'reason'],
  },
  postgres_clock_skew_seconds: {
    kind: 'gauge',
    servers: everyServer,
    help: 'By how much Postgres’s clock is ahead of this process’s.',
    observed: 'max',
  },
  redis_command_duration_seconds: {
    kind: 'histogram',
    servers: withRedis,
    help: 'Times of commands to Redis, without those of BullMQ.',
    labels: ['command'],
    buckets: short,
  },
  redis_command_failures_total: {
    kind: 'counter',
    servers: withRedis,
    help: 'Commands that Redis did not answer.',
    labels: ['command'],
  },
  scheduled_task_failures_total: {
    kind: 'counter',
    servers: everyServer,
    help: 'Failures of scheduled tasks, by task.',
    labels: ['task'],
  },
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
    buckets: short,
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
  console_sessions: {
    kind: 'gauge',
    servers: consoleServer,
    help: 'Sessions of the console, of all its processes together.',
    observed: 'max',
  },
  console_refreshes_total: {
    kind: 'counter',
    servers: consoleServer,
    help: 'Exchanges of refresh tokens, by outcome: renewed, refused (the session ends) or failed (no usable answer).',
    labels: ['outcome'],
  },
  console_forwarded_total: {
    kind: 'counter',
    servers: consoleServer,
    help: 'Requests that were forwarded, by server and status (0: it did not answer).',
    labels: ['server', 'status'],
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
  webhook_attempts_total: {
    kind: 'counter',
    servers: worker,
    help: 'Attempts by result: delivered, failed, and the reason or status class.',
    labels: ['result', 'reason'],
  },
  webhook_attempt_seconds: {
    kind: 'histogram',
    servers: worker,
    help: 'From the start of an attempt to its status.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  },
  webhook_event_to_delivery_seconds: {
    kind: 'histogram',
    servers: worker,
    help: 'From the commit of an event to its first successful delivery at the first try.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  webhook_repeats_total: {
    kind: 'counter',
    servers: worker,
    help: 'Deliveries that were answered with success more than once.',
  },
  webhook_events_relayed_total: {
    kind: 'counter',
    servers: worker,
    help: 'Events taken from the outbox.',
  },
  webhook_hints_lost_total: {
    kind: 'counter',
    servers: worker,
    help: 'Hints that did not reach Redis.',
  },
  webhook_events_read_bytes: {
    kind: 'gauge',
    servers: worker,
    help: 'Bytes of events that have been read ahead of their deliveries.',
    observed: 'sum',
  },
  webhook_slices_running: {
    kind: 'gauge',
    servers: worker,
    help: 'Mailboxes being drained by this worker.',
    labels: ['lane'],
  },
  worker_parked_total: {
    kind: 'counter',
    servers: worker,
    help: 'Rows that this worker put aside because they could not be read or worked on.',
    labels: ['kind'],
  },
  worker_parked_rows: {
    kind: 'gauge',
    servers: worker,
    help: 'Rows that stand aside because they cannot be read or worked on: webhooks, events, mails, payments, changes of visibility. Of the whole system.',
    labels: ['kind'],
    observed: 'max',
  },
  webhook_outbox_lag_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest event that has not been relayed. Of the whole system.',
    observed: 'max',
  },
  webhook_outbox_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Events that have not been relayed, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  webhook_oldest_due_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'For how long the most overdue open mailbox has been due. Of the whole system.',
    observed: 'max',
  },
  webhook_parked: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that are parked. Of the whole system.',
    observed: 'max',
  },
  webhook_disabled: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that are disabled. Of the whole system.',
    observed: 'max',
  },
  webhook_paused: {
    kind: 'gauge',
    servers: worker,
    help: 'Webhooks that an operator has paused. Of the whole system.',
    observed: 'max',
  },
  mails_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Mails that are due, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  mails_oldest_waiting_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest mail that is still to be sent. Of the whole system.',
    observed: 'max',
  },
  payments_waiting: {
    kind: 'gauge',
    servers: worker,
    help: 'Payments that are to be captured or voided, 100,000 at most. Of the whole system.',
    observed: 'max',
  },
  payments_oldest_waiting_seconds: {
    kind: 'gauge',
    servers: worker,
    help: 'Age of the oldest payment that is to be captured or voided. Of the whole system.',
    observed: 'max',
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metricList;
