import { Baseline } from './baseline.js';

/**
 * Tables that are kept by the day have one partition for each: a day goes by dropping a table, not by deleting
 * rows.
 */
export class DayPartitions20261123400100 extends Baseline {
  name = 'DayPartitions20261123400100';
  statements = [making, dropping];
}

const making = /* sql */ `
  -- Rows of the day that the default partition has taken move into the new one, in the same transaction. Attaching a
  -- finished table takes a weaker lock on the parent than "create table ... partition of".
  create function maintenance.make_day_partitions(parent regclass, first_day date, days int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare
    parent_schema text; parent_name text; part_key text; part text; day date; made int := 0; has_default boolean;
  begin
    select n.nspname, c.relname, a.attname into parent_schema, parent_name, part_key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_partitioned_table t on t.partrelid = c.oid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = t.partattrs[0]
     where c.oid = parent and n.nspname in ('auth', 'learning');
    if parent_name is null then raise exception 'not a partitioned table of ours: %', parent; end if;
    perform pg_advisory_xact_lock(7502, parent::oid::int);
    has_default := to_regclass(format('%I.%I', parent_schema, parent_name || '_default')) is not null;
    for i in 0 .. days - 1 loop
      day := first_day + i;
      part := parent_name || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(format('%I.%I', parent_schema, part)) is null then
        execute format('create table %I.%I (like %I.%I including all)', parent_schema, part, parent_schema, parent_name);
        if has_default then
          execute format('with moved as (delete from %I.%I where %I >= %L and %I < %L returning *) insert into %I.%I select * from moved',
                         parent_schema, parent_name || '_default', part_key, day, part_key, day + 1, parent_schema, part);
        end if;
        execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                       parent_schema, parent_name, parent_schema, part, day, day + 1);
        made := made + 1;
      end if;
    end loop;
    return made;
  end $$;

  -- What the applications may ask for: thousands of partitions would slow down every statement.
  create function maintenance.ensure_day_partitions(parent regclass, first_day date, days int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare today date := (now() at time zone 'utc')::date;
  begin
    if session_user in ('lp_auth', 'lp_worker')
      and (days > 500 or first_day not between today - 500 and today + 60 or first_day + days > today + 61) then
      raise exception 'partitions are made for the days from 500 ago until 60 to come';
    end if;
    return maintenance.make_day_partitions(parent, first_day, days);
  end $$;

  revoke all on function maintenance.make_day_partitions, maintenance.ensure_day_partitions from public;
  grant execute on function maintenance.ensure_day_partitions to lp_auth, lp_worker;
`;

/**
 * How long whole days are kept is decided here, not by the caller: an application that is no longer ours can empty
 * neither the audit log nor anything else of its past by way of this function.
 */
const dropping = /* sql */ `
  create function maintenance.drop_day_partitions(parent regclass, before date)
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
  end $$;

  revoke all on function maintenance.drop_day_partitions from public;
  grant execute on function maintenance.drop_day_partitions to lp_auth, lp_worker;
`;
