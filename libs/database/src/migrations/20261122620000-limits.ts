import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is counted by the day or the hour (docs/limits.md), and what the counting of the rest goes by. */
export class Limits20261122620000 implements MigrationInterface {
  name = 'Limits20261122620000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table maintenance.limit_counts (
        limit_name text not null,
        owner text not null,
        window_start timestamptz not null,
        count bigint not null,
        expires_at timestamptz not null,
        primary key (limit_name, owner, window_start)
      );
      create index limit_counts_expiry on maintenance.limit_counts (expires_at);

      -- Atomic: of any number at once only as many get through as there is room for. No room: nothing is counted.
      create function maintenance.count_towards(
        p_limit text, p_owner text, p_every interval, p_most bigint, p_more bigint)
      returns boolean language plpgsql security definer set search_path = pg_catalog as $$
      declare v_start timestamptz := date_bin(p_every, clock_timestamp(), 'epoch');
      begin
        if p_more > p_most then return false; end if;
        insert into maintenance.limit_counts as c (limit_name, owner, window_start, count, expires_at)
        values (p_limit, p_owner, v_start, p_more, v_start + p_every)
        on conflict (limit_name, owner, window_start) do update set count = c.count + excluded.count
         where c.count + excluded.count <= p_most;
        return found;
      end $$;
      revoke all on function maintenance.count_towards from public;
      grant execute on function maintenance.count_towards to lp_auth, lp_api;
      grant select, update, delete on maintenance.limit_counts to lp_worker;  -- removes what is over

      create index learning_objects_by_api on learning.learning_objects (portal_id)
        where external_id is null and retired_time is null;
      create index enrollments_history on learning.enrollments (portal_id, account_id, lo_id)
        where archived_time is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop index learning.enrollments_history, learning.learning_objects_by_api;
      drop function maintenance.count_towards;
      drop table maintenance.limit_counts;
    `);
  }
}
