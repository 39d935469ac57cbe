import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Database } from '../transactions/database.js';
import { lockNumber } from './advisory-locks.js';
import { isDeadlock, postgresCode } from '../sql/errors.js';

/**
 * Milliseconds that a migration's statement waits for a lock. Requests that need the table queue up behind it for as
 * long, so it is well below the DATABASE_WAIT_MS after which they would be refused.
 */
export const MIGRATION_LOCK_MS = 1_000;

/** Milliseconds between looks at a lock that another migration holds. */
const POLL_INTERVAL_MS = 200;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 20_000;
/** With the pauses between them, tries last ten minutes: longer than any transaction of ours. */
const MAX_TRIES = 35;

/**
 * Repeats `work` while it fails because something else holds a lock that it needs. In the pauses, which grow, those
 * who queued up behind it go first.
 * @param onRetry told why there will be another try, and in how many milliseconds
 * @throws what `work` throws for other reasons, or at its last try
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

/** A lock timeout, or a deadlock in which we were the one to give way. */
const isAnothersLock = (error: unknown): boolean => postgresCode(error) === '55P03' || isDeadlock(error);

/**
 * Lets one migration run at a time. It takes the lock by asking again and again. A session that waits for one within a
 * statement holds a snapshot. The holder of the lock could then not build an index concurrently, which waits for all
 * older snapshots.
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

/** Does `work` while no migration runs, and nothing else that asks for this. */
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
