import { sql, type Reader, type Transaction } from '@app/database';
import { enforceLimit } from '@app/limits';
import type { Bootstrap } from './bootstrap.schema.js';

type PortalEntry = Bootstrap['portals'][number];

export async function applyPortal(
  tx: Transaction,
  portal: PortalEntry & { parentId: number | null },
): Promise<{ id: number; isNew: boolean }> {
  const isPartner = portal.type === undefined ? null : portal.type === 'distribution_partner';
  const existing = await tx.one<{ id: number }>(sql`
    update identity.portals
       set title = ${portal.title}, parent_portal_id = coalesce(${portal.parentId}, parent_portal_id),
           is_distribution_partner = coalesce(${isPartner}, is_distribution_partner),
           features = coalesce(${portal.features ?? null}::text[], features), plan = coalesce(${portal.plan ?? null}::jsonb, plan),
           configuration = configuration || ${portal.configuration}::jsonb
     where name = ${portal.host} returning id`);
  if (existing) return { id: existing.id, isNew: false };
  const values = sql`${portal.host}, ${portal.title}, ${portal.parentId}, ${isPartner ?? false}, ${portal.features ?? []},
    ${portal.plan ?? {}}, ${portal.configuration}`;
  const columns = sql`name, title, parent_portal_id, is_distribution_partner, features, plan, configuration`;
  const created =
    portal.id === undefined
      ? await tx.one<{ id: number }>(
          sql`insert into identity.portals (${columns}) values (${values}) returning id`,
        )
      : await tx.one<{ id: number }>(sql`
          insert into identity.portals (id, ${columns}) values (${portal.id}, ${values}) returning id`);
  // ids in the file are below those of the sequence
  await tx.one(sql`
    select setval(pg_get_serial_sequence('identity.portals', 'id'),
                  greatest(1000, (select max(id) from identity.portals)))`);
  return { id: created!.id, isNew: true };
}

/** @throws LimitReached when the portal has too many of them */
export async function applyCustomFields(
  tx: Transaction,
  portalId: number,
  fields: PortalEntry['custom_fields'],
): Promise<void> {
  for (const field of fields) {
    await tx.run(sql`
      insert into identity.custom_fields (portal_id, name, type, options)
      values (${portalId}, ${field.name}, ${field.type}, ${field.options ?? null})
      on conflict (portal_id, name) do update set type = excluded.type, options = excluded.options`);
  }
  const rows = sql`select 1 from identity.custom_fields where portal_id = ${portalId}`;
  await enforceLimit(tx, 'custom_fields', portalId, rows, 0);
}

export async function applyPreset(tx: Transaction, preset: Bootstrap['presets'][number]): Promise<void> {
  const content = { content_groups: preset.content_groups, collections: preset.collections };
  await tx.run(sql`
    insert into identity.presets (creation_path, title, features, plan, content)
    values (${preset.creation_path}, ${preset.name}, ${preset.features}, ${preset.plan}, ${content})
    on conflict (creation_path) do update
      set title = excluded.title, features = excluded.features, plan = excluded.plan, content = excluded.content`);
}

export async function getOpenAccount(tx: Transaction, portalId: number, personId: number): Promise<number> {
  return (await tx.value<number>(sql`
    select id from identity.accounts
     where portal_id = ${portalId} and person_id = ${personId} and closed_time is null`))!;
}

/** The approval that lets an unbound client act for itself in a portal. */
interface GivenApproval {
  portalId: number;
  clientId: string;
  scopes: readonly string[] | undefined;
  acts_for_people: boolean;
  for_administrators: boolean;
  makes_portals: boolean;
}

/**
 * Approves the client unless the portal has already decided about it.
 * @returns whether it was approved
 */
export async function approveClient(tx: Transaction, approval: GivenApproval, now: Date): Promise<boolean> {
  const { portalId, clientId } = approval;
  const inserted = await tx.run(sql`
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals,
                                came_by, approved_time)
    select ${portalId}, client_id, array(select unnest(coalesce(${approval.scopes ?? null}::text[], scopes))
                                         intersect select unnest(scopes)),
           ${approval.acts_for_people}, ${approval.for_administrators}, ${approval.makes_portals}, 'operator', ${now}
      from auth.clients c
     where client_id = ${clientId}
       and not exists (select 1 from auth.client_blocks b
                        where b.portal_id = ${portalId} and b.client_id = ${clientId})
    on conflict do nothing`);
  return inserted === 1;
}

/** Whether the file was last applied with this checksum. */
export async function isApplied(reader: Reader, file: string, checksum: Buffer): Promise<boolean> {
  return reader.has(
    sql`select 1 as is from maintenance.applied_files where file = ${file} and checksum = ${checksum}`,
  );
}

export async function recordApplied(tx: Transaction, file: string, checksum: Buffer): Promise<void> {
  await tx.run(sql`
    insert into maintenance.applied_files (file, checksum) values (${file}, ${checksum})
    on conflict (file) do update set checksum = excluded.checksum, applied_time = now()`);
}
