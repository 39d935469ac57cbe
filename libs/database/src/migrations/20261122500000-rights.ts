import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What issuing and taking away hold themselves to, beyond the migration `auth-tokens`. */
export class Rights20261122500000 implements MigrationInterface {
  name = 'Rights20261122500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- not valid: who stands there from before is left alone, and is no application for it
      alter table identity.persons add constraint persons_email_domain
        check (email_key not like '%@clients.invalid') not valid;
      create index codes_account on auth.codes (account_id) where used_at is null;
    `);
    await runner.query(issueAccessToken(`and (a.person_id is not null or a.client_id = p_client_id)`));
    await runner.query(takeAwayRights(numberIssuedLast, endCodes));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(takeAwayRights('last_value', ''));
    await runner.query(issueAccessToken(''));
    await runner.query(/* sql */ `
      drop index auth.codes_account;
      alter table identity.persons drop constraint persons_email_domain;
    `);
  }
}

/** @param whose what an account must be, besides open: a service account speaks for its own client alone. */
const issueAccessToken = (whose: string) => /* sql */ `
  create or replace function auth.issue_access_token(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_jti text, p_sid text, p_expires_at timestamptz)
  returns table (
    seq bigint, client_scopes text[], portal_id int, portal_name text, account_id int, person_id bigint,
    roles text[], email text, first_name text, last_name text)
  language plpgsql set search_path = pg_catalog as $$
  #variable_conflict use_column
  declare v_client auth.clients; v_seq bigint;
  begin
    if p_portal_id is not null then perform pg_advisory_xact_lock_shared(7511, p_portal_id); end if;
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    if p_account_id is not null then perform pg_advisory_xact_lock_shared(7513, p_account_id); end if;

    select * into v_client from auth.clients where client_id = p_client_id and status = 1;
    if not found then return; end if;

    if p_account_id is null then
      v_seq := nextval('auth.token_seq');
      return query select v_seq, v_client.scopes, null::int, null::text, null::int, null::bigint,
                          null::text[], null::text, null::text, null::text;
    else
      return query
        select nextval('auth.token_seq'), v_client.scopes, p.id, p.name, a.id, a.person_id, a.roles,
               coalesce(h.email, a.client_id || '@clients.invalid'), a.first_name, a.last_name
          from identity.accounts a
          join identity.portals p on p.id = a.portal_id
          left join identity.persons h on h.id = a.person_id
         where a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null ${whose};
      if not found then return; end if;
      v_seq := currval('auth.token_seq');
    end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, v_seq, p_expires_at);
  end $$;
`;

/** Before its first nextval a sequence says 1, which is the number that the next token gets. */
const numberIssuedLast = 'case when is_called then last_value else last_value - 1 end';

/** Codes not yet redeemed are as dead as the families that they would have opened. */
const endCodes = /* sql */ `
      if p_kind = 'account' then
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_subject::int and c.used_at is null;
      else
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
           and case p_kind when 'portal' then c.portal_id = p_subject::int else c.client_id = p_subject end;
      end if;`;

const takeAwayRights = (last: string, codes: string) => /* sql */ `
  create or replace function auth.take_away_rights(
    p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    case p_kind
      when 'portal' then perform pg_advisory_xact_lock(7511, p_subject::int);
      when 'client' then perform pg_advisory_xact_lock(7512, hashtext(p_subject));
      when 'account' then perform pg_advisory_xact_lock(7513, p_subject::int);
      else raise exception 'unknown kind %', p_kind;
    end case;
    select ${last} into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, client_id, portal_id, seq, expires_at)
    values (case p_kind when 'account' then p_subject::int end, case p_kind when 'client' then p_subject end,
            case p_kind when 'portal' then p_subject::int end, v_seq, p_expires_at);
    if p_end_families then
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
       where f.ended_at is null
         and case p_kind
               when 'portal' then f.portal_id = p_subject::int
               when 'client' then f.client_id = p_subject
               else f.portal_id = (select a.portal_id from identity.accounts a where a.id = p_subject::int)
                    and f.account_id = p_subject::int
             end;${codes}
    end if;
  end $$;
`;
