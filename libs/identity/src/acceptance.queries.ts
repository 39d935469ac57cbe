import { sql, type Transaction } from '@app/database';

/**
 * The relations of an account to its person; each is a condition on `identity.accounts a`. While the person is a
 * placeholder, the portal holds the account. Once they have proven their address, it is an offer until they accept or
 * decline it.
 */

/** Whether the person has accepted the account, so that their own login opens it. */
export const isAccepted = sql`(a.accepted_at is not null)`;

/** Whether the account can be entered; an expired invitation counts as closed. */
export const canEnterPortal = sql`(
  a.status and a.closed_time is null and (a.invitation_expires_at is null or a.invitation_expires_at > now()))`;

/** Whether the account is waiting for its person to accept or decline it. */
export const isOffered = sql`(
  a.accepted_at is null and ${canEnterPortal}
  and exists (select 1 from identity.persons o where o.id = a.person_id and o.verified_time is not null))`;

/** Whether the account represents its portal as administrator: it is accepted, or the portal was created for it. */
export const countsAsAdministrator = sql`(a.accepted_at is not null or a.is_first_administrator)`;

/** Whether the account is one of the administrators of whom a portal must keep at least one. */
export const isEffectiveAdministrator = sql`(
  a.person_id is not null and a.status and a.closed_time is null and 'Administrator' = any(a.roles)
  and ${countsAsAdministrator})`;

/** An account that its person has just accepted. */
export interface AcceptedAccount {
  accountId: number;
  /** Whether the person's name has replaced the address by which they were invited. */
  isRenamed: boolean;
  isFirstAdministrator: boolean;
}

/**
 * Accepts a person's account in a portal: on the page of the offer, by the link that proves their address, or from
 * their session. Of concurrent calls exactly one succeeds.
 * @returns undefined when there is nothing to accept: already accepted, blocked, closed or expired
 */
export function acceptAccount(
  tx: Transaction,
  portalId: number,
  personId: number,
): Promise<AcceptedAccount | undefined> {
  return tx.one<AcceptedAccount>(sql.camelCase`
    with offer as materialized (
      select a.portal_id, a.id, a.is_first_administrator, h.first_name, h.last_name,
             a.invitation_expires_at is not null and a.last_name = '' and starts_with(h.email_key, lower(a.first_name) || '@')
               and (a.first_name, a.last_name) is distinct from (h.first_name, h.last_name) as renamed
        from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and not ${isAccepted} and ${canEnterPortal}
         for update of a)
    update identity.accounts a
       set accepted_at = clock_timestamp(), invitation_expires_at = null,
           first_name = case when o.renamed then o.first_name else a.first_name end,
           last_name = case when o.renamed then o.last_name else a.last_name end,
           updated_time = case when o.renamed then clock_timestamp() else a.updated_time end,
           updated_xid = case when o.renamed then pg_current_xact_id() else a.updated_xid end
      from offer o
     where a.portal_id = o.portal_id and a.id = o.id and not ${isAccepted}
    returning a.id as account_id, o.renamed as is_renamed, o.is_first_administrator`);
}

/**
 * Accepts an account created in this transaction, by the token of the person's own login.
 * @param familyId `sid` of the token
 */
export async function acceptByToken(
  tx: Transaction,
  account: { portalId: number; accountId: number },
  familyId: string,
): Promise<boolean> {
  return (
    (await tx.value<boolean>(
      sql`select identity.accept_by_token(${account.portalId}, ${account.accountId}, ${familyId}) as accepted`,
    )) ?? false
  );
}
