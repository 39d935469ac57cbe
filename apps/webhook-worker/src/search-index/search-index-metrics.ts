import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { waitingChanges, type SearchEngineSettings } from '@app/catalogue';
import { Database } from '@app/database';
import { SETTINGS } from '@app/kernel';
import { MetricsListener, observe } from '@app/metrics';

/** Changes are counted up to here. */
const MAX_COUNTED = 100_000;
/** Milliseconds that figures are shown before they are read again. */
const FRESH_MS = 5_000;

/** How far the search index is behind, read when somebody asks for the metrics. */
@Injectable()
export class SearchIndexMetrics implements OnModuleInit, OnModuleDestroy {
  #waiting: Awaited<ReturnType<typeof waitingChanges>> | undefined;
  #readAt = -Infinity;
  readonly #forget: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly listener: MetricsListener,
    @Inject(SETTINGS) private readonly settings: SearchEngineSettings,
  ) {}

  onModuleInit(): void {
    if (this.settings.SEARCH_ENGINE !== 'opensearch') return;
    this.listener.beforeEach(() => this.#measure());
    this.#forget.push(
      observe('search_changes_waiting', () => this.#waiting?.count),
      observe('search_index_behind_seconds', () => this.#waiting?.seconds),
    );
  }

  onModuleDestroy(): void {
    for (const forget of this.#forget) forget();
  }

  async #measure(): Promise<void> {
    if (performance.now() - this.#readAt < FRESH_MS) return;
    this.#readAt = performance.now();
    this.#waiting = await waitingChanges(this.database, MAX_COUNTED).catch(() => this.#waiting);
  }
}
