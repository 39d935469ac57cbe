import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schemas, extensions, and the functions that create and drop daily partitions. */
export class Base20261121000000 implements MigrationInterface {
  name = 'Base20261121000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create schema identity;
      create schema auth;
      create schema learning;
      create schema maintenance;
      create extension if not exists pg_trgm;
      create extension if not exists unaccent;
      create extension if not exists intarray;
      create extension if not exists btree_gin;
      revoke create on schema public from public;
      grant usage on schema identity to lp_auth, lp_api, lp_worker;
      grant usage on schema auth to lp_auth, lp_api, lp_worker;
      grant usage on schema learning to lp_auth, lp_api, lp_worker;
      grant usage on schema maintenance to lp_auth, lp_api, lp_worker;

      -- Attaching a finished table takes a weaker lock on the parent than "create table ... partition of".
      create function maintenance.ensure_day_partitions(parent regclass, first_day date, days int)
      returns int language plpgsql security definer set search_path = pg_catalog as $$
      declare
        parent_schema text; parent_name text; part text; day date; made int := 0;
      begin
        select n.nspname, c.relname into parent_schema, parent_name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.oid = parent and c.relkind = 'p' and n.nspname in ('auth', 'learning');
        if parent_name is null then raise exception 'not a partitioned table of ours: %', parent; end if;
        perform pg_advisory_xact_lock(7502, parent::oid::int);
        for i in 0 .. days - 1 loop
          day := first_day + i;
          part := parent_name || '_' || to_char(day, 'YYYYMMDD');
          if to_regclass(format('%I.%I', parent_schema, part)) is null then
            execute format('create table %I.%I (like %I.%I including all)', parent_schema, part, parent_schema, parent_name);
            execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                           parent_schema, parent_name, parent_schema, part, day, day + 1);
            made := made + 1;
          end if;
        end loop;
        return made;
      end $$;

      create function maintenance.drop_day_partitions(parent regclass, before date)
      returns int language plpgsql security definer set search_path = pg_catalog as $$
      declare
        child record; dropped int := 0;
      begin
        for child in
          select n.nspname, c.relname from pg_inherits i
            join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
           where i.inhparent = parent and n.nspname in ('auth', 'learning')
             and c.relname ~ '_[0-9]{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < before
           order by 2
        loop
          execute format('drop table %I.%I', child.nspname, child.relname);
          dropped := dropped + 1;
        end loop;
        return dropped;
      end $$;

      revoke all on all functions in schema maintenance from public;
      grant execute on all functions in schema maintenance to lp_auth, lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema maintenance, learning, auth, identity cascade');
  }
}
