import { sql, type AnyReader, type Reader } from '@app/database';

/** One place in a course: which object is where in which container. */
export interface Place {
  parent_id: number;
  child_id: number;
  position: number;
  required: boolean;
}

/** Every place below the object, level by level, visiting each object once. */
export const placesBelow = (reader: AnyReader, loId: number): Promise<Place[]> =>
  reader.many<Place>(sql`
    with recursive below(parent_id, child_id, position, required) as (
      select parent_id, child_id, position, required from learning.learning_object_items where parent_id = ${loId}
      union
      select i.parent_id, i.child_id, i.position, i.required
        from below b join learning.learning_object_items i on i.parent_id = b.child_id
    )
    select b.* from below b join learning.learning_objects o on o.id = b.child_id and o.retired_time is null
     order by b.parent_id, b.position, b.child_id`);

/**
 * The learning items whose completion completes the course or award: those reached only through required places.
 * Empty: it is never completed by its items.
 */
export async function requiredItems(reader: Reader, loId: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(sql`
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
  return rows.map((row) => row.id);
}

/** The courses and awards that contain the item, directly or through modules. */
export async function containersOf(reader: Reader, loId: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(sql`
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
  return rows.map((row) => row.id);
}

/** These objects and everything they contain, directly or indirectly. */
export async function withAllBelow(reader: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await reader.many<{ id: number }>(sql`
    with recursive below(id) as (
      select unnest(${[...ids]}::int[])
      union select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select id from below`);
  return rows.map((row) => row.id);
}
