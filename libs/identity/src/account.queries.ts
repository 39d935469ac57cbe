import { sql, type Reader } from '@app/database';
import type { Role } from '@app/contracts';

/** An account with the person or application behind it. */
export interface AccountRow {
  id: number;
  portal_id: number;
  person_id: number | null;
  client_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  status: boolean;
  locale: string;
  profile_picture: string | null;
  custom_fields: Record<string, unknown>;
  managers: number[];
  created_time: Date;
  updated_time: Date;
  last_login_time: Date | null;
}

/** Columns of an {@link AccountRow}, from `identity.accounts a left join identity.persons p`. */
export const accountColumns = sql`
  a.id, a.portal_id, a.person_id, a.client_id, coalesce(p.email, a.client_id || '@clients.invalid') as email,
  a.first_name, a.last_name, a.roles, a.status, a.locale, a.profile_picture, a.custom_fields,
  array(select m.manager_id from identity.account_managers m
         where m.portal_id = a.portal_id and m.account_id = a.id order by m.manager_id) as managers,
  a.created_time, a.updated_time, a.last_login_time`;

export const accountTables = sql`identity.accounts a left join identity.persons p on p.id = a.person_id`;

/** The open account with this id in this portal, service accounts included. */
export const findAccount = (reader: Reader, portalId: number, id: number): Promise<AccountRow | undefined> =>
  reader.one<AccountRow>(sql`
    select ${accountColumns} from ${accountTables}
     where a.portal_id = ${portalId} and a.id = ${id} and a.closed_time is null`);
