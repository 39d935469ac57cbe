/**
 * `pg_stat_activity` and `pg_locks` as tables for a query of a test: both show the whole server, which other tests'
 * databases share. Their tables even have the same oids, because all are copies of one template.
 */
export const SESSIONS_HERE = '(select * from pg_stat_activity where datname = current_database())';
export const LOCKS_HERE =
  '(select * from pg_locks where database = (select oid from pg_database where datname = current_database()))';
