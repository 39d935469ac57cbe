import { dbFunction } from '../../db-function.js';

/**
 * Rows of the day in the default partition move into the new one, in the same transaction. Attaching a finished table
 * takes a weaker lock on the parent than "create table ... partition of".
 */
export const makeDayPartitions = dbFunction(
  'maintenance.make_day_partitions',
  {},
  /* sql */ `
  create or replace function maintenance.make_day_partitions(parent regclass, first_day date, days int)
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
  end $$`,
);
