import { sql, type Reader, type Statement } from '@app/database';
import { shownAccountColumns, toAsciiAddress } from '@app/identity';

/** A person and all their accounts, including closed ones and those that stay with an earlier address. */
export interface PersonWithAccounts {
  id: number;
  email: string;
  locale: string;
  accounts: { id: number; portalId: number; portalName: string; isOpen: boolean }[];
}

export async function findPersonWithAccounts(
  reader: Reader,
  email: string,
): Promise<PersonWithAccounts | undefined> {
  const person = await reader.one<{ id: number; email: string; locale: string }>(
    sql`select id, email, locale from identity.persons where email_key = lower(${toAsciiAddress(email)})`,
  );
  if (!person) return undefined;
  const accounts = await reader.many<PersonWithAccounts['accounts'][number]>(sql.camelCase`
    select a.id, a.portal_id, p.name as portal_name, a.closed_time is null as is_open
      from identity.accounts a join identity.portals p on p.id = a.portal_id
     where a.person_id = ${person.id} or a.left_by = ${person.id} order by a.portal_id, a.id`);
  return { ...person, accounts };
}

/** Everything kept about a person, by kind. Of secrets, only the dates. */
export async function readPersonalData(
  reader: Reader,
  person: PersonWithAccounts,
): Promise<Record<string, object[]>> {
  const data: Record<string, object[]> = {};
  for (const [name, statement] of Object.entries(statements(person)))
    data[name] = await reader.many(statement);
  return data;
}

function statements({ id, email, accounts }: PersonWithAccounts): Record<string, Statement> {
  const ids = accounts.map((account) => account.id);
  const accountIds = sql`any(${ids}::int[])`;
  return {
    person: sql`
      select id, email, first_name, last_name, locale, created_time, verified_time, verified_by, verified_portal_id
        from identity.persons where id = ${id}`,
    accounts: sql`
      select p.name as portal, ${shownAccountColumns}, a.phone, a.closed_email,
             (select o.email from identity.persons o where o.id = a.person_id) as named_email,
             array(select m.manager_id from identity.account_managers m where m.account_id = a.id) as managers
        from identity.accounts a join identity.portals p on p.id = a.portal_id where a.id = ${accountIds} order by a.id`,
    terms: sql`select * from identity.term_consents where account_id = ${accountIds} order by account_id`,
    enrollments: sql`
      select e.*, array(select jsonb_build_object('goal_id', g.goal_id, 'value', g.value)
                          from learning.enrollment_goals g where g.enrollment_id = e.id) as goals
        from learning.enrollments e where e.account_id = ${accountIds} order by e.id`,
    password: sql`select changed_at from auth.passwords where person_id = ${id}`,
    portal_passwords: sql`
      select portal_id, changed_at from auth.portal_passwords where account_id = ${accountIds}`,
    second_factor: sql`select confirmed_at from auth.second_factors where person_id = ${id}`,
    recovery_codes: sql`select used_at from auth.recovery_codes where person_id = ${id}`,
    password_links: sql`select expires_at, used_at from auth.password_links where person_id = ${id}`,
    address_changes: sql`
      select email, requested_time, expires_at from auth.address_changes where person_id = ${id}`,
    former_addresses: sql`
      select email, left_time, expires_at from auth.former_addresses where person_id = ${id}`,
    merge_logins: sql`select signed_in_at from auth.merge_logins where person_id = ${id}`,
    merge_requests: sql`select expires_at from auth.merge_requests where person_id = ${id}`,
    login_links: sql`
      select day, redirect_path, expires_at, used_at from auth.one_time_tokens where account_id = ${accountIds}`,
    sessions: sql`
      select id, authenticated_at, factor_time, created_time, last_seen_time, expires_at, ip, user_agent
        from auth.sessions where person_id = ${id}`,
    console_sessions: sql`
      select portal_name, scopes, created_time, last_seen_time, expires_at, ip, user_agent
        from console.sessions where account_id = ${accountIds}`,
    consents: sql`
      select client_id, portal_id, scopes, granted_time from auth.consents where account_id = ${accountIds}`,
    applications: sql`
      select client_id, portal_id, scopes, factor_time, created_time, last_used_time, expires_at, ended_at, ended_because
        from auth.grant_families where account_id = ${accountIds}`,
    assertions: sql`
      select client_id, portal_id, expires_at from auth.assertion_families where account_id = ${accountIds}`,
    tokens: sql`
      select jti, client_id, portal_id, expires_at from auth.access_tokens where account_id = ${accountIds}`,
    audit: sql`
      select time, event, portal_id, client_id, ip, user_agent, details from auth.audit_log
       where person_id = ${id} or account_id = ${accountIds} order by time`,
    mails: sql`
      select template, recipient, language, data, created_time, sent_time from identity.mails
       where person_id = ${id} or lower(recipient) = lower(${email})
          or (person_id, portal_id) in (select person_id, portal_id from identity.accounts where left_by = ${id})
       order by id`,
    events: sql`
      select type, fired_at, data::jsonb as data from learning.outbox
       where object_type = 'user' and object_id = ${accountIds}
          or object_type = 'enrollment'
             and object_id = any(select id from learning.enrollments where account_id = ${accountIds})
       order by id`,
  };
}
