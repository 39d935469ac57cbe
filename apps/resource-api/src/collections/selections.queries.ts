import { visibleTo, type Viewer } from '@app/catalogue';
import { lockNumber, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { enforceLimit, type LimitName } from '@app/limits';
import { randomUUID } from 'node:crypto';

/** A kind of selection of learning objects. The tables of both kinds have the same columns. */
export interface SelectionKind {
  noun: string;
  table: Statement;
  items: Statement;
  /** The column of `items` that names the selection. */
  key: Statement;
  limit: LimitName;
  itemLimit: LimitName;
  /** Whether portals can read selections of others that they subscribe to. */
  isShared: boolean;
}

export const collections: SelectionKind = {
  noun: 'collection',
  table: sql`learning.collections`,
  items: sql`learning.collection_items`,
  key: sql`collection_id`,
  limit: 'collections',
  itemLimit: 'collection_items',
  isShared: false,
};

export const contentGroups: SelectionKind = {
  noun: 'content group',
  table: sql`learning.content_groups`,
  items: sql`learning.content_group_items`,
  key: sql`content_group_id`,
  limit: 'content_groups',
  itemLimit: 'content_group_items',
  isShared: true,
};

export interface SelectionRow {
  id: number;
  portal_id: number;
  slug: string;
  title: string;
  items_count: number;
  created_time: Date;
  updated_time: Date;
}

/** Condition on `s`: selections of the kind that the portal can read. */
const readableBy = (kind: SelectionKind, portalId: number): Statement =>
  kind.isShared
    ? sql`(s.portal_id = ${portalId} or s.id in (
        select audience_id from learning.subscriptions where portal_id = ${portalId}))`
    : sql`s.portal_id = ${portalId}`;

const columns = (kind: SelectionKind, viewer: Viewer): Statement => sql`
  s.id, s.portal_id, s.slug, s.name as title, s.created_time, s.updated_time,
  (select count(*) from ${kind.items} i join learning.search_doc d on d.lo_id = i.lo_id
    where i.${kind.key} = s.id and ${visibleTo(viewer, true)}) as items_count`;

/** A page by id, the default collection first. */
export async function selectionPage(
  reader: Reader,
  kind: SelectionKind,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: SelectionRow[] }> {
  const which = readableBy(kind, viewer.portalId);
  const total = await reader.one<{ count: number }>(sql`select count(*) from ${kind.table} s where ${which}`);
  const rows = await reader.many<SelectionRow>(sql`
    select ${columns(kind, viewer)} from ${kind.table} s where ${which}
     order by s.slug = 'default' desc, s.id limit ${limit} offset ${offset}`);
  return { total: total?.count ?? 0, rows };
}

/** A selection that the portal can read. */
export const findSelection = (
  reader: Reader,
  kind: SelectionKind,
  viewer: Viewer,
  id: number,
): Promise<SelectionRow | undefined> =>
  reader.one<SelectionRow>(sql`
    select ${columns(kind, viewer)} from ${kind.table} s where ${readableBy(kind, viewer.portalId)} and s.id = ${id}`);

/**
 * A selection of the portal, locked until the transaction ends. A change locks the owners of its objects, so a portal
 * changes one selection at a time, and others wait for one change of a portal at most.
 */
export async function lockSelection(
  tx: Transaction,
  kind: SelectionKind,
  viewer: Viewer,
  id: number,
): Promise<SelectionRow | undefined> {
  await tx.one(sql`select pg_advisory_xact_lock(${lockNumber.selections}, ${viewer.portalId})`);
  const locked = await tx.one(sql`
    select 1 from ${kind.table} where portal_id = ${viewer.portalId} and id = ${id} for update`);
  return locked ? findSelection(tx, kind, viewer, id) : undefined;
}

/**
 * @returns its id
 * @throws LimitReached
 */
export async function insertSelection(
  tx: Transaction,
  kind: SelectionKind,
  portalId: number,
  title: string,
): Promise<number> {
  const rows = sql`select 1 from ${kind.table} where portal_id = ${portalId}`;
  await enforceLimit(tx, kind.limit, portalId, rows);
  return (await tx.value<number>(sql`
    insert into ${kind.table} (portal_id, slug, name) values (${portalId}, ${`api-${randomUUID()}`}, ${title})
    returning id`))!;
}

export const renameSelection = (
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  title: string,
): Promise<number> =>
  tx.run(sql`update ${kind.table} set name = ${title}, updated_time = clock_timestamp() where id = ${id}`);

export const touchSelection = (tx: Transaction, kind: SelectionKind, id: number): Promise<number> =>
  tx.run(sql`update ${kind.table} set updated_time = clock_timestamp() where id = ${id}`);

export const deleteSelection = (tx: Transaction, kind: SelectionKind, id: number): Promise<number> =>
  tx.run(sql`delete from ${kind.table} where id = ${id}`);

/** @returns at most this many of its ids */
export async function listItems(
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  most: number,
): Promise<number[]> {
  return tx.column<number>(sql`select lo_id from ${kind.items} where ${kind.key} = ${id} limit ${most}`);
}

/** @returns those of the ids that it contains */
export async function filterContained(
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  ids: readonly number[],
): Promise<number[]> {
  return tx.column<number>(
    sql`select lo_id from ${kind.items} where ${kind.key} = ${id} and lo_id = any(${[...ids]}::int[])`,
  );
}

/**
 * Checks the item limit as if these ids were added.
 * @throws LimitReached
 */
export const assertItemLimit = (
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  ids: readonly number[],
): Promise<void> =>
  enforceLimit(
    tx,
    kind.itemLimit,
    id,
    sql`select lo_id from ${kind.items} where ${kind.key} = ${id} union select unnest(${[...ids]}::int[])`,
    0,
  );

/**
 * @returns the ids that it did not contain before
 * @throws LimitReached
 */
export async function addItems(
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await tx.many<{ lo_id: number }>(sql`
    insert into ${kind.items} (${kind.key}, lo_id)
    select ${id}, lo_id from (select distinct unnest(${[...ids]}::int[]) as lo_id order by 1) added
    on conflict do nothing returning lo_id`);
  await enforceLimit(tx, kind.itemLimit, id, sql`select 1 from ${kind.items} where ${kind.key} = ${id}`, 0);
  return rows.map((row) => row.lo_id);
}

/** @returns the ids that it contained */
export async function removeItems(
  tx: Transaction,
  kind: SelectionKind,
  id: number,
  ids: readonly number[],
): Promise<number[]> {
  return tx.column<number>(sql`
    delete from ${kind.items} where ${kind.key} = ${id} and lo_id = any(${[...ids]}::int[]) returning lo_id`);
}
