import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import type { Session } from '../../edge/sessions/index.js';

/** The name that a person gives themselves. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

@Injectable()
export class NameQueries {
  constructor(private readonly database: Database) {}

  async read(personId: number): Promise<PersonName> {
    const row = await this.database.one<PersonName>(sql.camelCase`
      select first_name, last_name from identity.persons where id = ${personId}`);
    return row!;
  }

  /** @returns the accounts that had the former name and now have this one; undefined when the session has ended */
  async rename(tx: Transaction, session: Session, name: PersonName): Promise<number[] | undefined> {
    return (
      (await tx.value<number[] | null>(sql`
      select auth.rename_person(${session.personId}, ${session.id}, ${name.firstName}, ${name.lastName}) as accounts`)) ??
      undefined
    );
  }
}
