import { sql, type Reader } from '@app/database';
import type { ImportRecord } from '../import-record.js';
import {
  allFields,
  columns,
  fieldGroups,
  learningObjectFields,
  type ColumnName,
} from '../learning-object.fields.js';

const BATCH_SIZE = 200;

/** The fields of an import record about the object itself. */
export interface ExportRow {
  id: number;
  provider: string;
  record: Omit<ImportRecord, 'provider' | 'items'>;
}

export interface ExportItem {
  parent_id: number;
  child_id: number;
  external_id: string;
  required: boolean;
  embedded: boolean;
}

/** The contents of an object, direct or indirect. */
export interface Descendants {
  items: Map<number, ExportItem[]>;
  records: Map<number, ExportRow>;
}

/** The SQL of a column in a record; an empty description is none. */
const columnSql = (name: ColumnName): string => {
  if (name === 'description') return `nullif(o.description, '')`;
  return allFields[name].column === 'text[]' ? `to_jsonb(o.${name})` : `o.${name}`;
};

/** The arguments of jsonb_build_object for these columns. */
const members = (names: readonly ColumnName[]): string =>
  names.map((name) => `'${name}', ${columnSql(name)}`).join(', ');

const ownMembers = members(columns.filter((name) => name in learningObjectFields && name !== 'attributes'));
const groupMembers = Object.entries(fieldGroups)
  .map(
    ([group, fields]) =>
      `'${group}', jsonb_build_object(${members(columns.filter((name) => name in fields))})`,
  )
  .join(', ');

const recordColumn = sql`
  jsonb_strip_nulls(jsonb_build_object(
    'external_id', o.external_id, ${sql.raw(ownMembers)}, ${sql.raw(groupMembers)},
    'events', (select jsonb_agg(jsonb_build_object(
        'start', to_char(e.starts at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'end', to_char(e.ends at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'location', jsonb_build_object('country', e.country, 'locality', e.locality, 'thoroughfare', e.thoroughfare))
        order by e.starts, e.id) from learning.learning_object_events e where e.lo_id = o.id),
    'content_groups', (select jsonb_agg(g.slug order by g.slug) from learning.content_group_items i
        join learning.content_groups g on g.id = i.content_group_id where i.lo_id = o.id)))
    || jsonb_build_object('attributes', o.attributes, 'content', o.content) as record`;

/** The next top-level objects, filtered by whether anything in them refers to other objects. */
export const exportRoots = (
  reader: Reader,
  after: number,
  refers: boolean,
  providers: readonly string[] | undefined,
): Promise<ExportRow[]> =>
  reader.many<ExportRow>(sql`
    select o.id, p.slug as provider, ${recordColumn}
      from learning.learning_objects o join learning.providers p on p.id = o.provider_id
     where o.id > ${after} and not o.embedded and o.retired_time is null and o.external_id is not null
       and p.slug is not null and (${providers === undefined} or p.slug = any(${providers ?? []}::text[]))
       and ${refers} = exists (
         with recursive below(id, embedded) as (
           select c.id, c.embedded from learning.learning_object_items i
             join learning.learning_objects c on c.id = i.child_id where i.parent_id = o.id
           union
           select c.id, c.embedded from below b join learning.learning_object_items i on i.parent_id = b.id
             join learning.learning_objects c on c.id = i.child_id where b.embedded
         ) select 1 from below where not embedded)
     order by o.id limit ${BATCH_SIZE}`);

export async function exportDescendants(reader: Reader, id: number): Promise<Descendants> {
  const items = await reader.many<ExportItem>(sql`
    with recursive below(parent_id, child_id, position, required) as (
      select parent_id, child_id, position, required from learning.learning_object_items where parent_id = ${id}
      union
      select i.parent_id, i.child_id, i.position, i.required from below b
        join learning.learning_objects o on o.id = b.child_id and o.embedded
        join learning.learning_object_items i on i.parent_id = b.child_id
    )
    select b.parent_id, b.child_id, o.external_id, b.required, o.embedded
      from below b join learning.learning_objects o on o.id = b.child_id
     where o.retired_time is null and o.external_id is not null
     order by b.parent_id, b.position, b.child_id`);
  const ids = items.filter((item) => item.embedded).map((item) => item.child_id);
  const rows =
    ids.length === 0
      ? []
      : await reader.many<ExportRow>(sql`
    select o.id, '' as provider, ${recordColumn} from learning.learning_objects o where o.id = any(${ids}::int[])`);
  return {
    items: Map.groupBy(items, (item) => item.parent_id),
    records: new Map(rows.map((row) => [row.id, row])),
  };
}
