/**
 * `pg_stat_activity` and `pg_locks` as tables for queries of a test. The views contain the whole server, with the
 * databases of other tests, whose tables even have the same oids, because all are copies of one template.
 */
export const SESSIONS_HERE = '(select * from pg_stat_activity where datname = current_database())';
export const LOCKS_HERE =
  '(select * from pg_locks where database = (select oid from pg_database where datname = current_database()))';
