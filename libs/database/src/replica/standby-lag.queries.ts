import { sql } from '../sql/sql.js';

/** Seconds since the last commit that a standby has replayed; no row on a primary, such as a promoted standby. */
export const standbyLag = sql`
  select extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds where pg_is_in_recovery()`;
