import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql, type Reader } from '@app/database';

/** The facts about a person that an account has, for claims. */
export interface OpenidAccount {
  accountId: number;
  portalId: number;
  portalName: string;
  firstName: string;
  lastName: string;
  locale: string;
  picture: string | null;
  roles: Role[];
  updatedTime: Date;
  email: string;
  /**
   * Whether the person has proven the address and accepted the account. Before that, the portal must not learn that the
   * address is proven.
   */
  isEmailVerified: boolean;
}

@Injectable()
export class OpenidQueries {
  constructor(private readonly database: Database) {}

  /** Undefined for a closed account, and for that of an application. */
  account(
    portalId: number,
    accountId: number,
    reader: Reader = this.database,
  ): Promise<OpenidAccount | undefined> {
    return reader.one<OpenidAccount>(sql.camelCase`
      select a.id as account_id, a.portal_id, p.name as portal_name, a.first_name, a.last_name, a.locale,
             a.profile_picture as picture, a.roles, a.updated_time, h.email,
             h.verified_time is not null and a.accepted_at is not null as is_email_verified
        from identity.accounts a
        join identity.portals p on p.id = a.portal_id
        join identity.persons h on h.id = a.person_id
       where a.portal_id = ${portalId} and a.id = ${accountId} and a.closed_time is null`);
  }
}
