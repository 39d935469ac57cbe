import {
  listNames,
  showFields,
  wireTime,
  withoutUnfinishedMarkup,
  type FieldTable,
  type RowOf,
} from '@app/contracts';
import {
  fieldGroups,
  publicObjectFields,
  type ComputedObjectField,
  type ListColumns,
  type ScalarColumns,
} from './learning-object.fields.js';
import type { LearningObject, SharedLearningObject } from './learning-object.schema.js';

/** A row of `learning.learning_objects` with the related values in answers. */
export interface LearningObjectRow extends ScalarColumns {
  id: number;
  portal_id: number;
  /** The size of the stored description; the row may hold only its beginning. */
  description_bytes: number;
  /** UTC, as Postgres formats it: `2026-01-31 06:29:13.5`. */
  created_time: string;
  updated_time: string;
  provider_id: number;
  provider_name: string;
  provider_logo: string | null;
  /** Whether the object itself has content to display: a file, a page, questions, or a URL. */
  has_preview: boolean;
  items_count: number;
  previewable_items: boolean;
  lists: LearningObjectLists;
}

/**
 * The fields with several values: one column, since parsing one JSON value costs a fraction of parsing seven columns.
 */
export interface LearningObjectLists extends ListColumns {
  /** The numbers of the topics in `learning.topics`, in the same order. */
  topic_keys: number[];
  attributes: Record<string, never>;
  events: {
    id: number;
    /** Seconds since 1970. */
    start: number;
    end: number;
    country: string;
    locality: string | null;
    thoroughfare: string | null;
  }[];
}

/** The same row, as one portal sees it. */
export interface PortalLearningObjectRow extends LearningObjectRow {
  licenses: number;
  package: string | null;
  /** The collections of the portal that contain the object. */
  collections: number[];
  /** The portal's default collection; null: it has none. */
  default_collection: number | null;
}

const toWireTime = (utc: string): string => `${utc.slice(0, 10)}T${utc.slice(11, 19)}+00:00`;

/** Shows the columns of a group as one object. */
const showGroup = <Group extends FieldTable>(group: Group) => {
  const names = listNames(group);
  return (row: RowOf<Group>) => showFields(group, names, row);
};

const isShortened = ({ description, description_bytes }: LearningObjectRow): boolean =>
  Buffer.byteLength(description) < description_bytes;

/** The fields of answers that are no column; undefined omits one. */
const computed: { [Name in ComputedObjectField]: (row: LearningObjectRow) => SharedLearningObject[Name] } = {
  description: (row) => (isShortened(row) ? withoutUnfinishedMarkup(row.description) : row.description),
  previewable: (row) => row.has_preview || row.previewable_items,
  created_time: (row) => toWireTime(row.created_time),
  updated_time: (row) => toWireTime(row.updated_time),
  delivery: showGroup(fieldGroups.delivery),
  pricing: showGroup(fieldGroups.pricing),
  provider: (row) => ({ id: row.provider_id, name: row.provider_name, logo: row.provider_logo }),
  ratings: showGroup(fieldGroups.ratings),
  reviews: (row) => ({ count: row.ratings_count, rating: row.five_star_rating }),
  events: ({ lists }) =>
    lists.events.map((event) => ({
      id: event.id,
      start: wireTime(new Date(event.start * 1000)),
      end: wireTime(new Date(event.end * 1000)),
      location: { country: event.country, locality: event.locality, thoroughfare: event.thoroughfare },
    })),
  attributes: ({ lists }) => ({
    ...lists.attributes,
    topics: lists.topics.map((value, place) => ({ key: lists.topic_keys[place]!, value })),
  }),
  shortened: (row) => (isShortened(row) ? ['description'] : undefined),
};

function presentSharedLearningObject(row: LearningObjectRow): SharedLearningObject {
  const values = { ...row, ...row.lists };
  const shown: Record<string, unknown> = {};
  for (const name of publicObjectFields) {
    const value =
      name in computed
        ? computed[name as ComputedObjectField](row)
        : values[name as Exclude<typeof name, ComputedObjectField>];
    if (value !== undefined) shown[name] = value;
  }
  return shown as SharedLearningObject;
}

/** The data of events: as in a search, without fields that differ by portal. */
export const presentLearningObjectOfEvent = (
  row: LearningObjectRow,
): SharedLearningObject & { items: [] } => ({
  ...presentSharedLearningObject(row),
  items: [],
});

/** Presents an object without its contents. */
export function presentLearningObject(row: PortalLearningObjectRow): LearningObject {
  const { collections, default_collection } = row;
  return {
    ...presentSharedLearningObject(row),
    subscription: { licenses: row.licenses, package: row.package },
    collections,
    portal_collection: default_collection !== null && collections.includes(default_collection),
    items: [],
  };
}
