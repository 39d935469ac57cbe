/*
 * SQL that all functions share that issue access tokens: it reads the subject of a token, and decides who may have one.
 * `c` is the row of the client.
 */

/**
 * Joins the account `a` of a token, its portal `p` and its person `h`. A token of an application for itself has no
 * account, so all three are null.
 */
export const tokenSubject = (portalId: string, accountId: string): string => /* sql */ `
  left join (identity.accounts a
             join identity.portals p on p.id = a.portal_id
             left join identity.persons h on h.id = a.person_id)
    on a.portal_id = ${portalId} and a.id = ${accountId}`;

/** The columns that claims are made from. */
export const subjectColumns = /* sql */ `
  a.portal_id, p.name as portal_name, a.id as account_id, a.person_id, a.roles,
  coalesce(h.email, a.client_id || '@clients.invalid') as email, a.first_name, a.last_name`;

export const isActiveClient = /* sql */ `c.status = 1`;

/**
 * Whether the client and the account are active, and the portal has not blocked the client. A service account gets
 * tokens only through its own client.
 */
export const mayHaveToken = (accountId: string): string => /* sql */ `
  (${isActiveClient}
   and (${accountId} is null
        or (a.status and a.closed_time is null and (a.person_id is not null or a.client_id = c.client_id)
            and (a.invitation_expires_at is null or a.invitation_expires_at > now())
            and not exists (
              select from auth.client_blocks b where b.portal_id = a.portal_id and b.client_id = c.client_id))))`;

/** Whether the portal `p` requires a second factor for the account `a`: for its administrators, by configuration. */
export const needsSecondFactor = /* sql */ `
  (a.status and a.closed_time is null and 'Administrator' = any(a.roles)
   and p.configuration -> 'require_second_factor' = 'true'::jsonb)`;
