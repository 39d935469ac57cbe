import type { Transaction } from '@app/database';
import { limits } from '@app/limits';
import type { ImportNode } from './flatten.js';
import { containersAround, type Container } from './import.queries.js';
import { UnwritableRecord } from './unwritable-record.js';

/** The error of a record with which an object would have more places than {@link limits.places}. */
export const describeTooManyPlaces = (external_id: string | null): string =>
  `items: "${external_id}" would have more than ${limits.places.most.toLocaleString('en')} places, including those of its contents`;

/** A lower bound of a record's places: each item written in it is reached on at least one path. */
export const countMinPlaces = (nodes: readonly ImportNode[]): number =>
  nodes.reduce((sum, node) => sum + node.items.length, 0);

/**
 * Refuses a structure in which an object contains itself or has too many places. Visits each object once, from the
 * innermost outwards, because a few of them may have millions of paths.
 * @param grown the objects that contain more than before
 * @throws UnwritableRecord naming the object
 */
export async function checkStructure(tx: Transaction, grown: readonly number[]): Promise<void> {
  if (grown.length === 0) return;
  const containers = await containersAround(tx, grown);
  const places = countItems(containers, limits.places.most);
  const loop = containers.find(({ id }) => !places.has(id));
  if (loop)
    throw new UnwritableRecord(`items: "${findCycleMember(loop, containers, places)}" would contain itself`);
  // checks only the grown objects and their containers: an object stored before the limit existed may become smaller
  const above = new Map(containers.filter(({ is_above }) => is_above).map((one) => [one.id, one]));
  const innermost = [...places].find(([id, count]) => count > limits.places.most && above.has(id));
  if (innermost) throw new UnwritableRecord(describeTooManyPlaces(above.get(innermost[0])!.external_id));
}

/**
 * Counts the places in each container and its descendants, up to `most` + 1. Omits containers that contain themselves,
 * or a descendant that does.
 */
export function countItems(containers: readonly Container[], most: number): Map<number, number> {
  const byId = new Map(containers.map((container) => [container.id, container]));
  const holders = new Map<number, Container[]>();
  const waitsFor = new Map<number, number>();
  const ready: Container[] = [];
  for (const container of containers) {
    const heldIds = container.containers.filter((id) => byId.has(id));
    for (const id of heldIds) {
      const knownHolders = holders.get(id);
      if (knownHolders) knownHolders.push(container);
      else holders.set(id, [container]);
    }
    waitsFor.set(container.id, heldIds.length);
    if (heldIds.length === 0) ready.push(container);
  }
  const places = new Map<number, number>();
  for (const container of ready) {
    let sum = container.item_count;
    for (const id of container.containers) if (!byId.get(id)?.retired) sum += places.get(id) ?? 0;
    places.set(container.id, Math.min(sum, most + 1));
    for (const holder of holders.get(container.id) ?? []) {
      const remaining = waitsFor.get(holder.id)! - 1;
      waitsFor.set(holder.id, remaining);
      if (remaining === 0) ready.push(holder); // appended to the array that the loop iterates
    }
  }
  return places;
}

/** The external id of an object that contains itself, found by following containers without a count. */
function findCycleMember(
  start: Container,
  containers: readonly Container[],
  places: ReadonlyMap<number, number>,
): string | null {
  const byId = new Map(containers.map((container) => [container.id, container]));
  const seen = new Set<number>();
  let container = start;
  while (!seen.has(container.id)) {
    seen.add(container.id);
    container = byId.get(container.containers.find((id) => byId.has(id) && !places.has(id))!)!;
  }
  return container.external_id;
}
