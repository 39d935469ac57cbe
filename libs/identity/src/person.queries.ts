import { sql, type Reader, type Transaction } from '@app/database';
import { toAsciiAddress } from './ascii-address.js';

export interface PersonRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  locale: string;
  /** Whether the address is proven; otherwise this is a placeholder, known only from portals. */
  is_proven: boolean;
}

const columns = sql`id, email, first_name, last_name, locale, verified_time is not null as is_proven`;

/** A person by e-mail address, in any letter case. */
export const findPersonByEmail = (reader: Reader, email: string): Promise<PersonRow | undefined> =>
  reader.one<PersonRow>(sql`
    select ${columns} from identity.persons where email_key = lower(${toAsciiAddress(email)}::text)`);

export const findPerson = (reader: Reader, id: number): Promise<PersonRow | undefined> =>
  reader.one<PersonRow>(sql`select ${columns} from identity.persons where id = ${id}::bigint`);

export interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  locale?: string;
}

/**
 * The person with this address, created if there is none, even by concurrent calls. Person and address are locked until
 * the transaction ends.
 * @returns the person, and whether they are new
 */
export async function findOrCreatePerson(
  tx: Transaction,
  person: NewPerson,
): Promise<{ person: PersonRow; isNew: boolean }> {
  // between the two statements, a placeholder may be removed or an address given up
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const created = await tx.one<PersonRow>(sql`
      insert into identity.persons (email, first_name, last_name, locale)
      values (${person.email}, ${person.firstName}, ${person.lastName}, ${person.locale ?? 'en'})
      on conflict on constraint persons_email_key do nothing
      returning ${columns}`);
    if (created) return { person: created, isNew: true };
    const existing = await tx.one<PersonRow>(sql`
      select ${columns} from identity.persons where email_key = lower(${person.email}) for key share`);
    if (existing) return { person: existing, isNew: false };
  }
  throw new Error('the person with this address was created or removed during each attempt');
}
