import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session notes when the second factor was used in it: a portal that demands one asks for that, not for a set-up. */
export class FactorUsed20261122650000 implements MigrationInterface {
  name = 'FactorUsed20261122650000';

  async up(runner: QueryRunner): Promise<void> {
    // whoever had a factor was asked for it at every login, and who set it up gave a code in that very session
    await runner.query(/* sql */ `
      alter table auth.sessions add factor_time timestamptz;
      grant update (factor_time) on auth.sessions to lp_auth;
      update auth.sessions s
         set factor_time = case when f.confirmed_at <= s.authenticated_at then s.authenticated_at else f.confirmed_at end
        from auth.second_factors f
       where f.person_id = s.person_id and f.confirmed_at is not null
         and (f.confirmed_at <= s.authenticated_at or f.proposed_to = s.id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `alter table auth.sessions drop factor_time;`);
  }
}
