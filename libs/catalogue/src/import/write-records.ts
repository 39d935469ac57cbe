import type { Reader, Transaction } from '@app/database';
import { limits } from '@app/limits';
import { changeCatalogue, type EventSink } from '../changes.js';
import type { ImportItem, ImportRecord } from '../import-record.js';
import { flatten, isReference, type ImportNode } from './flatten.js';
import * as queries from './import.queries.js';
import { checkStructure, countMinPlaces, describeTooManyPlaces } from './structure.js';

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
  /** Objects created inside others that are in no container any more. */
  retired: number;
  bad: BadLine[];
  /** Ids of the lines' own objects, written or not. */
  seen: number[];
}

interface PlannedLine {
  line: ImportLine;
  nodes: ImportNode[];
}

interface Plan {
  bad: BadLine[];
  existing: Map<string, queries.ExistingObject>;
  unchanged: PlannedLine[];
  toWrite: PlannedLine[];
  groups: Map<string, { id: number; portal_id: number }>;
}

const formatKey = (object: { provider_id: number; external_id: string }): string =>
  `${object.provider_id} ${object.external_id}`;

/**
 * Writes a batch of records in one transaction: unchanged lines are skipped, bad ones are reported and do not block the
 * others. No key may be in the batch twice.
 *
 * @throws UnwritableRecord when one of them would contain itself through others, or an object would be contained in too many others
 * @param options.outbox undefined: no events
 */
export async function writeRecords(
  tx: Transaction,
  lines: readonly ImportLine[],
  options: { now: Date; outbox?: EventSink | undefined },
): Promise<BatchOutcome> {
  const plan = await planRecords(tx, lines, { lock: tx });
  const nodes = plan.toWrite.flatMap((planned) => planned.nodes);
  const knownIds = nodes.flatMap((node) => plan.existing.get(formatKey(node))?.id ?? []);
  let retired = 0;
  if (nodes.length > 0)
    await changeCatalogue(tx, options.outbox, knownIds, async () => {
      const written = await queries.upsertObjects(tx, nodes, options.now);
      const ids = await readIds(tx, nodes, plan);
      const getId = (node: ImportNode) => ids.get(formatKey(node))!;
      const items = await replaceAllItems(tx, nodes, ids, plan, options.now);
      retired = items.retired.length;
      const all = nodes.map(getId);
      await queries.replaceEvents(
        tx,
        all,
        nodes.flatMap((node) => listDates(node, getId(node))),
      );
      await queries.replaceGroups(
        tx,
        all,
        nodes.flatMap((node) => listGroups(node, getId(node), plan)),
      );
      return { written: [...written, ...items.retired], touched: [...all, ...items.touched] };
    });
  const after = new Map(
    (await queries.findExisting(tx, listRoots(plan))).map((object) => [formatKey(object), object.id]),
  );
  const created = plan.toWrite.filter(({ nodes: [root] }) => !plan.existing.has(formatKey(root!))).length;
  return {
    created,
    updated: plan.toWrite.length - created,
    unchanged: plan.unchanged.length,
    retired,
    bad: plan.bad,
    seen: [...after.values()],
  };
}

/**
 * The outcome that {@link writeRecords} would have, reading only. `alsoKnown`: keys that earlier lines would have
 * created.
 */
export async function previewRecords(
  reader: Reader,
  lines: readonly ImportLine[],
  alsoKnown: Set<string>,
): Promise<Omit<BatchOutcome, 'retired' | 'seen'>> {
  const plan = await planRecords(reader, lines, { alsoKnown });
  for (const { nodes } of plan.toWrite) for (const node of nodes) alsoKnown.add(formatKey(node));
  const created = plan.toWrite.filter(({ nodes: [root] }) => !plan.existing.has(formatKey(root!))).length;
  return {
    created,
    updated: plan.toWrite.length - created,
    unchanged: plan.unchanged.length,
    bad: plan.bad,
  };
}

