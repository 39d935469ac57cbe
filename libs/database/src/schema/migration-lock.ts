import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Database } from '../transactions/database.js';
import { lockNumber } from './advisory-locks.js';
import { isDeadlock, postgresCode } from '../sql/errors.js';

/**
 * Milliseconds that a migration's statement waits for a lock. Requests that need the table queue up behind it
 * meanwhile, so it is far below the DATABASE_WAIT_MS after which they would be refused.
 */
export const MIGRATION_LOCK_MS = 1_000;

/** Milliseconds between attempts to take the lock that another migration holds. */
const POLL_INTERVAL_MS = 200;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 20_000;
/** With the pauses between them, the attempts last ten minutes: longer than any transaction of ours. */
const MAX_TRIES = 35;

/**
 * Repeats `work` while it fails because another transaction holds a lock that it needs. In the growing pauses, requests
 * that queued up behind it proceed.
 * @param onRetry called with the error and the milliseconds until the next attempt
 * @throws other errors of `work`, and that of its last attempt
 */
export async function withLockTimeout<T>(
  work: () => Promise<T>,
  onRetry: (error: Error, ms: number) => void = () => undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isAnothersLock(error) || tries === MAX_TRIES) throw error;
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
      onRetry(error as Error, ms);
      await pause(ms);
    }
  }
}

/** Whether it is a lock timeout, or a deadlock in which Postgres ended our transaction. */
const isAnothersLock = (error: unknown): boolean => postgresCode(error) === '55P03' || isDeadlock(error);

/**
 * Serialises migrations. It polls for the lock: a session that waits within a statement holds a snapshot, and the
 * holder of the lock could not build an index concurrently, because that waits for all older snapshots.
 */
export async function acquireMigrationLock(runner: Pick<QueryRunner, 'query'>): Promise<void> {
  for (;;) {
    const [row] = (await runner.query(
      `select pg_try_advisory_lock(${lockNumber.migrations}) as is_taken`,
    )) as {
      is_taken: boolean;
    }[];
    if (row?.is_taken) return;
    await pause(POLL_INTERVAL_MS);
  }
}

/** Runs `work` under the migration lock, while no migration and no other such work runs. */
export async function withMigrationLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const lock = database.dataSource.createQueryRunner();
  try {
    await acquireMigrationLock(lock);
    return await work();
  } finally {
    await releaseMigrationLock(lock);
    await lock.release();
  }
}

/** Lets the next migration run. */
export async function releaseMigrationLock(runner: Pick<QueryRunner, 'query'>): Promise<void> {
  await runner.query(`select pg_advisory_unlock(${lockNumber.migrations})`);
}
