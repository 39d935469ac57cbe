import { sql, type Database } from '@app/database';

/**
 * Claims a task if it is due: its next time is set in the same statement.
 * @returns whether this process has claimed it
 */
export async function claimSchedule(database: Database, schedule: string): Promise<boolean> {
  return database.has(sql`
    update maintenance.schedules set next_time = now() + every, last_time = now()
     where name = ${schedule} and next_time <= now() returning name`);
}

/** Records how the last run ended, for operators. */
export async function recordResult(database: Database, schedule: string, result: string): Promise<void> {
  await database.one(sql`update maintenance.schedules set last_result = ${result} where name = ${schedule}`);
}
