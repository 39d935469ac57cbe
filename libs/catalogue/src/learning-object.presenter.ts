import { wireTime, withoutUnfinishedMarkup } from '@app/contracts';
import type { LearningObjectType } from './import-record.js';
import type { LearningObject, SharedLearningObject } from './learning-object.schema.js';

/** A row of `learning.learning_objects` with the related values that are shown. */
export interface LearningObjectRow {
  id: number;
  portal_id: number;
  type: LearningObjectType;
  title: string;
  description: string;
  /** Whether the description is only the beginning of what is stored. */
  is_shortened: boolean;
  summary: string | null;
  image: string | null;
  language: string;
  published: boolean;
  premium: boolean;
  assessable: boolean;
  /** UTC, as Postgres formats it: `2026-01-31 06:29:13.5`. */
  created_time: string;
  updated_time: string;
  duration: number;
  mode: string;
  currency: string;
  price: number;
  tax: number;
  tax_included: boolean;
  provider_id: number;
  provider_name: string;
  provider_logo: string | null;
  ratings_count: number;
  five_star_rating: number;
  url: string | null;
  /** Whether the object itself has something to show: a file, a page, questions, or a URL. */
  has_preview: boolean;
  items_count: number;
  previewable_items: boolean;
  lists: LearningObjectLists;
}

/** What has several values: one column, since parsing one JSON value costs a fraction of parsing seven columns. */
export interface LearningObjectLists {
  tags: string[];
  topics: string[];
  /** Their numbers in `learning.topics`, in the same order. */
  topic_keys: number[];
  authors: string[];
  skills: string[];
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
  /** Those of the portal that it is in. */
  collections: number[];
  /** That of the portal; null: it has none. */
  default_collection: number | null;
}

const wireTimeOf = (utc: string): string => `${utc.slice(0, 10)}T${utc.slice(11, 19)}+00:00`;

function presentSharedLearningObject(row: LearningObjectRow): SharedLearningObject {
  const { tags, topics, topic_keys, authors, skills, attributes, events } = row.lists;
  const shown: SharedLearningObject = {
    id: row.id,
    type: row.type,
    title: row.title,
    description: row.is_shortened ? withoutUnfinishedMarkup(row.description) : row.description,
    summary: row.summary,
    image: row.image,
    language: row.language,
    published: row.published,
    previewable: row.has_preview || row.previewable_items,
    assessable: row.assessable,
    created_time: wireTimeOf(row.created_time),
    updated_time: wireTimeOf(row.updated_time),
    delivery: { duration: row.duration, mode: row.mode },
    pricing: { currency: row.currency, price: row.price, tax: row.tax, tax_included: row.tax_included },
    provider: { id: row.provider_id, name: row.provider_name, logo: row.provider_logo },
    ratings: { ratings_count: row.ratings_count, five_star_rating: row.five_star_rating },
    reviews: { count: row.ratings_count, rating: row.five_star_rating },
    tags,
    topics,
    items_count: row.items_count,
    authors,
    skills,
    events: events.map((event) => ({
      id: event.id,
      start: wireTime(new Date(event.start * 1000)),
      end: wireTime(new Date(event.end * 1000)),
      location: { country: event.country, locality: event.locality, thoroughfare: event.thoroughfare },
    })),
    attributes: { ...attributes, topics: topics.map((value, place) => ({ key: topic_keys[place]!, value })) },
  };
  if (row.url !== null) shown.url = row.url;
  if (row.is_shortened) shown.shortened = ['description'];
  return shown;
}

/** The data of events: as a search shows it, without what differs by portal. */
export const presentLearningObjectOfEvent = (
  row: LearningObjectRow,
): SharedLearningObject & { items: [] } => ({
  ...presentSharedLearningObject(row),
  items: [],
});

/** @param items the contained items, in order; none in searches */
export function presentLearningObject(
  row: PortalLearningObjectRow,
  items: LearningObject[] = [],
): LearningObject {
  const { collections, default_collection } = row;
  return {
    ...presentSharedLearningObject(row),
    subscription: { licenses: row.licenses, package: row.package },
    collections,
    portal_collection: default_collection !== null && collections.includes(default_collection),
    items,
  };
}
