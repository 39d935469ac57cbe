import type { MigrationInterface, QueryRunner } from 'typeorm';

/** More than one address to which a client sends people back, after a sign-in and after a sign-out. */
export class RedirectUris20261127002500 implements MigrationInterface {
  name = 'RedirectUris20261127002500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- The first address stays in auth.clients.redirect_uri, which servers of the version before go on reading and
      -- changing; so it may stand here too, and then counts once.
      create table auth.client_redirect_uris (
        client_id text not null references auth.clients(client_id) on delete cascade,
        redirect_uri text not null,
        primary key (client_id, redirect_uri)
      );
      grant select, insert, delete on auth.client_redirect_uris to lp_auth;
      alter table auth.clients add column post_logout_redirect_uris text[] not null default '{}';
      grant update (post_logout_redirect_uris) on auth.clients to lp_auth`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table auth.client_redirect_uris');
    await runner.query('alter table auth.clients drop column post_logout_redirect_uris');
  }
}
