const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The processes that run a task: every process for itself; every process, on different rows; or one process at a time,
 * which claims it in `maintenance.schedules`.
 */
export type TaskScope = 'every process' | 'every process, sharing the rows' | 'one process';

export interface TaskDefinition {
  servers: readonly ('auth-server' | 'resource-api' | 'webhook-worker' | 'console')[];
  /** A description of its work, to follow the task's name in a sentence. */
  does: string;
  /** Milliseconds from the end of one run to the start of the next, unless more work is waiting. */
  everyMs: number;
  /** Milliseconds until the retry after a failure; `everyMs` if absent. */
  retryMs?: number;
  scope: TaskScope;
  /** For a task of one process: its row in `maintenance.schedules`. */
  schedule?: string;
}

const worker = ['webhook-worker'] as const;
const everyServer = ['auth-server', 'resource-api', 'webhook-worker', 'console'] as const;
const authServer = ['auth-server'] as const;
const EVERY_PROCESS = 'every process';
const SHARING = 'every process, sharing the rows';
const ONE_PROCESS = 'one process';

/** All scheduled tasks, by name. docs/operations/observe.md is generated from this list. */
export const scheduledTasks = {
  'manage-auth-partitions': {
    servers: authServer,
    does: 'creates the daily partitions of tokens, codes and the audit log, and drops expired ones',
    everyMs: 6 * HOUR_MS,
    scope: ONE_PROCESS,
    schedule: 'partitions',
  },
  'remove-expired-auth-rows': {
    servers: authServer,
    does: 'removes sessions, revocations and grants that have expired',
    everyMs: 10 * MINUTE_MS,
    scope: ONE_PROCESS,
    schedule: 'auth.expired',
  },
  'close-lapsed-invitations': {
    servers: authServer,
    does: 'closes the accounts of invitations that were not accepted in time',
    everyMs: 10 * MINUTE_MS,
    scope: ONE_PROCESS,
    schedule: 'invitations',
  },
  'rotate-signing-keys': {
    servers: authServer,
    does: 'creates the next signing key when it is time, and removes expired ones',
    everyMs: HOUR_MS,
    scope: ONE_PROCESS,
    schedule: 'signing-keys',
  },
  'reload-signing-keys': {
    servers: authServer,
    does: 'reads the signing keys; a revoked key stops signing within this time',
    everyMs: SECOND_MS,
    scope: EVERY_PROCESS,
  },
  'write-refusal-counts': {
    servers: authServer,
    does: 'writes the number of refusals that were not logged one by one to the audit log',
    everyMs: 30 * SECOND_MS,
    scope: EVERY_PROCESS,
  },
  'remove-expired-console-sessions': {
    servers: ['console'],
    does: 'revokes the grants of ended sessions of the console and removes them, and counts the others',
    everyMs: MINUTE_MS,
    scope: SHARING,
  },
  'watch-dependencies': {
    servers: everyServer,
    does: 'checks whether Postgres and Redis are available, for the log and the metrics',
    everyMs: 5 * SECOND_MS,
    scope: EVERY_PROCESS,
  },
  'read-revocations': {
    servers: ['auth-server', 'resource-api'],
    does: 'reads which tokens were revoked, immediately when notified through Redis',
    everyMs: SECOND_MS / 2,
    scope: EVERY_PROCESS,
  },
  'cut-unread-answers': {
    servers: everyServer,
    does: 'disconnects clients that take too long to read a response',
    everyMs: SECOND_MS,
    scope: EVERY_PROCESS,
  },
  'share-request-counts': {
    servers: ['auth-server', 'resource-api'],
    does: 'adds this process’s request counts for the rate limits to those in Redis',
    everyMs: SECOND_MS / 5,
    scope: EVERY_PROCESS,
  },
  'relay-events': {
    servers: worker,
    does: 'moves events from the outbox to the mailboxes of webhooks, in case a hint was lost',
    everyMs: SECOND_MS,
    scope: SHARING,
  },
  'wake-overdue-mailboxes': {
    servers: worker,
    does: 'finds mailboxes and test deliveries that are due and that no process is working on',
    everyMs: SECOND_MS,
    scope: SHARING,
  },
  'write-webhook-hours': {
    servers: worker,
    does: 'adds this process’s counts of deliveries to those of each webhook and hour',
    everyMs: 10 * SECOND_MS,
    scope: EVERY_PROCESS,
  },
  'send-mails': {
    servers: worker,
    does: 'sends mails that are due, in case a hint was lost, and removes old ones',
    everyMs: 5 * SECOND_MS,
    scope: SHARING,
  },
  'settle-payments': {
    servers: worker,
    does: 'captures the payments of portals that were created, and voids the others',
    everyMs: 5 * SECOND_MS,
    scope: SHARING,
  },
  'read-link-pages': {
    servers: worker,
    does: 'reads the pages of new links for a title and an image',
    everyMs: 5 * SECOND_MS,
    scope: SHARING,
  },
  'tell-visibility-changes': {
    servers: worker,
    does: 'notifies portals of objects that a subscription has added or removed',
    everyMs: 5 * SECOND_MS,
    scope: SHARING,
  },
  'add-up-materialized-counts': {
    servers: worker,
    does: 'adds changes to the materialized counts of enrollments and accounts, and to the popularity of learning objects',
    everyMs: 10 * SECOND_MS,
    scope: SHARING,
  },
  'remove-unused-facets': {
    servers: worker,
    does: 'removes tags, topics and other values of facets that no learning object has',
    everyMs: 10 * MINUTE_MS,
    retryMs: 10 * SECOND_MS,
    scope: SHARING,
  },
  'index-catalogue': {
    servers: worker,
    does: 'writes changes of the catalogue to OpenSearch, if it is the search engine; one process at a time by a lease',
    everyMs: SECOND_MS,
    scope: SHARING,
  },
  'remove-unfollowed-changes': {
    servers: worker,
    does: 'stops recording changes for a search index that has not read any for a week',
    everyMs: 10 * MINUTE_MS,
    scope: SHARING,
  },
  'remove-unused-topics': {
    servers: worker,
    does: 'removes topics that no learning object has had for a day',
    everyMs: 10 * MINUTE_MS,
    scope: SHARING,
  },
  'remove-unused-words': {
    servers: worker,
    does: 'removes words of search that no learning object has any more',
    everyMs: 24 * HOUR_MS,
    scope: ONE_PROCESS,
    schedule: 'unused-words',
  },
  'remove-expired-rows': {
    servers: worker,
    does: 'removes expired idempotency answers, limit counts and onboarding grants, old counts of deliveries, and declined or voided payments',
    everyMs: MINUTE_MS,
    scope: SHARING,
  },
  'manage-event-partitions': {
    servers: worker,
    does: 'creates the daily partitions of events and deliveries, and drops expired ones',
    everyMs: HOUR_MS,
    retryMs: 10 * SECOND_MS,
    scope: EVERY_PROCESS,
  },
} as const satisfies Record<string, TaskDefinition>;

export type TaskName = keyof typeof scheduledTasks;

/** The tasks of one process at a time. */
export type ClaimedTaskName = {
  [Name in TaskName]: (typeof scheduledTasks)[Name] extends { schedule: string } ? Name : never;
}[TaskName];
