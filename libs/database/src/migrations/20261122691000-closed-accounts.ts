import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A portal may make and remove the account of one address again and again; what that leaves behind must not cost the
 * person, whose accounts lose their rights all at once, a lock for each: Postgres has some ten thousand for everybody.
 */
export class ClosedAccounts20261122691000 implements MigrationInterface {
  name = 'ClosedAccounts20261122691000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(takeAwayRights(nothingOfClosed));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(takeAwayRights(''));
  }
}

/** Whoever closes an account takes everything away in the same transaction, and nothing is issued for it any more. */
const nothingOfClosed = /* sql */ `
    if p_kind = 'account' and exists (
         select 1 from identity.accounts a
          where a.id = p_subject::int and a.person_id is not null and a.closed_time is not null
            and a.updated_xid <> pg_current_xact_id()) then
      return;
    end if;`;

/** @param before what comes before its lock. */
const takeAwayRights = (before: string) => /* sql */ `
  create or replace function auth.take_away_rights(
    p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin${before}
    case p_kind
      when 'portal' then perform pg_advisory_xact_lock(7511, p_subject::int);
      when 'client' then perform pg_advisory_xact_lock(7512, hashtext(p_subject));
      when 'account' then perform pg_advisory_xact_lock(7513, p_subject::int);
      else raise exception 'unknown kind %', p_kind;
    end case;
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
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
             end;
      if p_kind = 'account' then
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_subject::int and c.used_at is null;
      else
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
           and case p_kind when 'portal' then c.portal_id = p_subject::int else c.client_id = p_subject end;
      end if;
    end if;
  end $$;
`;
