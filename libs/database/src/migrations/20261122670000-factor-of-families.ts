import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A family notes when the login that it came from used the second factor. That it is younger than the factor proves
 * nothing: a session of before the factor goes on granting where none is demanded.
 */
export class FactorOfFamilies20261122670000 implements MigrationInterface {
  name = 'FactorOfFamilies20261122670000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table auth.codes add column factor_time timestamptz;
      alter table auth.grant_families add column factor_time timestamptz;
    `);
    await runner.query(
      issueCode(', p_factor_time timestamptz default null', ', factor_time', ', p_factor_time'),
    );
    await runner.query(oldRows);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table auth.codes drop column factor_time;
      alter table auth.grant_families drop column factor_time;
    `);
    await runner.query(issueCode('', '', ''));
  }
}

/** What was granted until now keeps the rule of until now: the factor was there when the family began. */
const oldRows = /* sql */ `
  update auth.grant_families g set factor_time = g.created_time
    from identity.accounts a join auth.second_factors f on f.person_id = a.person_id
   where a.portal_id = g.portal_id and a.id = g.account_id and g.ended_at is null
     and f.confirmed_at <= g.created_time;

  update auth.codes c set factor_time = clock_timestamp()
    from identity.accounts a join auth.second_factors f on f.person_id = a.person_id
   where c.day >= current_date - 1 and c.used_at is null and c.expires_at > clock_timestamp()
     and a.portal_id = c.portal_id and a.id = c.account_id and f.confirmed_at is not null;
`;

/** Stores a code; servers of the version before may leave out what is new. */
const issueCode = (parameter: string, column: string, value: string): string => /* sql */ `
  drop function auth.issue_code;
  create function auth.issue_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean,
    p_expires_at timestamptz${parameter})
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    perform pg_advisory_xact_lock_shared(7513, p_account_id);
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at${column})
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at${value}
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
       and (a.lapses_at is null or a.lapses_at > now()) and (a.accepted_at is not null or not p_by_own_login);
    return found;
  end $$;
  revoke all on function auth.issue_code from public;
  grant execute on function auth.issue_code to lp_auth;
`;
