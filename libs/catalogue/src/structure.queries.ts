import { sql, type Reader, type Statement } from '@app/database';
import { limits } from '@app/limits';

/** One place in a course: which object is where in which container. */
export interface ItemPosition {
  parent_id: number;
  child_id: number;
  position: number;
  required: boolean;
}

const isLive = (child: Statement): Statement =>
  sql`(select c.retired_time is null from learning.learning_objects c where c.id = ${child})`;

/**
 * The places below an object as a table; an object in two places is listed twice. Imports refuse more than {@link
 * limits.places}. If more were stored before that limit existed, only the first ones are read, level by level.
 *
 * Postgres stops reading at the limit, because the statement streams rows. Do not sort, hash or deduplicate here: that
 * would read all rows first, and there may be millions of paths.
 */
export const firstDescendants = (loId: Statement): Statement => sql`
  (with recursive below(parent_id, child_id, position, required) as (
     select i.parent_id, i.child_id, i.position, i.required from learning.learning_object_items i
      where i.parent_id = ${loId} and ${isLive(sql`i.child_id`)}
     union all
     select i.parent_id, i.child_id, i.position, i.required
       from below b cross join lateral (
         select h.parent_id, h.child_id, h.position, h.required from learning.learning_object_items h
          where h.parent_id = b.child_id and ${isLive(sql`h.child_id`)} offset 0) i
   ) select parent_id, child_id, position, required from below limit ${limits.places.most}::bigint)`;

/** Every place below the object, in order, each once; see {@link firstDescendants}. */
export const descendants = (reader: Reader, loId: number): Promise<ItemPosition[]> =>
  reader.many<ItemPosition>(sql`
    select distinct b.parent_id, b.position, b.child_id, b.required from ${firstDescendants(sql`${loId}::int`)} b
     order by b.parent_id, b.position, b.child_id`);

/**
 * The learning items whose completion completes the course or award: those reached only through required places.
 * Empty: it is never completed by its items.
 */
export async function requiredItems(reader: Reader, loId: number): Promise<number[]> {
  return reader.column<number>(sql`
    with recursive below(id, type) as (
      select o.id, o.type from learning.learning_object_items i
        join learning.learning_objects o on o.id = i.child_id and o.retired_time is null
       where i.parent_id = ${loId} and i.required
      union
      select o.id, o.type from below b
        join learning.learning_object_items i on i.parent_id = b.id and i.required
        join learning.learning_objects o on o.id = i.child_id and o.retired_time is null
       where b.type = 'module'
    )
    select id from below where type <> 'module' order by id`);
}

/** The courses and awards that contain the item, directly or through modules. */
export async function listContainers(reader: Reader, loId: number): Promise<number[]> {
  return reader.column<number>(sql`
    with recursive above(id, type) as (
      select o.id, o.type from learning.learning_object_items i
        join learning.learning_objects o on o.id = i.parent_id and o.retired_time is null
       where i.child_id = ${loId}
      union
      select o.id, o.type from above a
        join learning.learning_object_items i on i.child_id = a.id
        join learning.learning_objects o on o.id = i.parent_id and o.retired_time is null
       where a.type = 'module'
    )
    select id from above where type in ('course', 'award') order by id`);
}

/** These objects and everything they contain, directly or indirectly. */
export async function withDescendants(reader: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  return reader.column<number>(sql`
    with recursive below(id) as (
      select unnest(${[...ids]}::int[])
      union select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select id from below`);
}