/** The keys of a record and everything it contains; two records that share one may not be in one batch. */
export function listKeys(record: ImportRecord): string[] {
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
  const planned: PlannedLine[] = [];
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
  const existing = await knownBy(reader, planned);
  const groups = new Map(
    (
      await queries.groupsBySlug(reader, [
        ...new Set(planned.flatMap(({ nodes }) => nodes.flatMap((n) => n.content_groups))),
      ])
    ).map((row) => [row.slug, row]),
  );
  const createdKeys = new Set(options.alsoKnown);
  const sound = planned.filter(({ line, nodes }) => {
    const reason = findFault(
      nodes,
      (key) => createdKeys.has(key) || existing.get(key)?.retired === false,
      groups,
    );
    if (reason) bad.push({ line: line.line, reason });
    else for (const node of nodes) createdKeys.add(formatKey(node));
    return !reason;
  });
  const isUnchanged = ({ nodes: [root] }: PlannedLine) => {
    const object = existing.get(formatKey(root!));
    return object !== undefined && !object.retired && object.digest === root!.digest;
  };
  return {
    bad,
    existing,
    groups,
    unchanged: sound.filter(isUnchanged),
    toWrite: sound.filter((one) => !isUnchanged(one)),
  };
}

/** Why a record cannot be written. */
function findFault(
  nodes: readonly ImportNode[],
  exists: (key: string) => boolean,
  groups: Plan['groups'],
): string | undefined {
  if (countMinPlaces(nodes) > limits.places.most) return describeTooManyPlaces(nodes[0]!.external_id);
  const ownKeys = new Set<string>();
  for (const node of nodes) {
    if (ownKeys.has(node.external_id))
      return `external_id: "${node.external_id}" is listed twice in this record`;
    ownKeys.add(node.external_id);
  }
  for (const node of nodes) {
    const childKeys = new Set<string>();
    for (const item of node.items) {
      if (item.external_id === node.external_id) return `items: "${item.external_id}" cannot contain itself`;
      if (childKeys.has(item.external_id))
        return `items: "${item.external_id}" is listed twice in "${node.external_id}"`;
      childKeys.add(item.external_id);
      if (!ownKeys.has(item.external_id) && !exists(formatKey({ ...node, external_id: item.external_id })))
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
  planned: readonly PlannedLine[],
): Promise<Map<string, queries.ExistingObject>> {
  const keys = new Map<string, { provider_id: number; external_id: string }>();
  for (const { nodes } of planned)
    for (const node of nodes)
      for (const external_id of [node.external_id, ...node.items.map((item) => item.external_id)])
        keys.set(formatKey({ ...node, external_id }), { provider_id: node.provider_id, external_id });
  const existing = await queries.findExisting(reader, [...keys.values()]);
  return new Map(existing.map((object) => [formatKey(object), object]));
}

const listRoots = (plan: Plan): ImportNode[] =>
  [...plan.toWrite, ...plan.unchanged].map(({ nodes }) => nodes[0]!);

/** Ids by key of these nodes and of what they refer to. */
async function readIds(
  tx: Transaction,
  nodes: readonly ImportNode[],
  plan: Plan,
): Promise<Map<string, number>> {
  const ids = new Map([...plan.existing].map(([key, object]) => [key, object.id]));
  for (const object of await queries.findExisting(tx, nodes)) ids.set(formatKey(object), object.id);
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
      parent_id: ids.get(formatKey(node))!,
      child_id: ids.get(formatKey({ ...node, external_id: item.external_id }))!,
      position,
      required: item.required,
    })),
  );
  const parents = nodes.map((node) => ids.get(formatKey(node))!);
  const replaced = await queries.replaceItems(tx, parents, items, now);
  const back = nodes.flatMap((node) => {
    const existing = plan.existing.get(formatKey(node));
    return existing?.retired ? existing.id : [];
  });
  await checkStructure(tx, [...replaced.grown, ...back]);
  return replaced;
}

const listDates = (node: ImportNode, id: number): queries.ImportedEvent[] =>
  node.events.map((event) => ({
    lo_id: id,
    start: event.start,
    end: event.end,
    country: event.location.country,
    locality: event.location.locality ?? null,
    thoroughfare: event.location.thoroughfare ?? null,
  }));

const listGroups = (
  node: ImportNode,
  id: number,
  plan: Plan,
): { lo_id: number; content_group_id: number }[] =>
  node.content_groups.map((slug) => ({ lo_id: id, content_group_id: plan.groups.get(slug)!.id }));
