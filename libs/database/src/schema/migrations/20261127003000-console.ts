import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console's own schema. Its role may be made later, and gets its rights then (../console-rights.ts). */
export class Console20261127003000 implements MigrationInterface {
  name = 'Console20261127003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create schema console');
    await runner.query(/* sql */ `
      create table console.sessions (
        hash bytea primary key,                                -- SHA-256 of the cookie
        id uuid not null unique,
        account_id int not null,
        portal_id int not null,
        portal_name text not null,
        name text not null,
        scopes text[] not null,
        tokens_sealed bytea not null,                          -- access, refresh and ID token
        access_until timestamptz not null,                     -- the access token is exchanged before
        fresh_until timestamptz not null,                      -- after a login with the own password
        created_time timestamptz not null,
        last_seen_time timestamptz not null,
        expires_at timestamptz not null,
        ip inet not null,
        user_agent text not null
      )`);
    await runner.query('create index sessions_expires on console.sessions (expires_at)');
    await runner.query('create index sessions_account on console.sessions (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table console.sessions');
    await runner.query('drop schema console');
  }
}
