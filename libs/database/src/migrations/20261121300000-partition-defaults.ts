import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A default partition catches rows of a day that has none yet; making that day's partition takes them over. */
export class PartitionDefaults20261121300000 implements MigrationInterface {
  name = 'PartitionDefaults20261121300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create or replace function maintenance.ensure_day_partitions(parent regclass, first_day date, days int)
      returns int language plpgsql security definer set search_path = pg_catalog as $$
      declare
        parent_schema text; parent_name text; part text; day date; made int := 0;
        rest regclass; day_column text;
      begin
        select n.nspname, c.relname into parent_schema, parent_name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.oid = parent and c.relkind = 'p' and n.nspname in ('auth', 'learning');
        if parent_name is null then raise exception 'not a partitioned table of ours: %', parent; end if;
        perform pg_advisory_xact_lock(7502, parent::oid::int);
        select i.inhrelid::regclass into rest
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = parent and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT';
        select a.attname into day_column
          from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
         where p.partrelid = parent;
        for i in 0 .. days - 1 loop
          day := first_day + i;
          part := parent_name || '_' || to_char(day, 'YYYYMMDD');
          if to_regclass(format('%I.%I', parent_schema, part)) is null then
            execute format('create table %I.%I (like %I.%I including all)', parent_schema, part, parent_schema, parent_name);
            if rest is not null then
              -- nothing may come in between taking the rows over and attaching
              execute format('lock table %s in access exclusive mode', rest);
              execute format('with moved as (delete from %s where %I = %L returning *) insert into %I.%I select * from moved',
                             rest, day_column, day, parent_schema, part);
            end if;
            execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                           parent_schema, parent_name, parent_schema, part, day, day + 1);
            made := made + 1;
          end if;
        end loop;
        return made;
      end $$;
    `);
  }

  async down(): Promise<void> {
    // The function without a default partition behaves as before.
  }
}
