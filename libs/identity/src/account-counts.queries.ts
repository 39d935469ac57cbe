import type { Role } from '@app/contracts';
import { sql, type Reader, type Statement } from '@app/database';

/** Counts of people's accounts: the worker's totals plus later changes, together exact (ADR 17). */
const counted = sql`(
  select portal_id, roles, status, count as n from identity.account_counts
  union all
  select portal_id, roles, status, change from identity.account_count_changes) c`;

async function count(reader: Reader, portalId: number, which: Statement): Promise<number> {
  return (
    (await reader.value<number>(sql`
    select coalesce(sum(c.n), 0)::bigint as count from ${counted} where c.portal_id = ${portalId} and ${which}`)) ??
    0
  );
}

/** People of the portal, optionally only with these roles and this status. */
export const countUsers = (
  reader: Reader,
  portalId: number,
  { roles, status }: { roles?: readonly Role[] | undefined; status?: boolean | undefined } = {},
): Promise<number> =>
  count(
    reader,
    portalId,
    sql.and([
      sql`true`,
      ...(roles?.length ? [sql`c.roles && ${roles}::text[]`] : []),
      ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ]),
  );

/** Active people of the portal, each of whom takes a seat. */
export const countActiveUsers = (reader: Reader, portalId: number): Promise<number> =>
  count(reader, portalId, sql`c.status`);
