/*
 * SQL of the functions that issue tokens and codes. They take locks first, then read: each statement of a plpgsql
 * function sees what was committed before that statement began (ADR 8).
 */

/** The values for the claims, in the order of `subjectColumns`. */
export const resultColumns = /* sql */ `
  portal_id int, portal_name text, account_id int, person_id bigint, roles text[], email text, first_name text,
  last_name text`;

/**
 * A statement that waits for transactions that revoke rights of these subjects. The condition of an empty `if`
 * costs less than three statements: plpgsql evaluates it without a plan.
 * @param portalId null, with `accountId`, for a token of an application itself
 */
export const lockRights = (portalId: string, clientId: string, accountId: string): string => /* sql */ `
    if (${portalId} is null or pg_advisory_xact_lock_shared(7511, ${portalId}) is not null)
       and pg_advisory_xact_lock_shared(7512, hashtext(${clientId})) is not null
       and (${accountId} is null or pg_advisory_xact_lock_shared(7513, ${accountId}) is not null) then end if;`;
