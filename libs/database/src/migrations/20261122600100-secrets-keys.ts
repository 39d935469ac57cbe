import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which keys seal what is in this database, by their fingerprints: one row a key. */
export class SecretsKeys20261122600100 implements MigrationInterface {
  name = 'SecretsKeys20261122600100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table maintenance.secrets_keys (
        id smallint primary key,                  -- 1 is the first
        fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{32}$'),
        first_used_time timestamptz not null default now()
      );
      grant select on maintenance.secrets_keys to lp_auth, lp_api, lp_worker;

      -- Whoever comes first; of two at once one waits for the other, and keeps nothing.
      create function maintenance.keep_first_secrets_key(p_fingerprint text)
      returns void language sql security definer set search_path = pg_catalog as $$
        insert into maintenance.secrets_keys (id, fingerprint)
        select 1, p_fingerprint where not exists (select from maintenance.secrets_keys)
        on conflict do nothing
      $$;
      revoke all on function maintenance.keep_first_secrets_key from public;
      grant execute on function maintenance.keep_first_secrets_key to lp_auth, lp_api, lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function maintenance.keep_first_secrets_key;
      drop table maintenance.secrets_keys;
    `);
  }
}
