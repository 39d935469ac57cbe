import { computeAccents, findBrand, findMailLogo, pngSize } from '@app/branding';
import { Database, sql } from '@app/database';
import { isOffered } from '@app/identity';
import type { MailBrand, MailTemplate } from '@app/mail';

export interface DueMail {
  id: number;
  personId: number | null;
  portalId: number | null;
  recipient: string;
  template: MailTemplate;
  language: string;
  data: Record<string, string>;
  tries: number;
}

export interface MailPerson {
  id: number;
  /** As stored, which may differ in case from the one typed. */
  email: string;
  firstName: string;
  locale: string;
  /** Whether the address is proven: then no portal's mail contains a link that sets the password. */
  isProven: boolean;
}

/** Seconds after which an attempt counts as lost with its process. */
const LEASE_SECONDS = 120;

/** Mails to the administrators of a portal. */
const withLogo = new Set<MailTemplate>([
  'new-client',
  'secret-rotated',
  'application-approved',
  'webhook-parked',
  'webhook-disabled',
]);
/** The bytes that a logo may add to each mail. */
const MAX_LOGO_BYTES = 65_536;

/**
 * Claims the mail that has been due for longest in the next portal that has one, for two minutes. Reads one row per
 * portal, however many are waiting.
 * @param after the portal of the last mail; 0 for mails of no portal, -1 to begin
 */
export function claimNextMail(database: Database, after: number): Promise<DueMail | undefined> {
  return database.one<DueMail>(sql.camelCase`
    with recursive turn as (
      (select coalesce(portal_id, 0) as portal from identity.mails
        where next_try_time is not null and coalesce(portal_id, 0) > ${after} order by 1 limit 1)
      union all
      select (select coalesce(n.portal_id, 0) from identity.mails n
               where n.next_try_time is not null and coalesce(n.portal_id, 0) > t.portal
               order by coalesce(n.portal_id, 0) limit 1)
        from turn t where t.portal is not null),
    due as (
      select next.id
        from turn t cross join lateral (
          select id from identity.mails
           where coalesce(portal_id, 0) = t.portal and next_try_time <= now()
           order by next_try_time limit 1 for update skip locked) next
       limit 1)
    update identity.mails m
       set tries = tries + 1, next_try_time = now() + make_interval(secs => ${LEASE_SECONDS})
      from due
     where m.id = due.id
    returning m.id, m.person_id, m.portal_id, m.recipient, m.template, m.language,
              m.data, m.tries`);
}

export async function recordSent(database: Database, id: number): Promise<void> {
  await database.one(sql`
    update identity.mails set sent_time = now(), next_try_time = null, last_error = null where id = ${id}`);
}

/** Deletes a mail that has no recipient any more. */
export async function dropMail(database: Database, id: number): Promise<void> {
  await database.one(sql`update identity.mails set next_try_time = null where id = ${id}`);
}

/** Changes nothing if another worker has sent it since its claim expired. @param inSeconds undefined: no more attempts */
export async function recordMailFailure(
  database: Database,
  id: number,
  error: string,
  inSeconds: number | undefined,
): Promise<void> {
  await database.one(sql`
    update identity.mails
       set last_error = ${error}, next_try_time = now() + make_interval(secs => ${inSeconds ?? null}::float8)
     where id = ${id} and sent_time is null`);
}

export function findMailPerson(
  database: Database,
  mail: Pick<DueMail, 'personId' | 'recipient'>,
): Promise<MailPerson | undefined> {
  return database.one<MailPerson>(sql.camelCase`
    select id, email, first_name, locale, verified_time is not null as is_proven
      from identity.persons
     where case when ${mail.personId}::bigint is null then email_key = lower(${mail.recipient})
                else id = ${mail.personId} end`);
}

/**
 * The account that a mail offers. Undefined when it is no longer offered, or when another mail of the last 30 days offered
 * it. This mail is then older than the proof of the address.
 */
export async function findMailedOffer(
  database: Database,
  { id, personId, portalId }: DueMail,
): Promise<number | undefined> {
  return database.value<number>(sql`
    select a.id from identity.accounts a
     where a.portal_id = ${portalId} and a.person_id = ${personId} and ${isOffered}
       and not exists (select 1 from identity.mails m
                        where m.person_id = ${personId} and m.template in ('login', 'invitation')
                          and m.portal_id = ${portalId} and m.id < ${id} and m.created_time > now() - interval '30 days'
                          and (m.sent_time is not null or m.next_try_time is not null))`);
}

/**
 * The brand of the portal that a mail is about; empty if it is about none. Adds the logo only to mails for the portal's
 * own administrators, because an image could mislead others.
 */
export async function readMailBrand(
  database: Database,
  { portalId, template }: Pick<DueMail, 'portalId' | 'template'>,
): Promise<MailBrand> {
  const bytes =
    portalId !== null && withLogo.has(template)
      ? await findMailLogo(database, portalId, MAX_LOGO_BYTES)
      : undefined;
  const brand = portalId === null ? undefined : await findBrand(database, portalId);
  const color = brand?.color ?? null;
  const accent = color === null ? undefined : computeAccents(color).light; // mails have a white background
  return {
    name: brand?.name ?? null,
    sender: brand?.sender_name ?? null,
    button: accent && { ground: accent.accent, text: accent.onAccent },
    logo: bytes && { bytes, ...pngSize(bytes) },
  };
}

/** Deletes mails sent or abandoned more than this many days ago. @returns how many */
export async function removeOldMails(database: Database, days: number, limit: number): Promise<number> {
  return (
    (await database.value<number>(sql`
    with gone as (
      delete from identity.mails where id in (
        select id from identity.mails
         where next_try_time is null and created_time < now() - make_interval(days => ${days})
         limit ${limit} for update skip locked)
      returning 1)
    select count(*) as removed from gone`)) ?? 0
  );
}
