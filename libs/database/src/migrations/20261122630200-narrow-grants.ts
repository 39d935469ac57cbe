import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each role may do what its application does, and no more: what somebody who has broken into one of them could do is
 * bounded by it. All grants, with their reasons: libs/database/test/grants.ts. Nothing is taken that the version
 * before uses.
 */
export class NarrowGrants20261122630200 implements MigrationInterface {
  name = 'NarrowGrants20261122630200';

  async up(runner: QueryRunner): Promise<void> {
    for (const [role, table, privileges] of unused) {
      await runner.query(`revoke ${privileges} on ${table} from ${role}`);
    }
    for (const [role, table, privilege, columns] of narrowed) {
      await runner.query(
        `revoke ${privilege} on ${table} from ${role}; grant ${privilege} (${columns}) on ${table} to ${role}`,
      );
    }
    await runner.query(onlyWithNew);
    await runner.query(enqueueMail(templatesOfRoles));
    await runner.query(issuePasswordLink(forWaitingMails));
    await runner.query(
      'revoke execute on function auth.issue_password_link, auth.issue_one_time_token from lp_auth',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'grant execute on function auth.issue_password_link, auth.issue_one_time_token to lp_auth',
    );
    await runner.query(issuePasswordLink(''));
    await runner.query(enqueueMail(''));
    await runner.query(/* sql */ `
      drop trigger made_now on auth.passwords;
      drop trigger made_now on auth.client_portals;
      drop trigger made_now on auth.onboarding_grants;
      drop function auth.assert_made_now;
    `);
    for (const [role, table, privilege, columns] of narrowed) {
      await runner.query(
        `revoke ${privilege} (${columns}) on ${table} from ${role}; grant ${privilege} on ${table} to ${role}`,
      );
    }
    for (const [role, table, privileges] of unused) {
      await runner.query(`grant ${privileges} on ${table} to ${role}`);
    }
  }
}

/** What no statement of the application needs, its functions and triggers included. */
const unused: [role: string, table: string, privileges: string][] = [
  ['lp_auth', 'auth.access_tokens', 'update'],
  ['lp_auth', 'auth.audit_log', 'select'],
  ['lp_auth', 'auth.client_keys', 'update'],
  ['lp_auth', 'auth.client_portals', 'insert, update, delete'],
  ['lp_auth', 'auth.grant_families', 'delete'],
  ['lp_auth', 'auth.one_time_tokens', 'insert'],
  ['lp_auth', 'auth.password_links', 'insert, delete'],
  ['lp_auth', 'auth.passwords', 'delete'],
  ['lp_auth', 'auth.spent_assertions', 'select, update, delete'],
  ['lp_auth', 'identity.account_count_changes', 'select'],
  ['lp_auth', 'identity.account_counts', 'select'],
  ['lp_auth', 'identity.custom_fields', 'select'],
  ['lp_auth', 'identity.mails', 'select'],
  ['lp_auth', 'identity.persons', 'insert'],
  ['lp_auth', 'identity.portals', 'update'],
  ['lp_auth', 'identity.term_consents', 'insert'],
  ['lp_auth', 'maintenance.idempotency_keys', 'delete'],
  ['lp_api', 'auth.revocations', 'insert'],
  ['lp_api', 'identity.account_managers', 'update'],
  ['lp_api', 'identity.customers', 'select'],
  ['lp_api', 'identity.persons', 'update'],
  ['lp_api', 'identity.term_consents', 'select'],
  ['lp_api', 'learning.catalogue_import_seen', 'update, delete'],
  ['lp_api', 'learning.collection_items', 'update'],
  ['lp_api', 'learning.collections', 'delete'],
  ['lp_api', 'learning.content_group_items', 'update'],
  ['lp_api', 'learning.content_groups', 'insert, update, delete'],
  ['lp_api', 'learning.enrollment_goals', 'delete'],
  ['lp_api', 'learning.launch_generations', 'insert, update'],
  ['lp_api', 'learning.learning_object_events', 'update'],
  ['lp_api', 'learning.licences', 'insert, update, delete'],
  ['lp_api', 'learning.search_word', 'update, delete'],
  ['lp_api', 'learning.sight_changes', 'insert'],
  ['lp_api', 'learning.subscriptions', 'insert, update, delete'],
  ['lp_api', 'learning.webhook_test_deliveries', 'delete'],
  ['lp_api', 'maintenance.idempotency_keys', 'delete'],
  ['lp_worker', 'auth.audit_log', 'insert'],
  ['lp_worker', 'sequence auth.audit_log_id', 'usage'],
  ['lp_worker', 'identity.account_managers', 'select'],
  ['lp_worker', 'identity.custom_fields', 'select'],
  ['lp_worker', 'learning.enrollment_goals', 'select'],
  ['lp_worker', 'learning.enrollments', 'select'],
  ['lp_worker', 'learning.licences', 'select'],
  ['lp_worker', 'learning.outbox', 'update'],
  ['lp_worker', 'learning.webhook_attempts', 'update, delete'],
  ['lp_worker', 'learning.webhook_deliveries', 'delete'],
  ['lp_worker', 'learning.webhook_mailboxes', 'insert, delete'],
  ['lp_worker', 'learning.webhook_test_deliveries', 'insert'],
  ['lp_worker', 'maintenance.schedules', 'select, update'],
];

