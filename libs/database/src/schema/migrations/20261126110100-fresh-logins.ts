import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The API asks for a recent login of the person before it weakens what guards a portal; it learns nothing else. */
export class FreshLogins20261126110100 implements MigrationInterface {
  name = 'FreshLogins20261126110100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
  create function auth.is_fresh_login(p_sid text)
  returns boolean language sql stable security definer set search_path = pg_catalog as $$
    select exists (select 1 from auth.family_logins where family_id = p_sid and expires_at > now())
  $$;
      revoke all on function auth.is_fresh_login from public;
      grant execute on function auth.is_fresh_login to lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.is_fresh_login(text)');
  }
}
