import { sql, type Reader } from '@app/database';
import { isEffectiveAdministrator } from '@app/identity';

/** An administrator who represents the portal. */
export interface EffectiveAdministrator {
  personId: number;
  email: string;
  name: string;
  locale: string;
}

/** The administrators who get the portal's mails, in the order of their addresses. */
export function listAdministrators(reader: Reader, portalId: number): Promise<EffectiveAdministrator[]> {
  return reader.many<EffectiveAdministrator>(sql.camelCase`
    select h.id as person_id, h.email, a.first_name || ' ' || a.last_name as name, a.locale
      from identity.accounts a join identity.persons h on h.id = a.person_id
     where a.portal_id = ${portalId} and ${isEffectiveAdministrator}
     order by h.email_key`);
}
