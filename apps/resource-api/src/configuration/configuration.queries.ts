import { sql, type Reader, type Transaction } from '@app/database';
import type { Configuration } from './configuration.schema.js';

export interface KeptConfiguration {
  /** Null if it is larger than requested. */
  configuration: Configuration | null;
}

/** The portal's configuration; not loaded if it has more than this many bytes. */
export const findConfiguration = (
  reader: Reader,
  portalId: number,
  mostBytes: number,
): Promise<KeptConfiguration | undefined> =>
  reader.one<KeptConfiguration>(sql`
    select case when size.bytes <= ${mostBytes} then p.configuration end as configuration
      from identity.portals p, octet_length(p.configuration::text) size(bytes) where p.id = ${portalId}`);

export interface MergedSize {
  keys: number;
  bytes: number;
  keysBefore: number;
  bytesBefore: number;
  /** The {@link protections} that were on before. */
  enabledProtections: Protection[];
  paysPerSeatBefore: boolean;
  /** In alphabetical order. */
  changedKeys: string[];
}

/** Switches that protect a portal while they are true. */
const protections = ['require_second_factor', 'approved_applications_only'] as const;
type Protection = (typeof protections)[number];

/**
 * Locks the portal's configuration.
 * @returns its size after the change, and its present size
 */
export async function lockToMerge(
  tx: Transaction,
  portalId: number,
  pairs: Configuration,
): Promise<MergedSize | undefined> {
  const locked = await tx.one(sql`select 1 from identity.portals where id = ${portalId} for no key update`);
  if (!locked) return undefined;
  return tx.one<MergedSize>(sql.camelCase`
    select (select count(*) from jsonb_object_keys(merged.pairs)) as keys, octet_length(merged.pairs::text) as bytes,
           (select count(*) from jsonb_object_keys(p.configuration)) as keys_before,
           octet_length(p.configuration::text) as bytes_before,
           array(select protection from unnest(${protections}::text[]) as protection
                  where p.configuration -> protection = 'true'::jsonb) as enabled_protections,
           coalesce(p.configuration -> 'pay_per_seat' = 'true'::jsonb, false) as pays_per_seat_before,
           array(select sent.key from jsonb_each(${pairs}::jsonb) sent
                  where p.configuration -> sent.key is distinct from sent.value order by sent.key) as changed_keys
      from identity.portals p, lateral (select p.configuration || ${pairs}::jsonb as pairs) merged
     where p.id = ${portalId}`);
}

/** Whether the token's login is a recent one with the person's own password. */
export async function hasFreshLogin(tx: Transaction, sid: string): Promise<boolean> {
  return (await tx.value<boolean>(sql`select auth.is_fresh_login(${sid}) as is_fresh`)) ?? false;
}

/** Merges the pairs into the portal's configuration; writes nothing if there is no difference. */
export const mergeConfiguration = (
  tx: Transaction,
  portalId: number,
  pairs: Configuration,
): Promise<number> =>
  tx.run(sql`
    update identity.portals set configuration = configuration || ${pairs}::jsonb, updated_time = now()
     where id = ${portalId} and configuration is distinct from configuration || ${pairs}::jsonb`);
