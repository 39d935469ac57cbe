import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { SingleFlight, SETTINGS } from '@app/kernel';
import { MetricsListener, observe } from '@app/metrics';
import type { WorkerSettings } from '../../timing.js';
import {
  backlogGauges,
  BacklogQueries,
  type Backlog,
  type IndexBacklog,
  type ParkedRows,
} from './backlog.queries.js';

/** Gauges of the whole system, read from Postgres when metrics are scraped, at most once per `backlogFreshMs`. */
@Injectable()
export class BacklogMetrics implements OnModuleInit, OnModuleDestroy {
  #backlog: Backlog | undefined;
  #parked: ParkedRows | undefined;
  #index: IndexBacklog | undefined;
  #readAt = -Infinity;
  readonly #reads = new SingleFlight(() => this.#read());
  readonly #forget: (() => void)[] = [];

  constructor(
    private readonly queries: BacklogQueries,
    private readonly listener: MetricsListener,
    @Inject(SETTINGS) private readonly settings: WorkerSettings,
  ) {}

  onModuleInit(): void {
    this.listener.beforeEach(() => this.measure());
    for (const name of backlogGauges) this.#forget.push(observe(name, () => this.#backlog?.[name]));
    this.#forget.push(
      observe('worker_parked_rows', () =>
        Object.entries(this.#parked ?? {}).map(([kind, value]) => ({ labels: { kind }, value })),
      ),
      observe('search_changes_waiting', () => this.#index?.count),
      observe('search_index_behind_seconds', () => this.#index?.seconds),
    );
  }

  onModuleDestroy(): void {
    for (const forget of this.#forget) forget();
  }

  /** Reads the gauges, once for all concurrent callers. Keeps the last values while Postgres is down. */
  async measure(): Promise<void> {
    if (performance.now() - this.#readAt < this.settings.timing.backlogFreshMs) return;
    await this.#reads.join();
  }

  async #read(): Promise<void> {
    const [parked, backlog, index] = await Promise.all([
      this.queries.parked().catch(() => undefined),
      this.queries.read().catch(() => undefined),
      this.settings.SEARCH_ENGINE === 'opensearch' ? this.queries.index().catch(() => undefined) : undefined,
    ]);
    this.#parked = parked ?? this.#parked;
    this.#backlog = backlog ?? this.#backlog;
    this.#index = index ?? this.#index;
    this.#readAt = performance.now();
  }
}
