import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Storing a code and taking rights away exclude each other, as issuing and taking away do. */
export class CodesExcludeToo20261122520000 implements MigrationInterface {
  name = 'CodesExcludeToo20261122520000';

  async up(runner: QueryRunner): Promise<void> {
    // plpgsql, because each of its statements sees what was committed before it began: after the locks are held
    await runner.query(/* sql */ `
      create function auth.issue_code(
        p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
        p_redirect_uri text, p_scopes text[], p_code_challenge text, p_expires_at timestamptz)
      returns boolean language plpgsql set search_path = pg_catalog as $$
      begin
        perform pg_advisory_xact_lock_shared(7511, p_portal_id);
        perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
        perform pg_advisory_xact_lock_shared(7513, p_account_id);
        insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                                code_challenge, expires_at)
        select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
               p_code_challenge, p_expires_at
          from auth.clients c, identity.accounts a
         where c.client_id = p_client_id and c.status = 1
           and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null;
        return found;
      end $$;
      revoke all on function auth.issue_code from public;
      grant execute on function auth.issue_code to lp_auth;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `drop function auth.issue_code;`);
  }
}
