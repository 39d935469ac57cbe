import type { CommittedEvent } from './chaos-events.js';
import type { ChaosEndpoint } from './chaos-receivers.js';

export interface Subscription {
  name: string;
  portalId: number;
  types: readonly string[];
  endpoint: Pick<ChaosEndpoint, 'arrivals' | 'isHealthy'>;
}

export interface ChaosVerdict {
  /** Events that a healthy endpoint has not received. */
  missing: string[];
  /** Events that arrived without a subscription. */
  misdirected: string[];
  /** Events that first arrived after a later one of the same object. */
  disordered: string[];
  /**
   * Deliveries that healthy endpoints should have received, and how often one was accepted more than once.
   */
  expected: number;
  repeats: number;
}

const key = (event: { objectId: number; n: number }): string => `${event.objectId}#${event.n}`;

/** Compares what arrived with what was committed. */
export function judge(
  committed: readonly CommittedEvent[],
  subscriptions: readonly Subscription[],
): ChaosVerdict {
  const verdict: ChaosVerdict = {
    missing: [],
    misdirected: [],
    disordered: [],
    expected: 0,
    repeats: 0,
  };
  for (const subscription of subscriptions) judgeOne(committed, subscription, verdict);
  return verdict;
}

function judgeOne(
  committed: readonly CommittedEvent[],
  subscription: Subscription,
  verdict: ChaosVerdict,
): void {
  const { name, portalId, types, endpoint } = subscription;
  const due = new Set(
    committed.filter((event) => event.portalId === portalId && types.includes(event.type)).map(key),
  );
  const seen = new Set<string>();
  const latest = new Map<number, number>();
  for (const arrival of endpoint.arrivals) {
    const id = key(arrival);
    if (!due.has(id)) verdict.misdirected.push(`${name}: ${arrival.type} ${id}`);
    if (seen.has(id)) {
      verdict.repeats += 1;
      continue;
    }
    seen.add(id);
    if (arrival.n < (latest.get(arrival.objectId) ?? 0)) verdict.disordered.push(`${name}: ${id}`);
    latest.set(arrival.objectId, Math.max(arrival.n, latest.get(arrival.objectId) ?? 0));
  }
  if (!endpoint.isHealthy) return;
  verdict.expected += due.size;
  for (const id of due) if (!seen.has(id)) verdict.missing.push(`${name}: ${id}`);
}
