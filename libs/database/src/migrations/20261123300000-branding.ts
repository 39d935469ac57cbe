import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a portal shows itself on pages and in mails. Images stand apart: rows that are read often stay small. */
export class Branding20261123300000 implements MigrationInterface {
  name = 'Branding20261123300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table identity.portal_brands (
        portal_id int primary key references identity.portals (id) on delete cascade,
        name text check (length(name) between 1 and 100),
        color text check (color ~ '^#[0-9a-f]{6}$'),
        sender_name text check (length(sender_name) between 1 and 80),
        updated_time timestamptz not null default now()
      );
      create table identity.portal_images (
        portal_id int not null references identity.portals (id) on delete cascade,
        kind text not null check (kind in ('logo', 'favicon')),
        media_type text not null check (media_type in ('image/svg+xml', 'image/png')),
        bytes bytea not null check (octet_length(bytes) <= 131072),
        digest text not null,                                       -- of the bytes: the public name
        primary key (portal_id, kind)
      );
      create index portal_images_digest on identity.portal_images (digest);
      grant select, insert, update, delete on identity.portal_brands, identity.portal_images to lp_api;
      grant select on identity.portal_brands to lp_auth, lp_worker;
      grant select (portal_id, kind, digest) on identity.portal_images to lp_auth, lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table identity.portal_images, identity.portal_brands');
  }
}
