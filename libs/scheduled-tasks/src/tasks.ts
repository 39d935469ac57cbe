const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

/**
 * Who does a task: every process for itself; every process, each with rows that no other one has taken; or one process
 * at a time, which claims it in `maintenance.schedules`.
 */
export type TaskScope = 'every process' | 'every process, sharing the rows' | 'one process';

export interface TaskDefinition {
  in: readonly ('auth-server' | 'resource-api' | 'webhook-worker')[];
  /** What it does, as a sentence without its end. */
  does: string;
  /** Milliseconds from the end of one run to the next, when there is nothing more to do at once. */
  everyMs: number;
  /** Milliseconds until it is tried again after a failure; without it, as after a run. */
  retryMs?: number;
  scope: TaskScope;
  /** Of a task of one process: its row in `maintenance.schedules`. */
  schedule?: string;
}

const worker = ['webhook-worker'] as const;
const authServer = ['auth-server'] as const;
const EVERY_PROCESS = 'every process';
const SHARING = 'every process, sharing the rows';
const ONE_PROCESS = 'one process';

/** Everything that a process does again and again, by name. docs/operations.md is made from it. */
export const scheduledTasks = {
  'manage-auth-partitions': {
    in: authServer,
    does: 'makes the daily partitions of tokens, codes and audit log, drops those that are over',
    everyMs: 6 * HOURS,
    scope: ONE_PROCESS,
    schedule: 'partitions',
  },
  'remove-expired-auth-rows': {
    in: authServer,
    does: 'removes sessions, revocations and grants that have expired',
    everyMs: 10 * MINUTES,
    scope: ONE_PROCESS,
    schedule: 'auth.expired',
  },
  'close-lapsed-invitations': {
    in: authServer,
    does: 'closes the accounts of invitations that nobody has accepted in time',
    everyMs: 10 * MINUTES,
    scope: ONE_PROCESS,
    schedule: 'invitations',
  },
  'rotate-signing-keys': {
    in: authServer,
    does: 'makes the next signing key when it is time and removes keys that are over',
    everyMs: HOURS,
    scope: ONE_PROCESS,
    schedule: 'signing-keys',
  },
  'reload-signing-keys': {
    in: authServer,
    does: 'reads the signing keys: a revoked key stops signing within this time',
    everyMs: SECONDS,
    scope: EVERY_PROCESS,
  },
  'measure-postgres-clock': {
    in: authServer,
    does: 'measures how far the process’ clock is from that of Postgres',
    everyMs: 30 * SECONDS,
    scope: EVERY_PROCESS,
  },
  'write-refusal-counts': {
    in: authServer,
    does: 'writes to the audit log how many refusals of a flood were left out',
    everyMs: 30 * SECONDS,
    scope: EVERY_PROCESS,
  },
  'read-revocations': {
    in: ['auth-server', 'resource-api'],
    does: 'reads which tokens were revoked; at once when Redis says so',
    everyMs: SECONDS / 2,
    scope: EVERY_PROCESS,
  },
  'share-request-counts': {
    in: ['auth-server', 'resource-api'],
    does: 'adds the requests of the rate limits to those of the other processes in Redis',
    everyMs: SECONDS / 5,
    scope: EVERY_PROCESS,
  },
  'relay-events': {
    in: worker,
    does: 'takes events from the outbox to the mailboxes of webhooks, in case a hint was lost',
    everyMs: SECONDS,
    scope: SHARING,
  },
  'wake-overdue-mailboxes': {
    in: worker,
    does: 'finds mailboxes and test deliveries that are due and that nobody looks after',
    everyMs: SECONDS,
    scope: SHARING,
  },
  'send-mails': {
    in: worker,
    does: 'sends mails that are due, in case a hint was lost, and removes old ones',
    everyMs: 5 * SECONDS,
    scope: SHARING,
  },
  'settle-payments': {
    in: worker,
    does: 'captures payments of portals that were made, voids the others',
    everyMs: 5 * SECONDS,
    scope: SHARING,
  },
  'read-link-pages': {
    in: worker,
    does: 'reads the pages of new links for a title and an image',
    everyMs: 5 * SECONDS,
    scope: SHARING,
  },
  'tell-visibility-changes': {
    in: worker,
    does: 'tells portals of the objects that a subscription gave them or took from them',
    everyMs: 5 * SECONDS,
    scope: SHARING,
  },
  'add-up-materialized-counts': {
    in: worker,
    does: 'adds up what changed in the materialized counts of enrollments and accounts',
    everyMs: 10 * SECONDS,
    scope: SHARING,
  },
  'remove-expired-rows': {
    in: worker,
    does: 'removes kept answers, limit counts and onboarding grants that are over',
    everyMs: MINUTES,
    scope: SHARING,
  },
  'manage-event-partitions': {
    in: worker,
    does: 'makes the daily partitions of events and deliveries, drops those that are over',
    everyMs: HOURS,
    retryMs: 10 * SECONDS,
    scope: EVERY_PROCESS,
  },
} as const satisfies Record<string, TaskDefinition>;

export type TaskName = keyof typeof scheduledTasks;

/** The tasks of one process at a time. */
export type ClaimedTaskName = {
  [Name in TaskName]: (typeof scheduledTasks)[Name] extends { schedule: string } ? Name : never;
}[TaskName];
