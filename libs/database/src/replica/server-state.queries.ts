import type { DedicatedConnection } from '../connections/dedicated-connection.js';
import { sql } from '../sql/sql.js';
import type { History } from './primary-history.js';

/** Any log position is below; what cannot be known counts as being there. */
export const BEYOND_EVERYTHING = Number.MAX_SAFE_INTEGER;

/**
 * The position that everything committed so far is below. The insert position, since with synchronous_commit off a
 * commit may not even be written yet. It is without the header of a page (24 bytes, 40 at the beginning of a segment)
 * on which there is nothing else so far. A standby that has replayed everything stands before it.
 */
const WRITTEN = `(
  select (at - case when at % pg_size_bytes(current_setting('wal_segment_size')) = 40 then 40
                    when at % current_setting('wal_block_size')::int = 24 then 24 else 0 end)::float8
    from pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at)`;

/** How far the log is. */
export const written = sql`select ${sql.raw(WRITTEN)} as written`;

/** @returns undefined when the server is no primary. @throws what `pg` throws */
export async function readPrimaryState(
  connection: DedicatedConnection,
): Promise<{ written: number; history: History } | undefined> {
  const { rows } = await connection.query({
    text: `select case when not pg_is_in_recovery() then ${WRITTEN} end as written,
                  case when not pg_is_in_recovery()
                       then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
                  (select system_identifier::text from pg_control_system()) as system`,
  });
  const row = rows[0] as { written: number | null; timeline: number; system: string };
  if (row.written === null) return undefined;
  return { written: row.written, history: { system: row.system, timeline: row.timeline } };
}

/** @returns undefined when the server is no standby. @throws what `pg` throws */
export async function readStandbyState(
  connection: DedicatedConnection,
): Promise<{ replayed: number; history: History } | undefined> {
  // the control file names the timeline of the last restartpoint, or of the last page written: both have been replayed
  const { rows } = await connection.query({
    text: `select case when pg_is_in_recovery()
                       then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as replayed,
                  greatest((select timeline_id from pg_control_checkpoint()),
                           (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
                  (select system_identifier::text from pg_control_system()) as system`,
  });
  const row = rows[0] as { replayed: number | null; timeline: number; system: string };
  if (row.replayed === null) return undefined;
  return { replayed: row.replayed, history: { system: row.system, timeline: row.timeline } };
}
