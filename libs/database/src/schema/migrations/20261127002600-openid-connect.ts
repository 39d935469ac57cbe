import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { indexObjects } from '../functions/learning/index-objects.js';

/** What ID tokens need: keys of their own, and what a login and its consent said. Old servers read none of it. */
export class OpenidConnect20261127002600 implements MigrationInterface {
  name = 'OpenidConnect20261127002600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- As auth.signing_keys, for ID tokens: there, a second current key would sign access tokens.
      create table auth.id_token_keys (
        kid text primary key,
        alg text not null check (alg in ('ES256', 'RS256')),
        public_jwk jsonb not null,
        private_sealed bytea not null,
        created_time timestamptz not null,
        signs_from timestamptz not null,
        revoked_at timestamptz,
        parked_reason text                                     -- why it cannot be read
      )`);
    await runner.query('create index id_token_keys_signs_from on auth.id_token_keys (signs_from)');
    await runner.query(
      'grant select, insert, update (parked_reason, revoked_at, signs_from), delete on auth.id_token_keys to lp_auth',
    );
    await runner.query(/* sql */ `
      alter table auth.codes
        add column openid_scopes text[] not null default '{}', -- empty: not of OpenID Connect
        add column openid_sid text,                            -- stands for the session towards the client
        add column auth_time timestamptz,                      -- when the person signed in
        add column amr text[],                                 -- how; null: by a link
        add column nonce text`);
    await runner.query(/* sql */ `
      alter table auth.grant_families
        add column openid_scopes text[] not null default '{}',
        add column openid_sid text,
        add column auth_time timestamptz,
        add column amr text[]`);
    await runner.query(`alter table auth.consents add column openid_scopes text[] not null default '{}'`);
    await runner.query('grant update (openid_scopes) on auth.consents to lp_auth');
    await runner.query(`alter table auth.clients add column id_token_alg text not null default 'RS256'`);
    await runner.query('grant update (id_token_alg) on auth.clients to lp_auth');
    // only a comment has changed
    await replaceFunctions(runner, indexObjects);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.clients drop column id_token_alg');
    await runner.query('alter table auth.consents drop column openid_scopes');
    await runner.query(
      'alter table auth.grant_families drop column openid_scopes, drop column auth_time, drop column amr, drop column openid_sid',
    );
    await runner.query(
      'alter table auth.codes drop column openid_scopes, drop column nonce, drop column auth_time, drop column amr, drop column openid_sid',
    );
    await runner.query('drop table auth.id_token_keys');
  }
}
