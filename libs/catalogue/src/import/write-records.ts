import type { Reader, Transaction } from '@app/database';
import { limits } from '@app/limits';
import { changeCatalogue, type EventSink } from '../changes.js';
import type { ImportItem, ImportRecord } from '../import-record.js';
import { flatten, isReference, type ImportNode } from './flatten.js';
import * as queries from './import.queries.js';
import { checkStructure, fewestPlaces, tooManyPlaces } from './structure.js';

/** A record and the line it was on. */
export interface ImportLine {
  line: number;
  record: ImportRecord;
}

export interface BadLine {
  line: number;
  reason: string;
}

export interface BatchOutcome {
  created: number;
  updated: number;
  unchanged: number;
  /** Objects created inside others that are in nothing any more. */
  retired: number;
  bad: BadLine[];
  /** Ids of the lines' own objects, written or not. */
  seen: number[];
}

interface Planned {
  line: ImportLine;
  nodes: ImportNode[];
}

interface Plan {
  bad: BadLine[];
  known: Map<string, queries.ExistingObject>;
  unchanged: Planned[];
  toWrite: Planned[];
  groups: Map<string, { id: number; portal_id: number }>;
}

const keyOf = (object: { provider_id: number; external_id: string }): string =>
  `${object.provider_id} ${object.external_id}`;

/**
 * Writes a batch of records in one transaction: unchanged lines are skipped, bad ones are reported and do not hold up
 * the others. No key may be in the batch twice.
 *
 * @throws UnwritableRecord when one of them would contain itself through others, or give something too many places
 * @param outbox undefined: no events
 */
export async function writeRecords(
  tx: Transaction,
  lines: readonly ImportLine[],
  options: { now: Date; outbox?: EventSink | undefined },
): Promise<BatchOutcome> {
  const plan = await planRecords(tx, lines, { lock: tx });
  const nodes = plan.toWrite.flatMap((planned) => planned.nodes);
  const knownIds = nodes.flatMap((node) => plan.known.get(keyOf(node))?.id ?? []);
  let retired = 0;
  if (nodes.length > 0)
    await changeCatalogue(tx, options.outbox, knownIds, async () => {
      const written = await queries.upsertObjects(tx, nodes, options.now);
      const ids = await idsOf(tx, nodes, plan);
      const idOf = (node: ImportNode) => ids.get(keyOf(node))!;
      const items = await replaceAllItems(tx, nodes, ids, plan, options.now);
      retired = items.retired.length;
      const all = nodes.map(idOf);
      await queries.replaceEvents(
        tx,
        all,
        nodes.flatMap((node) => datesOf(node, idOf(node))),
      );
      await queries.replaceGroups(
        tx,
        all,
        nodes.flatMap((node) => groupsOf(node, idOf(node), plan)),
      );
      return { written: [...written, ...items.retired], touched: [...all, ...items.touched] };
    });
  const after = new Map(
    (await queries.findExisting(tx, rootsOf(plan))).map((object) => [keyOf(object), object.id]),
  );
  const created = plan.toWrite.filter(({ nodes: [root] }) => !plan.known.has(keyOf(root!))).length;
  return {
    created,
    updated: plan.toWrite.length - created,
    unchanged: plan.unchanged.length,
    retired,
    bad: plan.bad,
    seen: [...after.values()],
  };
}

/** What {@link writeRecords} would do, reading only. `alsoKnown`: keys that earlier lines would have created. */
export async function previewRecords(
  reader: Reader,
  lines: readonly ImportLine[],
  alsoKnown: Set<string>,
): Promise<Omit<BatchOutcome, 'retired' | 'seen'>> {
  const plan = await planRecords(reader, lines, { alsoKnown });
  for (const { nodes } of plan.toWrite) for (const node of nodes) alsoKnown.add(keyOf(node));
  const created = plan.toWrite.filter(({ nodes: [root] }) => !plan.known.has(keyOf(root!))).length;
  return {
    created,
    updated: plan.toWrite.length - created,
    unchanged: plan.unchanged.length,
    bad: plan.bad,
  };
}

/** The keys of a record and everything it contains; two records that share one may not be in one batch. */
export function keysOf(record: ImportRecord): string[] {
  const keys: string[] = [];
  const visit = (item: ImportRecord | ImportItem): void => {
    keys.push(`${record.provider} ${item.external_id}`);
    for (const inner of item.items ?? []) if (!isReference(inner)) visit(inner);
  };
  visit(record);
  return keys;
}

