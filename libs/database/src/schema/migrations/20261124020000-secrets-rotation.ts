import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SECRETS_KEY can be exchanged while everything runs. */
export class SecretsRotation20261124020000 implements MigrationInterface {
  name = 'SecretsRotation20261124020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- The next key of whoever has a known one; anybody else's adds nothing.
  create function maintenance.add_secrets_key(p_fingerprint text, p_known text[])
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into maintenance.secrets_keys (id, fingerprint)
    select max(id) + 1, p_fingerprint from maintenance.secrets_keys
    having bool_or(fingerprint = any(p_known))
    on conflict do nothing
  $$;
      revoke all on function maintenance.add_secrets_key from public;
      grant execute on function maintenance.add_secrets_key to lp_api, lp_auth, lp_worker;

      -- What launch tokens were signed with before: packages with them stay in an LMS for years.
      create table learning.retired_launch_keys (
        fingerprint text primary key,                          -- of the SECRETS_KEY that it was derived from
        key_sealed bytea not null,
        retired_time timestamptz not null default now()
      );
      grant select on learning.retired_launch_keys to lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function maintenance.add_secrets_key; drop table learning.retired_launch_keys');
  }
}
