import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { SearchEngineSettings } from '@app/catalogue';
import { Database } from '@app/database';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import type { CatalogueIndexer } from '@app/opensearch';

/** Milliseconds that a batch of documents may take. */
const BATCH_TIMEOUT_MS = 30_000;

@Injectable()
export class IndexCatalogue extends ScheduledTask implements OnModuleInit {
  #indexer: CatalogueIndexer | undefined;
  #close: (() => Promise<void>) | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: SearchEngineSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('index-catalogue', logger);
  }

  async onModuleInit(): Promise<void> {
    if (this.settings.SEARCH_ENGINE !== 'opensearch') return;
    // its client is only loaded where it is used
    const { CatalogueIndexer: Indexer, createOpenSearchClient } = await import('./opensearch.js');
    const client = createOpenSearchClient(this.settings, BATCH_TIMEOUT_MS);
    this.#close = () => client.close();
    this.#indexer = new Indexer(this.database, client, this.settings, this.logger);
  }

  override onApplicationBootstrap(): void {
    if (this.#indexer) super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    // another process continues immediately; if Postgres is unavailable, after the lease expires
    await this.#indexer?.stop().catch(() => undefined);
    await this.#close?.();
  }

  protected async work(): Promise<number | void> {
    if ((await this.#indexer?.step()) === 'more') return 0;
  }
}