/** Of people, their rights and their secrets only the columns that the application writes. */
const narrowed: [role: string, table: string, privilege: 'insert' | 'update', columns: string][] = [
  ['lp_auth', 'auth.authorization_requests', 'update', 'account_id, answered_at, request'],
  [
    'lp_auth',
    'auth.clients',
    'update',
    'name, previous_secret_hash, previous_secret_until, redirect_uri, secret_hash, status, updated_time',
  ],
  ['lp_auth', 'auth.codes', 'update', 'used_at'],
  ['lp_auth', 'auth.consents', 'update', 'granted_time, scopes'],
  ['lp_auth', 'auth.grant_families', 'update', 'ended_at, ended_because, expires_at, last_used_time'],
  ['lp_auth', 'auth.onboarding_grants', 'update', 'answer_sealed, used_at'],
  ['lp_auth', 'auth.one_time_tokens', 'update', 'used_at'],
  ['lp_auth', 'auth.password_links', 'update', 'used_at'],
  ['lp_auth', 'auth.passwords', 'update', 'changed_at, hash'],
  ['lp_auth', 'auth.recovery_codes', 'update', 'used_at'],
  ['lp_auth', 'auth.refresh_tokens', 'update', 'used_at'],
  ['lp_auth', 'auth.second_factors', 'update', 'confirmed_at, last_step, proposed_to, secret_sealed'],
  ['lp_auth', 'auth.sessions', 'update', 'last_seen_time'],
  ['lp_auth', 'auth.signing_keys', 'update', 'parked_reason, revoked_at, signs_from'],
  [
    'lp_auth',
    'identity.accounts',
    'update',
    'closed_time, first_name, last_login_time, status, updated_time',
  ],
  [
    'lp_auth',
    'identity.accounts',
    'insert',
    'client_id, custom_fields, first_name, last_name, locale, person_id, portal_id, roles',
  ],
  // to lock a person, which Postgres counts as a change
  ['lp_auth', 'identity.persons', 'update', 'created_time'],
  ['lp_auth', 'identity.portals', 'insert', 'features, name, parent_portal_id, plan, title'],
  [
    'lp_api',
    'identity.accounts',
    'update',
    'closed_time, custom_fields, first_name, last_name, locale, phone, roles, status, updated_time, updated_xid',
  ],
  [
    'lp_api',
    'identity.accounts',
    'insert',
    'custom_fields, first_name, last_name, locale, person_id, portal_id, roles',
  ],
  ['lp_api', 'identity.payments', 'update', 'next_try_time, portal_id, request_hash, state'],
  ['lp_api', 'identity.persons', 'insert', 'email, first_name, last_name, locale'],
  ['lp_api', 'identity.portals', 'update', 'configuration, updated_time'],
  ['lp_api', 'identity.portals', 'insert', 'features, name, parent_portal_id, plan, title'],
  ['lp_worker', 'identity.mails', 'update', 'last_error, next_try_time, sent_time, tries'],
  ['lp_worker', 'identity.payments', 'update', 'last_error, next_try_time, state, tries'],
];

