import { createHash } from 'node:crypto';
import type {
  ImportContent,
  ImportEvent,
  ImportItem,
  ImportRecord,
  ImportReference,
} from '../import-record.js';

/** One object of a record, ready to be written; contained ones know their container. */
export interface ImportNode {
  provider_id: number;
  portal_id: number;
  external_id: string;
  embedded: boolean;
  type: ImportRecord['type'];
  title: string;
  summary: string | null;
  description: string;
  image: string | null;
  language: string;
  published: boolean;
  premium: boolean;
  assessable: boolean;
  duration: number;
  mode: string;
  currency: string;
  price: number;
  tax: number;
  tax_included: boolean;
  ratings_count: number;
  five_star_rating: number;
  tags: string[];
  topics: string[];
  authors: string[];
  skills: string[];
  url: string | null;
  attributes: Record<string, unknown>;
  content: ImportContent;
  events: ImportEvent[];
  content_groups: string[];
  items: { external_id: string; required: boolean }[];
  /** SHA-256 of the object and everything it contains, in hexadecimal. */
  digest: string;
}

interface Place {
  providerId: number;
  portalId: number;
}

type Inherited = Pick<
  ImportNode,
  'language' | 'published' | 'premium' | 'currency' | 'price' | 'tax' | 'tax_included'
>;

const outermost: Inherited = {
  language: 'en',
  published: true,
  premium: false,
  currency: 'USD',
  price: 0,
  tax: 0,
  tax_included: true,
};

/** The objects that a record consists of, each once, containers before their contents. */
export function flatten(record: ImportRecord, place: Place): ImportNode[] {
  const nodes: ImportNode[] = [];
  visit(record, place, outermost, false, nodes);
  return nodes;
}

function visit(
  item: ImportItem | ImportRecord,
  place: Place,
  outer: Inherited,
  embedded: boolean,
  nodes: ImportNode[],
): ImportNode {
  const inherited: Inherited = {
    language: item.language ?? outer.language,
    published: item.published ?? outer.published,
    premium: item.premium ?? outer.premium,
    currency: item.pricing?.currency ?? outer.currency,
    price: item.pricing?.price ?? outer.price,
    tax: item.pricing?.tax ?? outer.tax,
    tax_included: item.pricing?.tax_included ?? outer.tax_included,
  };
  const node: ImportNode = {
    provider_id: place.providerId,
    portal_id: place.portalId,
    external_id: item.external_id,
    embedded,
    type: item.type,
    title: item.title,
    summary: item.summary ?? null,
    description: item.description ?? '',
    image: item.image ?? null,
    ...inherited,
    assessable: item.assessable ?? item.type === 'quiz',
    duration: item.delivery?.duration ?? 0,
    mode: item.delivery?.mode ?? 'self-paced',
    ratings_count: item.ratings?.ratings_count ?? 0,
    five_star_rating: item.ratings?.five_star_rating ?? 0,
    tags: item.tags ?? [],
    topics: item.topics ?? [],
    authors: item.authors ?? [],
    skills: item.skills ?? [],
    url: item.url ?? null,
    attributes: item.attributes ?? {},
    content: withoutEmpty(item.content),
    events: inOrder(item.events ?? []),
    content_groups: [...new Set(item.content_groups)].sort(),
    items: [],
    digest: '',
  };
  nodes.push(node);
  const held = (item.items ?? []).map((inner) => {
    if (isReference(inner)) return { external_id: inner.ref, required: inner.required ?? false, digest: '' };
    const child = visit(inner, place, inherited, true, nodes);
    return { external_id: child.external_id, required: inner.required ?? false, digest: child.digest };
  });
  node.items = held.map(({ external_id, required }) => ({ external_id, required }));
  node.digest = createHash('sha256')
    .update(JSON.stringify([{ ...node, digest: '' }, held], withSortedKeys))
    .digest('hex');
  return node;
}

/** An empty list of questions is nothing to show. */
function withoutEmpty(content: ImportContent = {}): ImportContent {
  const { questions, ...rest } = content;
  return questions?.length ? { ...rest, questions } : rest;
}

/** Dates as instants, earliest first: the same dates written differently are not a change. */
function inOrder(events: readonly ImportEvent[]): ImportEvent[] {
  return events
    .map((event) => ({ ...event, start: toInstant(event.start), end: toInstant(event.end) }))
    .sort((one, other) => one.start.localeCompare(other.start) || one.end.localeCompare(other.end));
}

const toInstant = (time: string): string => new Date(time).toISOString();

/** For JSON.stringify: Postgres returns the members of jsonb in a different order. */
function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function isReference(item: ImportItem | ImportReference): item is ImportReference {
  return 'ref' in item;
}
