import { lockNumber, sql, type Reader, type Transaction } from '@app/database';
import type { BrandImage, ImageType } from './read-image.js';

export const imageKinds = ['logo', 'favicon'] as const;
export type ImageKind = (typeof imageKinds)[number];

/** A portal's brand; null where it uses the default. */
export interface Brand {
  /** The portal's title, which is displayed where it has set no name. */
  title: string;
  name: string | null;
  /** `#rrggbb` */
  color: string | null;
  sender_name: string | null;
  /** Public names of its images. */
  logo: string | null;
  favicon: string | null;
  updated_time: Date | null;
}

const digestSql = (kind: ImageKind) =>
  sql`(select i.digest from identity.portal_images i where i.portal_id = p.id and i.kind = ${kind})`;

/** @returns undefined when there is no such portal */
export const findBrand = (reader: Reader, portalId: number): Promise<Brand | undefined> =>
  reader.one<Brand>(sql`
    select p.title, b.name, b.color, b.sender_name, b.updated_time, ${digestSql('logo')} as logo, ${digestSql('favicon')} as favicon
      from identity.portals p left join identity.portal_brands b on b.portal_id = p.id where p.id = ${portalId}`);

export const findImage = (
  reader: Reader,
  digest: string,
): Promise<{ type: ImageType; bytes: Buffer } | undefined> =>
  reader.one<{ type: ImageType; bytes: Buffer }>(sql`
    select media_type as type, bytes from identity.portal_images where digest = ${digest} limit 1`);

/** The portal's logo for a mail: a PNG of limited size, because few mail programs display other formats. */
export const findMailLogo = async (
  reader: Reader,
  portalId: number,
  mostBytes: number,
): Promise<Buffer | undefined> =>
  (
    await reader.one<{ bytes: Buffer }>(sql`
      select bytes from identity.portal_images
       where portal_id = ${portalId} and kind = 'logo' and media_type = 'image/png'
         and octet_length(bytes) <= ${mostBytes}`)
  )?.bytes;

/** Locks the portal's brand until the transaction ends, even if it has none yet. */
export const lockBrand = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.branding}, ${portalId})`);

export const writeBrand = (
  tx: Transaction,
  portalId: number,
  { name, color, sender_name }: Pick<Brand, 'name' | 'color' | 'sender_name'>,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into identity.portal_brands (portal_id, name, color, sender_name, updated_time)
    values (${portalId}, ${name}, ${color}, ${sender_name}, ${now})
    on conflict (portal_id) do update
      set name = excluded.name, color = excluded.color, sender_name = excluded.sender_name,
          updated_time = excluded.updated_time`);

/** @returns whether anything changed */
export async function storeImage(
  tx: Transaction,
  portalId: number,
  kind: ImageKind,
  { type, bytes, digest }: BrandImage,
  now: Date,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into identity.portal_images (portal_id, kind, media_type, bytes, digest)
    values (${portalId}, ${kind}, ${type}, ${bytes}, ${digest})
    on conflict (portal_id, kind) do update
      set media_type = excluded.media_type, bytes = excluded.bytes, digest = excluded.digest
    where identity.portal_images.digest <> excluded.digest`);
  if (written > 0) await touch(tx, portalId, now);
  return written > 0;
}

/** @returns whether there was one */
export async function removeImage(
  tx: Transaction,
  portalId: number,
  kind: ImageKind,
  now: Date,
): Promise<boolean> {
  const removed = await tx.run(
    sql`delete from identity.portal_images where portal_id = ${portalId} and kind = ${kind}`,
  );
  if (removed > 0) await touch(tx, portalId, now);
  return removed > 0;
}

const touch = (tx: Transaction, portalId: number, now: Date): Promise<number> =>
  tx.run(sql`
    insert into identity.portal_brands (portal_id, updated_time) values (${portalId}, ${now})
    on conflict (portal_id) do update set updated_time = excluded.updated_time`);
