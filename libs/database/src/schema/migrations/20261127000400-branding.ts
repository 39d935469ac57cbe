import { Baseline } from './baseline.js';

/** How a portal shows itself on pages and in mails. */
export class Branding20261127000400 extends Baseline {
  name = 'Branding20261127000400';
  parts = [tables];
}

/** Images stand apart: rows that are read often stay small. */
const tables = /* sql */ `
  create table identity.portal_brands (
    portal_id int primary key references identity.portals(id) on delete cascade,
    name text check (length(name) between 1 and 100),
    color text check (color ~ '^#[0-9a-f]{6}$'),
    sender_name text check (length(sender_name) between 1 and 80),
    updated_time timestamptz not null default now()
  );
  grant select, insert, update, delete on identity.portal_brands to lp_api;
  grant select on identity.portal_brands to lp_auth, lp_worker;

  create table identity.portal_images (
    portal_id int not null references identity.portals(id) on delete cascade,
    kind text not null check (kind in ('logo', 'favicon')),
    media_type text not null check (media_type in ('image/svg+xml', 'image/png')),
    bytes bytea not null check (octet_length(bytes) <= 131072),
    digest text not null,                                  -- of the bytes: the public name
    primary key (portal_id, kind)
  );
  create index portal_images_digest on identity.portal_images (digest);
  grant select, insert, update, delete on identity.portal_images to lp_api;
  grant select (portal_id, kind, digest) on identity.portal_images to lp_auth;
  grant select (portal_id, kind, digest, media_type, bytes) on identity.portal_images to lp_worker;
`;
