import { createHash } from 'node:crypto';
import type {
  ImportContent,
  ImportEvent,
  ImportItem,
  ImportRecord,
  ImportReference,
} from '../import-record.js';
import {
  columns,
  defaults,
  inheritedColumns,
  type ImportedColumns,
  type InheritedColumns,
} from '../learning-object.fields.js';

/** One object of a record, ready to be written; contained ones know their container. */
export interface ImportNode extends ImportedColumns {
  provider_id: number;
  portal_id: number;
  external_id: string;
  embedded: boolean;
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

/** The objects that a record consists of, each once, containers before their contents. */
export function flatten(record: ImportRecord, place: Place): ImportNode[] {
  const nodes: ImportNode[] = [];
  visit(record, place, {}, false, nodes);
  return nodes;
}

function visit(
  item: ImportItem | ImportRecord,
  place: Place,
  outer: Partial<InheritedColumns>,
  embedded: boolean,
  nodes: ImportNode[],
): ImportNode {
  const node: ImportNode = {
    provider_id: place.providerId,
    portal_id: place.portalId,
    external_id: item.external_id,
    embedded,
    ...pickColumns(item, outer),
    assessable: item.assessable ?? item.type === 'quiz',
    content: withoutEmpty(item.content),
    events: inOrder(item.events ?? []),
    content_groups: [...new Set(item.content_groups)].sort(),
    items: [],
    digest: '',
  };
  nodes.push(node);
  const children = (item.items ?? []).map((inner) => {
    if (isReference(inner)) return { external_id: inner.ref, required: inner.required ?? false, digest: '' };
    const child = visit(inner, place, node, true, nodes);
    return { external_id: child.external_id, required: inner.required ?? false, digest: child.digest };
  });
  node.items = children.map(({ external_id, required }) => ({ external_id, required }));
  node.digest = createHash('sha256')
    .update(JSON.stringify([{ ...node, digest: '' }, children], withSortedKeys))
    .digest('hex');
  return node;
}

/** The item's own values of its columns; otherwise those of the object that holds it, or the defaults. */
function pickColumns(item: ImportItem | ImportRecord, outer: Partial<InheritedColumns>): ImportedColumns {
  const said: Record<string, unknown> = { ...item, ...item.delivery, ...item.pricing, ...item.ratings };
  for (const name of inheritedColumns) said[name] ??= outer[name];
  return Object.fromEntries(columns.map((name) => [name, said[name] ?? defaults[name]])) as ImportedColumns;
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
