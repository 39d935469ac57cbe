/*
 * SQL of the functions that issue access tokens. They take locks first, then read: each statement of a plpgsql function
 * sees what was committed before that statement began (ADR 8).
 */

/** The values that claims are made from, in the order of `subjectColumns`. */
export const resultColumns = /* sql */ `
  portal_id int, portal_name text, account_id int, person_id bigint, roles text[], email text, first_name text,
  last_name text`;

/**
 * A batch waits for nobody: on a table that is locked it gives up. Plans do not depend on the arrays, and go by keys
 * however empty the tables were when they were made.
 */
export const BATCH_SETTINGS = /* sql */ `
  set search_path = pg_catalog set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set lock_timeout = '100ms'`;

/** Takes the locks of these, if nobody is in the way. By expressions, which cost less than a statement. */
export const lockSql = (portalId: string, clientId: string, accountId: string): string => /* sql */ `
  (${portalId} is null or pg_try_advisory_xact_lock_shared(7511, ${portalId}))
  and pg_try_advisory_xact_lock_shared(7512, hashtext(${clientId}))
  and (${accountId} is null or pg_try_advisory_xact_lock_shared(7513, ${accountId}))`;
