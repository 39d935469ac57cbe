import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import { sha256 } from '@app/kernel';

/** The owner of the password that a mailed link sets. */
export interface LinkOwner {
  personId: number;
  email: string;
  name: string;
  locale: string;
  /** The portal that sent the mail; null: the person requested it. */
  portalId: number | null;
  /** Whether the address is reserved for the person who gave it up; receiving mail there then proves no ownership. */
  isKept: boolean;
}

@Injectable()
export class SetPasswordQueries {
  constructor(private readonly database: Database) {}

  /** Looks up a link without consuming it; undefined for an unknown, expired, used or replaced one. */
  find(token: string, now: Date): Promise<LinkOwner | undefined> {
    return this.database.one<LinkOwner>(sql.camelCase`
      select h.id as person_id, h.email, h.first_name as name, h.locale, l.portal_id,
             exists (select 1 from auth.former_addresses f
                      where f.email_key = h.email_key and f.person_id <> h.id and f.expires_at > ${now}) as is_kept
        from auth.password_links l join identity.persons h on h.id = l.person_id
       where l.hash = ${sha256(token)} and l.used_at is null and l.expires_at > ${now}`);
  }

  /** Consumes the link; of concurrent calls exactly one succeeds. */
  async consume(tx: Transaction, token: string, now: Date): Promise<boolean> {
    const consumedRows = await tx.run(sql`
      update auth.password_links set used_at = clock_timestamp()
       where hash = ${sha256(token)} and used_at is null and expires_at > ${now}`);
    return consumedRows === 1;
  }

  /** The time is by Postgres' clock, with which the times of login links are compared. */
  async savePassword(tx: Transaction, personId: number, hash: string): Promise<void> {
    await tx.run(sql`
      insert into auth.passwords (person_id, hash, changed_at) values (${personId}, ${hash}, clock_timestamp())
      on conflict (person_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`);
  }

  async accountIds(tx: Transaction, personId: number): Promise<number[]> {
    return tx.column<number>(sql`
      select id from identity.accounts where person_id = ${personId} and closed_time is null order by portal_id, id`);
  }

  /**
   * Ends the person's other links and their pending address change, so that earlier mails cannot be used afterwards.
   */
  async endLinks(tx: Transaction, personId: number): Promise<void> {
    await tx.run(sql`delete from auth.address_changes where person_id = ${personId}`);
    await tx.run(sql`
      update auth.password_links set used_at = clock_timestamp() where person_id = ${personId} and used_at is null`);
  }
}