/** What the API gives a new person and a new portal, it can give none that is there already. */
const onlyWithNew = /* sql */ `
  create function auth.assert_made_now() returns trigger
  language plpgsql set search_path = pg_catalog as $$
  declare v_is_new boolean;
  begin
    if session_user <> 'lp_api' then return new; end if;
    if tg_table_name = 'passwords' then
      select xmin = pg_current_xact_id()::xid into v_is_new from identity.persons where id = new.person_id;
    else
      select xmin = pg_current_xact_id()::xid into v_is_new from identity.portals where id = new.portal_id;
    end if;
    if v_is_new is not true then
      raise exception 'only in the transaction that makes what it is for' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
  create trigger made_now before insert on auth.passwords for each row execute function auth.assert_made_now();
  create trigger made_now before insert on auth.client_portals for each row execute function auth.assert_made_now();
  create trigger made_now before insert on auth.onboarding_grants for each row execute function auth.assert_made_now();
`;

/** Nobody has a mail with a link written but those whose work it is. */
const templatesOfRoles = /* sql */ `

    if (session_user = 'lp_worker' and p_template <> 'webhook-disabled')
       or (session_user = 'lp_api' and p_template not in ('login', 'invitation'))
       or (session_user = 'lp_auth' and p_template in ('login', 'webhook-disabled')) then
      raise exception '% sends no mails %', session_user, p_template using errcode = 'insufficient_privilege';
    end if;`;

const enqueueMail = (check: string) => /* sql */ `
  create or replace function identity.enqueue_mail(
    p_portal_id int, p_person_id bigint, p_recipient text, p_template text, p_language text, p_data jsonb,
    p_templates text[], p_every interval, p_most int, p_most_of_portal int)
  returns text language plpgsql security definer set search_path = pg_catalog as $$
  declare v_all int; v_own int;
  begin${check}
    perform pg_advisory_xact_lock(7531, hashtext(lower(p_recipient)));
    select count(*), count(*) filter (where portal_id = p_portal_id) into v_all, v_own
      from identity.mails
     where lower(recipient) = lower(p_recipient) and created_time > clock_timestamp() - p_every
       and template = any(p_templates);
    if v_own >= p_most_of_portal then return 'portal'; end if;
    if v_all >= p_most then return 'address'; end if;
    insert into identity.mails (portal_id, person_id, recipient, template, language, data, created_time)
    values (p_portal_id, p_person_id, p_recipient, p_template, p_language, p_data, clock_timestamp());
    return 'stored';
  end $$;
`;

/** The worker makes a link for whom a mail is being written that has one, and for no longer than that has it. */
const forWaitingMails = /* sql */ `
    if session_user = 'lp_worker' then
      if not exists (
           select 1 from identity.mails m
            where m.person_id = p_person_id and m.template in ('login', 'password-reset')
              and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
         and not exists (
           select 1 from identity.persons h
             join identity.mails m on lower(m.recipient) = h.email_key and m.template in ('login', 'password-reset')
            where h.id = p_person_id and m.person_id is null and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
      then
        raise exception 'no mail with a link waits for this person' using errcode = 'insufficient_privilege';
      end if;
      p_expires_at := least(p_expires_at, clock_timestamp() + interval '25 hours');
    end if;`;

const issuePasswordLink = (check: string) => /* sql */ `
  create or replace function auth.issue_password_link(
    p_person_id bigint, p_hash bytea, p_portal_id int, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  begin${check}
    insert into auth.password_links (person_id, hash, portal_id, expires_at)
    values (p_person_id, p_hash, p_portal_id, p_expires_at)
    on conflict (person_id, owner_key) do update
      set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null;
  end $$;
`;
