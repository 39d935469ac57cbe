import { Injectable } from '@nestjs/common';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { demandsSecondFactor } from '@app/credentials';

export interface SecondFactorRow {
  secretSealed: Buffer;
  confirmedAt: Date | null;
  /** The session that displayed the secret and may confirm it. */
  proposedTo: string | null;
}

/**
 * The time by Postgres' clock, which decides whether a factor was used since it was set up, because servers have
 * different clocks. In milliseconds, like a Date.
 */
const postgresTime = sql`date_trunc('milliseconds', clock_timestamp())`;

@Injectable()
export class SecondFactorQueries {
  constructor(private readonly database: Database) {}

  find(personId: number): Promise<SecondFactorRow | undefined> {
    return this.database.one<SecondFactorRow>(sql.camelCase`
      select secret_sealed, confirmed_at, proposed_to
        from auth.second_factors where person_id = ${personId}`);
  }

  /** Whether this portal requires a second factor of this person, given their role there. */
  async isDemanded(portalId: number, personId: number, reader: Reader = this.database): Promise<boolean> {
    return reader.has(sql`
      select 1 from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and ${demandsSecondFactor}`);
  }

  /** The person to mail about this factor, and the language. */
  async owner(
    reader: Reader,
    personId: number,
  ): Promise<{ recipient: string; language: string } | undefined> {
    return reader.one(sql.camelCase`
      select h.email as recipient, h.locale as language
        from auth.second_factors f join identity.persons h on h.id = f.person_id
       where f.person_id = ${personId} and f.confirmed_at is not null`);
  }

  /** Keeps a factor from being turned off before the transaction ends; waits for a change in progress. */
  async lock(tx: Transaction, personId: number): Promise<Date | null> {
    return (
      (await tx.value<Date | null>(sql`
      select confirmed_at from auth.second_factors where person_id = ${personId} for key share`)) ?? null
    );
  }

  /** Replaces a factor that was never confirmed. */
  async propose(personId: number, proposedTo: string, secretSealed: Buffer): Promise<void> {
    await this.database.one(sql`
      insert into auth.second_factors (person_id, proposed_to, secret_sealed)
      values (${personId}, ${proposedTo}, ${secretSealed})
      on conflict (person_id) do update
        set proposed_to = excluded.proposed_to, secret_sealed = excluded.secret_sealed, last_step = null
        where second_factors.confirmed_at is null`);
  }

  /** @returns since when the factor is on */
  async confirm(tx: Transaction, personId: number, recoveryHashes: readonly Buffer[]): Promise<Date> {
    const row = await tx.one<{ confirmed_at: Date }>(sql`
      update auth.second_factors set confirmed_at = ${postgresTime} where person_id = ${personId}
      returning confirmed_at`);
    await this.replaceRecoveryCodes(tx, personId, recoveryHashes);
    return row!.confirmed_at;
  }

  /** Replaces the recovery codes; the previous ones stop working. */
  async replaceRecoveryCodes(
    tx: Transaction,
    personId: number,
    recoveryHashes: readonly Buffer[],
  ): Promise<void> {
    await tx.run(sql`delete from auth.recovery_codes where person_id = ${personId}`);
    await tx.run(sql`
      insert into auth.recovery_codes (person_id, hash) select ${personId}, unnest(${recoveryHashes}::bytea[])`);
  }

  async recoveryCodesLeft(personId: number): Promise<number> {
    return (await this.database.value<number>(sql`
      select count(*)::int as left from auth.recovery_codes where person_id = ${personId} and used_at is null`))!;
  }

  /**
   * Consumes a time step, which works once (RFC 6238 5.2) and only for the factor with this secret.
   * @returns the time of use; undefined when this or a later step has been used, or the factor is a different one
   */
  async consumeStep(personId: number, step: number, secretSealed: Buffer): Promise<Date | undefined> {
    return this.database.value<Date>(sql`
      update auth.second_factors set last_step = ${step}
       where person_id = ${personId} and secret_sealed = ${secretSealed} and (last_step is null or last_step < ${step})
      returning ${postgresTime} as used_at`);
  }

  /** @returns the time of use; undefined when there is no such code, or it has been used */
  async consumeRecoveryCode(personId: number, hash: Buffer): Promise<Date | undefined> {
    return this.database.value<Date>(sql`
      update auth.recovery_codes set used_at = ${postgresTime}
       where person_id = ${personId} and hash = ${hash} and used_at is null returning used_at`);
  }
}
