import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removing what has expired, in small batches that wait for nobody. */
export class AuthUpkeep20261121100400 implements MigrationInterface {
  name = 'AuthUpkeep20261121100400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create index mails_recipient on identity.mails (template, lower(recipient), created_time);

      -- Revocations can be deleted by nobody else: they are append-only for the apps.
      create function auth.remove_expired(p_table text, p_before timestamptz, p_limit int)
      returns int language plpgsql security definer set search_path = pg_catalog as $$
      declare removed int;
      begin
        if p_table not in ('sessions', 'grant_families', 'spent_assertions', 'revocations') then
          raise exception 'nothing in % expires', p_table;
        end if;
        execute format(
          'delete from auth.%1$I where ctid = any(array(
             select ctid from auth.%1$I where expires_at < $1 order by expires_at limit $2 for update skip locked))',
          p_table) using p_before, p_limit;
        get diagnostics removed = row_count;
        return removed;
      end $$;
      revoke all on function auth.remove_expired from public;
      grant execute on function auth.remove_expired to lp_auth;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.remove_expired; drop index identity.mails_recipient');
  }
}
