import { dbFunction } from '../../db-function.js';

/**
 * Ends all tokens issued so far to one account, client or portal. With p_end_families it also ends refresh tokens and
 * codes, and the consents of a closed account. If a transaction closes the account, all of its access ends in that
 * transaction, and nothing more is issued for it. A person with many closed accounts does not cost a lock for each.
 */
export const revokeRights = dbFunction(
  'auth.revoke_rights',
  {
    execute: {
      api: 'an account that is closed or blocked loses its tokens',
      auth: 'clients, accounts and portals lose their tokens',
    },
  },
  /* sql */ `
  create or replace function auth.revoke_rights(
    p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  declare v_seq bigint;
  begin
    if p_kind = 'account' and exists (
         select 1 from identity.accounts a
          where a.id = p_subject::int and a.person_id is not null and a.closed_time is not null
            and a.updated_xid <> pg_current_xact_id()) then
      return;
    end if;
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
        delete from auth.consents k using identity.accounts a
         where a.id = p_subject::int and a.closed_time is not null
           and k.portal_id = a.portal_id and k.account_id = a.id;
      else
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
           and case p_kind when 'portal' then c.portal_id = p_subject::int else c.client_id = p_subject end;
      end if;
    end if;
  end $$`,
);
