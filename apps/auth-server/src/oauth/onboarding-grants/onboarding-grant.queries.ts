import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import { sha256 } from '@app/kernel';

export interface OnboardingGrantRow {
  portalId: number;
  accountId: number;
  clientId: string;
}

@Injectable()
export class OnboardingGrantQueries {
  constructor(private readonly database: Database) {}

  /** Consumes the grant; of concurrent calls exactly one succeeds. */
  consume(tx: Transaction, grant: string, now: Date): Promise<OnboardingGrantRow | undefined> {
    return tx.one<OnboardingGrantRow>(sql.camelCase`
      update auth.onboarding_grants set used_at = clock_timestamp()
       where hash = ${sha256(grant)} and used_at is null and expires_at > ${now}
      returning portal_id, account_id, client_id`);
  }

  async keepAnswer(tx: Transaction, grant: string, sealed: Buffer): Promise<void> {
    await tx.run(
      sql`update auth.onboarding_grants set answer_sealed = ${sealed} where hash = ${sha256(grant)}`,
    );
  }

  /** The result of a grant that was used within its lifetime. */
  async answer(grant: string, now: Date): Promise<Buffer | undefined> {
    return this.database.value<Buffer>(sql`
      select answer_sealed as answer from auth.onboarding_grants
       where hash = ${sha256(grant)} and answer_sealed is not null and expires_at > ${now}`);
  }
}