async function planRecords(
  reader: Reader,
  lines: readonly ImportLine[],
  options: { lock?: Transaction; alsoKnown?: ReadonlySet<string> },
): Promise<Plan> {
  const bad: BadLine[] = [];
  const slugs = [...new Set(lines.map(({ record }) => record.provider))];
  const providers = new Map((await queries.providersBySlug(reader, slugs)).map((row) => [row.slug, row]));
  if (options.lock)
    await queries.lockProviders(
      options.lock,
      [...providers.values()].map((row) => row.id),
    );
  const planned: Planned[] = [];
  for (const line of lines) {
    const provider = providers.get(line.record.provider);
    if (!provider)
      bad.push({ line: line.line, reason: `provider: there is none called "${line.record.provider}"` });
    else
      planned.push({
        line,
        nodes: flatten(line.record, { providerId: provider.id, portalId: provider.portal_id }),
      });
  }
  const known = await knownBy(reader, planned);
  const groups = new Map(
    (
      await queries.groupsBySlug(reader, [
        ...new Set(planned.flatMap(({ nodes }) => nodes.flatMap((n) => n.content_groups))),
      ])
    ).map((row) => [row.slug, row]),
  );
  const made = new Set(options.alsoKnown);
  const sound = planned.filter(({ line, nodes }) => {
    const reason = faultOf(nodes, (key) => made.has(key) || known.get(key)?.retired === false, groups);
    if (reason) bad.push({ line: line.line, reason });
    else for (const node of nodes) made.add(keyOf(node));
    return !reason;
  });
  const isUnchanged = ({ nodes: [root] }: Planned) => {
    const object = known.get(keyOf(root!));
    return object !== undefined && !object.retired && object.digest === root!.digest;
  };
  return {
    bad,
    known,
    groups,
    unchanged: sound.filter(isUnchanged),
    toWrite: sound.filter((one) => !isUnchanged(one)),
  };
}

/** Why a record cannot be written. */
function faultOf(
  nodes: readonly ImportNode[],
  exists: (key: string) => boolean,
  groups: Plan['groups'],
): string | undefined {
  if (fewestPlaces(nodes) > limits.places.most) return tooManyPlaces(nodes[0]!.external_id);
  const own = new Set<string>();
  for (const node of nodes) {
    if (own.has(node.external_id)) return `external_id: "${node.external_id}" stands twice in this record`;
    own.add(node.external_id);
  }
  for (const node of nodes) {
    const held = new Set<string>();
    for (const item of node.items) {
      if (item.external_id === node.external_id) return `items: "${item.external_id}" cannot hold itself`;
      if (held.has(item.external_id))
        return `items: "${item.external_id}" stands twice in "${node.external_id}"`;
      held.add(item.external_id);
      if (!own.has(item.external_id) && !exists(keyOf({ ...node, external_id: item.external_id })))
        return `items: nothing earlier is called "${item.external_id}"`;
    }
    for (const slug of node.content_groups)
      if (groups.get(slug)?.portal_id !== node.portal_id)
        return `content_groups: the provider's portal has none called "${slug}"`;
  }
  return undefined;
}

async function knownBy(
  reader: Reader,
  planned: readonly Planned[],
): Promise<Map<string, queries.ExistingObject>> {
  const keys = new Map<string, { provider_id: number; external_id: string }>();
  for (const { nodes } of planned)
    for (const node of nodes)
      for (const external_id of [node.external_id, ...node.items.map((item) => item.external_id)])
        keys.set(keyOf({ ...node, external_id }), { provider_id: node.provider_id, external_id });
  const known = await queries.findExisting(reader, [...keys.values()]);
  return new Map(known.map((object) => [keyOf(object), object]));
}

const rootsOf = (plan: Plan): ImportNode[] =>
  [...plan.toWrite, ...plan.unchanged].map(({ nodes }) => nodes[0]!);

/** Ids by key of these nodes and of what they refer to. */
async function idsOf(
  tx: Transaction,
  nodes: readonly ImportNode[],
  plan: Plan,
): Promise<Map<string, number>> {
  const ids = new Map([...plan.known].map(([key, object]) => [key, object.id]));
  for (const object of await queries.findExisting(tx, nodes)) ids.set(keyOf(object), object.id);
  return ids;
}

async function replaceAllItems(
  tx: Transaction,
  nodes: readonly ImportNode[],
  ids: ReadonlyMap<string, number>,
  plan: Plan,
  now: Date,
): Promise<{ touched: number[]; retired: number[] }> {
  const items = nodes.flatMap((node) =>
    node.items.map((item, position) => ({
      parent_id: ids.get(keyOf(node))!,
      child_id: ids.get(keyOf({ ...node, external_id: item.external_id }))!,
      position,
      required: item.required,
    })),
  );
  const parents = nodes.map((node) => ids.get(keyOf(node))!);
  const replaced = await queries.replaceItems(tx, parents, items, now);
  const back = nodes.flatMap((node) => {
    const known = plan.known.get(keyOf(node));
    return known?.retired ? known.id : [];
  });
  await checkStructure(tx, [...replaced.grown, ...back]);
  return replaced;
}

const datesOf = (node: ImportNode, id: number): queries.HeldEvent[] =>
  node.events.map((event) => ({
    lo_id: id,
    start: event.start,
    end: event.end,
    country: event.location.country,
    locality: event.location.locality ?? null,
    thoroughfare: event.location.thoroughfare ?? null,
  }));

const groupsOf = (node: ImportNode, id: number, plan: Plan): { lo_id: number; content_group_id: number }[] =>
  node.content_groups.map((slug) => ({ lo_id: id, content_group_id: plan.groups.get(slug)!.id }));
