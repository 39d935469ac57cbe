import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricDefinition, ServerName } from './metric-definition.js';
import { metricList, type MetricName } from './metric-list.js';

type LabelOf<N extends MetricName> = (typeof metricList)[N] extends {
  labels: readonly (infer L extends string)[];
}
  ? L
  : never;
type MetricOf<N extends MetricName> = {
  counter: Counter<LabelOf<N>>;
  gauge: Gauge<LabelOf<N>>;
  histogram: Histogram<LabelOf<N>>;
}[(typeof metricList)[N]['kind']];
type NameOf<Part> = { [N in MetricName]: (typeof metricList)[N] extends Part ? N : never }[MetricName];
type ObservedName = NameOf<{ observed: string }>;

/** A value of a gauge, with its labels. */
export interface Sample<L extends string = string> {
  labels?: Record<L, string>;
  value: number;
}

const sources = new Map<string, Set<() => readonly Sample[]>>();

/**
 * Reads a gauge of this process at each scrape. The gauge has no value while nothing is observed, or the source returns
 * none.
 * @param read must be cheap and must not throw
 * @returns a function that ends this
 */
export function observe<N extends ObservedName>(
  name: N,
  read: () => readonly Sample<LabelOf<N>>[] | number | undefined,
): () => void {
  const source = () => {
    const reading = read();
    if (reading === undefined) return [];
    return typeof reading === 'number' ? [{ value: reading }] : reading;
  };
  const all = sources.get(name) ?? new Set();
  sources.set(name, all.add(source));
  return () => void all.delete(source);
}

const combined = {
  sum: (one: number, other: number): number => one + other,
  max: Math.max,
  min: Math.min,
};

function collect(gauge: Gauge, name: string, how: keyof typeof combined): void {
  gauge.reset();
  if (!('labels' in metricList[name as MetricName])) gauge.remove();
  const values = new Map<string, Required<Sample>>();
  for (const read of sources.get(name) ?? []) {
    for (const { labels = {}, value } of read()) {
      const key = Object.values(labels).join('\n');
      const before = values.get(key);
      values.set(key, { labels, value: before ? combined[how](before.value, value) : value });
    }
  }
  for (const { labels, value } of values.values()) gauge.set(labels, value);
}

function create(name: string, definition: MetricDefinition): Counter | Gauge | Histogram {
  const { kind, help, labels = [], buckets = [], observed } = definition;
  const common = { name, help, labelNames: labels };
  if (kind === 'counter') return new Counter(common);
  if (kind === 'histogram') return new Histogram({ ...common, buckets: [...buckets] });
  const gauge: Gauge = new Gauge({
    ...common,
    ...(observed && { collect: () => collect(gauge, name, observed) }),
  });
  return gauge;
}

/** All metrics of this process, by name. */
export const metrics = Object.fromEntries(
  Object.entries(metricList).map(([name, definition]) => [name, create(name, definition)]),
) as { readonly [N in MetricName]: MetricOf<N> };

let sharedRegistry: Registry | undefined;

/** Processor, memory, garbage collection and event loop; measured once for the process. */
function processRegistry(): Registry {
  if (!sharedRegistry) {
    sharedRegistry = new Registry();
    collectDefaultMetrics({ register: sharedRegistry });
  }
  return sharedRegistry;
}

export function createRegistry(program: ServerName): Registry {
  const registry = new Registry();
  for (const [name, definition] of Object.entries<MetricDefinition>(metricList)) {
    if (definition.servers.includes(program)) registry.registerMetric(metrics[name as MetricName]);
  }
  for (const { name } of processRegistry().getMetricsAsArray() as unknown as { name: string }[]) {
    registry.registerMetric(processRegistry().getSingleMetric(name) as Gauge);
  }
  return registry;
}
