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

interface Owner {
  providerId: number;
  portalId: number;
}

/** The objects of a record, each once, containers before their contents. */
export function flatten(record: ImportRecord, owner: Owner): ImportNode[] {
  const nodes: ImportNode[] = [];
  visit(record, owner, {}, false, nodes);
  return nodes;
}

function visit(
  item: ImportItem | ImportRecord,
  owner: Owner,
  outer: Partial<InheritedColumns>,
  embedded: boolean,
  nodes: ImportNode[],
): ImportNode {
  const node: ImportNode = {
    provider_id: owner.providerId,
    portal_id: owner.portalId,
    external_id: item.external_id,
    embedded,
    ...pickColumns(item, outer),
    assessable: item.assessable ?? item.type === 'quiz',
    content: removeEmptyQuestions(item.content),
    events: sortEvents(item.events ?? []),
    content_groups: [...new Set(item.content_groups)].sort(),
    items: [],
    digest: '',
  };
  nodes.push(node);
  const children = (item.items ?? []).map((inner) => {
    if (isReference(inner)) return { external_id: inner.ref, required: inner.required ?? false, digest: '' };
    const child = visit(inner, owner, node, true, nodes);
    return { external_id: child.external_id, required: inner.required ?? false, digest: child.digest };
  });
  node.items = children.map(({ external_id, required }) => ({ external_id, required }));
  node.digest = createHash('sha256')
    .update(JSON.stringify([{ ...node, digest: '' }, children], withSortedKeys))
    .digest('hex');
  return node;
}

/** The item's own values of its columns; otherwise those of its container, or the defaults. */
function pickColumns(item: ImportItem | ImportRecord, outer: Partial<InheritedColumns>): ImportedColumns {
  const given: Record<string, unknown> = { ...item, ...item.delivery, ...item.pricing, ...item.ratings };
  for (const name of inheritedColumns) given[name] ??= outer[name];
  return Object.fromEntries(columns.map((name) => [name, given[name] ?? defaults[name]])) as ImportedColumns;
}

/** Removes an empty list of questions, which a player could not display. */
function removeEmptyQuestions(content: ImportContent = {}): ImportContent {
  const { questions, ...rest } = content;
  return questions?.length ? { ...rest, questions } : rest;
}

/** Dates as instants, earliest first, so that the same dates written differently are no change. */
function sortEvents(events: readonly ImportEvent[]): ImportEvent[] {
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
