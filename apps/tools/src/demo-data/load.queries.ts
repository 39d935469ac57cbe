import { sql, type Reader, type Transaction } from '@app/database';
import type { DemoEnrollment, DemoPerson, Enrollable } from './people.js';

/** Whether the demo is loaded: its learning history is written last, in one transaction. */
export async function hasDemoData(reader: Reader): Promise<boolean> {
  const row = await reader.one<{ found: boolean }>(sql`
    select exists (select 1 from learning.enrollments e join identity.portals p on p.id = e.portal_id
                    where p.name = 'acme.learning.localhost') as found`);
  return row?.found ?? false;
}

export async function insertDemoPeople(
  tx: Transaction,
  portal: string,
  people: readonly DemoPerson[],
): Promise<void> {
  const rows = JSON.stringify(people);
  await tx.run(sql`
    insert into identity.persons (email, first_name, last_name, created_time, verified_time, verified_by)
    select email, first_name, last_name, created_time, created_time, 'operator'
      from jsonb_to_recordset(${rows}::jsonb) as p(email text, first_name text, last_name text, created_time timestamptz)
    on conflict do nothing`);
  await tx.run(sql`
    insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, custom_fields, created_time,
                                   updated_time, accepted_at)
    select t.id, h.id, p.first_name, p.last_name, array(select jsonb_array_elements_text(p.roles)), p.custom_fields,
           p.created_time, p.created_time, p.created_time
      from jsonb_to_recordset(${rows}::jsonb) as p(email text, first_name text, last_name text, roles jsonb,
                                                   custom_fields jsonb, created_time timestamptz)
      join identity.persons h on h.email_key = lower(p.email)
      join identity.portals t on t.name = ${portal}
     order by p.created_time
    on conflict do nothing`);
  await tx.run(sql`
    insert into identity.account_managers (portal_id, account_id, manager_id)
    select a.portal_id, a.id, m.id
      from jsonb_to_recordset(${rows}::jsonb) as p(email text, manager text)
      join identity.portals t on t.name = ${portal}
      join identity.persons h on h.email_key = lower(p.email)
      join identity.accounts a on a.portal_id = t.id and a.person_id = h.id
      join identity.persons mh on mh.email_key = lower(p.manager)
      join identity.accounts m on m.portal_id = t.id and m.person_id = mh.id
    on conflict do nothing`);
}

/**
 * The learning objects that the portal's people can be enrolled in: courses before single items, then in a fixed
 * arbitrary order.
 */
export const enrollableObjects = (tx: Transaction, portal: string): Promise<Enrollable[]> =>
  tx.many<Enrollable>(sql`
    select v.slug as provider, o.external_id, o.assessable
      from learning.search_doc d
      join learning.learning_objects o on o.id = d.lo_id
      join learning.providers v on v.id = o.provider_id
      join identity.portals t on t.name = ${portal}
     where o.external_id is not null and o.type not in ('module', 'award')
       and (d.owner_portal = t.id or (d.shared and exists (
             select 1 from learning.subscriptions s
              where s.portal_id = t.id and s.audience_id = any(d.audience) and s.licenses <> 0)))
     order by o.type <> 'course', md5(o.external_id)`);

export async function insertDemoEnrollments(
  tx: Transaction,
  portal: string,
  enrollments: readonly DemoEnrollment[],
): Promise<void> {
  await tx.run(sql`
    insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, status, result, pass, created_time,
                                      updated_time, start_date, end_date, due_date)
    select t.id, a.id, o.id, o.title, e.status, e.result, e.pass, e.created_time,
           coalesce(e.end_date, e.start_date, e.created_time), e.start_date, e.end_date, e.due_date
      from jsonb_to_recordset(${JSON.stringify(enrollments)}::jsonb) as e(
             email text, provider text, external_id text, status text, result numeric, pass boolean,
             created_time timestamptz, start_date timestamptz, end_date timestamptz, due_date timestamptz)
      join identity.portals t on t.name = ${portal}
      join identity.persons h on h.email_key = lower(e.email)
      join identity.accounts a on a.portal_id = t.id and a.person_id = h.id
      join learning.providers v on v.slug = e.provider
      join learning.learning_objects o on o.provider_id = v.id and o.external_id = e.external_id
     order by e.created_time`);
}

/**
 * Spreads these providers' content over the two years before `end`, always in the same way, for sorting and
 * `updatedAfter`. Course items are as old as the course, nothing is newer than its first enrollment, and priced objects
 * are one to two years old. All portals see the newest hits.
 */
export async function spreadOverTwoYears(
  tx: Transaction,
  providers: readonly string[],
  end: Date,
): Promise<void> {
  await tx.run(sql`
    with recursive tree(root, name, id) as (
      select o.id, v.slug || ' ' || o.external_id, o.id from learning.learning_objects o
        join learning.providers v on v.id = o.provider_id
       where v.slug = any(${[...providers]}::text[]) and o.external_id is not null and not o.embedded
      union
      select t.root, t.name, c.id from tree t
        join learning.learning_object_items i on i.parent_id = t.id
        join learning.learning_objects c on c.id = i.child_id and c.embedded
    ), share as (
      select t.root, t.name, ('x' || left(md5(t.name), 7))::bit(28)::int / 268435456.0 as age,
             ('x' || left(md5('changed ' || t.name), 7))::bit(28)::int / 268435456.0 as change,
             (select min(e.created_time) from learning.enrollments e join tree u on u.id = e.lo_id
               where u.root = t.root) as first_enrollment
        from tree t where t.id = t.root
    ), made as (
      select s.root, s.change, least(first_enrollment - interval '1 day', ${end}::timestamptz - case
               when o.price > 0 then interval '365 days' + age * interval '365 days'
               else age * interval '730 days' end) as created
        from share s join learning.learning_objects o on o.id = s.root
    )
    update learning.learning_objects o
       set created_time = m.created, updated_time = m.created + m.change * (${end}::timestamptz - m.created)
      from (select distinct on (t.id) t.id, made.created, made.change
              from tree t join made on made.root = t.root order by t.id, made.created) m
     where o.id = m.id`);
  await tx.many(sql`
    select learning.index_documents(array(
      select o.id from learning.learning_objects o join learning.providers v on v.id = o.provider_id
       where v.slug = any(${[...providers]}::text[])))`);
}

/** Recomputes popularity from the existing enrollments, including those that have not been added up. */
export async function countEnrollments(tx: Transaction): Promise<void> {
  await tx.run(sql`
    with live as (
      select lo_id, count(*)::int as count from learning.enrollments where archived_time is null group by lo_id
    ), counted as (
      delete from learning.popularity_changes where lo_id in (select lo_id from live)
    )
    update learning.search_doc d set popularity = l.count from live l where l.lo_id = d.lo_id`);
}
