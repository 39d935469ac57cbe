import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How long whole days are kept is decided here, not by whoever asks: an application that is not ours any more can
 * empty neither the audit log nor anything else of its past by way of the upkeep.
 */
export class Retention20261122630000 implements MigrationInterface {
  name = 'Retention20261122630000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
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
      end $$;

      -- As it was, but for days that nobody needs: thousands of partitions would slow down every statement.
      alter function maintenance.ensure_day_partitions(regclass, date, int) rename to make_day_partitions;
      revoke execute on function maintenance.make_day_partitions from lp_auth, lp_worker;
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
      revoke all on function maintenance.ensure_day_partitions from public;
      grant execute on function maintenance.ensure_day_partitions to lp_auth, lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function maintenance.ensure_day_partitions(regclass, date, int);
      alter function maintenance.make_day_partitions(regclass, date, int) rename to ensure_day_partitions;
      grant execute on function maintenance.ensure_day_partitions to lp_auth, lp_worker;
      create or replace function maintenance.drop_day_partitions(parent regclass, before date)
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
    `);
  }
}
