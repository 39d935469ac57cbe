import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account that its person has not accepted belongs to the address that its portal has named: it stays with that
 * address when the person leaves it, so that no portal learns by naming two addresses that both are one person. And what
 * applications got for themselves outlives the proof of an address.
 */
export class NamedAddresses20261123000000 implements MigrationInterface {
  name = 'NamedAddresses20261123000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table identity.accounts
        add column left_by bigint references identity.persons (id) on delete set null; -- whose address it was until then
      create index accounts_left_by on identity.accounts (left_by) where left_by is not null;
      alter table auth.grant_families add column for_application boolean not null default false;
    `);
    await runner.query(offersOfBefore);
    await runner.query(/* sql */ `alter table identity.accounts drop column named_email;`);
    await runner.query(ending);
    await runner.query(leaving);
  }

  /** What stayed with an address stays there: it is an account of a placeholder like any other. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function auth.settle_left, auth.leave_offers, auth.end_access_tokens,
        auth.end_unproven_logins, auth.end_logins, auth.hold_rights_of_person;
      alter table auth.grant_families drop column for_application;
      alter table identity.accounts drop column left_by, add column named_email text;
      create index accounts_named_email on identity.accounts (portal_id, lower(named_email))
        where named_email is not null;
    `);
  }
}

/** Offers that went with their person to another address go back to who is, or will be, behind the one that was named. */
const offersOfBefore = /* sql */ `
  do $$
  declare v_account record; v_reader bigint;
  begin
    for v_account in
      select a.portal_id, a.id, a.named_email, a.person_id, a.closed_time, a.first_name, a.last_name, a.locale
        from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.accepted_at is null and lower(a.named_email) <> h.email_key order by a.portal_id, a.id
    loop
      insert into identity.persons (email, first_name, last_name, locale)
      values (v_account.named_email, v_account.first_name, v_account.last_name, v_account.locale)
      on conflict on constraint persons_email_key do nothing;
      select id into v_reader from identity.persons where email_key = lower(v_account.named_email);
      if v_account.closed_time is null and exists (
           select 1 from identity.accounts
            where portal_id = v_account.portal_id and person_id = v_reader and closed_time is null) then
        insert into identity.persons (email, first_name, last_name, locale)
        values ('apart-' || v_account.portal_id || '-' || v_account.id || '@apart.invalid',
                v_account.first_name, v_account.last_name, v_account.locale)
        returning id into v_reader;
      end if;
      update identity.accounts set person_id = v_reader, left_by = v_account.person_id
       where portal_id = v_account.portal_id and id = v_account.id;
    end loop;
  end $$;
`;

/**
 * Ending what people's logins opened, for all accounts of a person at once. What applications got for themselves (an
 * assertion, the first tokens of a portal that they made) is no login's: it has no family, or says so. Access tokens of
 * people's logins all have a family.
 */
const ending = /* sql */ `
  -- Excludes issuing for all open accounts of a person, in the order of everybody who does so.
  create function auth.hold_rights_of_person(p_person_id bigint)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7513, a.id)
       from (select id from identity.accounts where person_id = p_person_id and closed_time is null
              order by portal_id, id) a;
  end $$;

  -- p_since: what applications got for themselves from then on ends, too; null: none of it.
  create function auth.end_logins(p_person_id bigint, p_because text, p_since timestamptz, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    -- first: who is giving a consent holds the session, be it in an account just made
    delete from auth.sessions where person_id = p_person_id;
    perform auth.hold_rights_of_person(p_person_id);
    with ended as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
        from identity.accounts a
       where a.person_id = p_person_id and f.portal_id = a.portal_id and f.account_id = a.id and f.ended_at is null
         and (not f.for_application or f.created_time >= p_since)
      returning f.id)
    insert into auth.revocations (sid, expires_at) select id, p_until from ended;
    update auth.codes c set expires_at = 'epoch'
      from identity.accounts a
     where a.person_id = p_person_id and c.account_id = a.id and c.used_at is null
       and c.day >= (now() at time zone 'utc')::date - 1;
  end $$;

  -- The same, and what was consented to and set before anybody had proven the address.
  create function auth.end_unproven_logins(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform auth.end_logins(p_person_id, 'address proven', null, p_until);
    delete from auth.held_passwords w using identity.accounts a
     where a.person_id = p_person_id and w.portal_id = a.portal_id and w.account_id = a.id;
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_person_id and c.portal_id = a.portal_id and c.account_id = a.id;
  end $$;

  -- Every access token of the accounts that a person has accepted: those name the address. Families go on.
  create function auth.end_access_tokens(p_person_id bigint, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    perform auth.hold_rights_of_person(p_person_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, seq, expires_at)
    select id, v_seq, p_until from identity.accounts
     where person_id = p_person_id and accepted_at is not null and closed_time is null
     order by portal_id, id;
  end $$;
  revoke all on function auth.hold_rights_of_person, auth.end_logins, auth.end_unproven_logins, auth.end_access_tokens
    from public;
`;

/** The person's own name is not the placeholder's: who proves the address next is somebody else, or they again. */
const leaving = /* sql */ `
  -- Takes from a person what they have not accepted. Returns who has it now, until settle_left() gives them the address.
  create function auth.leave_offers(p_person_id bigint)
  returns bigint language plpgsql set search_path = pg_catalog as $$
  declare v_left bigint;
  begin
    perform 1 from identity.accounts where person_id = p_person_id and accepted_at is null order by portal_id, id for update;
    insert into identity.persons (email, first_name, last_name, locale)
    select 'left-' || p_person_id || '@apart.invalid', a.first_name, a.last_name, a.locale
      from identity.accounts a where a.person_id = p_person_id and a.accepted_at is null
     order by a.created_time desc, a.id desc limit 1
    returning id into v_left;
    if v_left is null then return null; end if;
    update identity.accounts set person_id = v_left, left_by = p_person_id
     where person_id = p_person_id and accepted_at is null;
    update identity.mails set person_id = v_left
     where person_id = p_person_id and template in ('login', 'invitation') and next_try_time is not null;
    return v_left;
  end $$;

  create function auth.settle_left(p_left bigint, p_email text)
  returns void language sql set search_path = pg_catalog as $$
    update identity.persons set email = p_email where id = p_left
  $$;
  revoke all on function auth.leave_offers, auth.settle_left from public;
`;
