import { dbFunction } from '../../db-function.js';

/**
 * This function decides how long whole days are kept, not the caller, so that a compromised application can empty
 * neither the audit log nor other records.
 */
export const dropDayPartitions = dbFunction(
  'maintenance.drop_day_partitions',
  {
    execute: {
      auth: 'past days; the function knows how long each table is kept',
      worker: 'past days; the function knows how long each table is kept',
    },
  },
  /* sql */ `
  create or replace function maintenance.drop_day_partitions(parent regclass, before date)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare
    kept int; keeper text; last_day date; child record; dropped int := 0;
  begin
    select r.days, r.role into kept, keeper
      from (values
        ('auth', 'access_tokens', 2, 'lp_auth'),
        ('auth', 'authorization_requests', 2, 'lp_auth'),
        ('auth', 'one_time_tokens', 7, 'lp_auth'),
        ('auth', 'codes', 30, 'lp_auth'),
        ('auth', 'refresh_tokens', 92, 'lp_auth'),
        ('auth', 'audit_log', 400, 'lp_auth'),
        ('learning', 'outbox', 31, 'lp_worker'),
        ('learning', 'webhook_deliveries', 31, 'lp_worker'),
        ('learning', 'webhook_attempts', 31, 'lp_worker')
      ) as r (schema, name, days, role)
      join pg_class c on c.oid = parent and c.relname = r.name
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = r.schema;
    if kept is null then raise exception 'no rule says how long % is kept', parent; end if;
    -- who calls: the function itself runs as the owner
    if session_user in ('lp_auth', 'lp_api', 'lp_worker') and session_user <> keeper then
      raise exception '% does not look after %', session_user, parent using errcode = 'insufficient_privilege';
    end if;
    last_day := least(before, (now() at time zone 'utc')::date - kept);
    for child in
      select n.nspname, c.relname from pg_inherits i
        join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
       where i.inhparent = parent and c.relname ~ '_[0-9]{8}$'
         and to_date(right(c.relname, 8), 'YYYYMMDD') < last_day
       order by 2
    loop
      execute format('drop table %I.%I', child.nspname, child.relname);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $$`,
);
