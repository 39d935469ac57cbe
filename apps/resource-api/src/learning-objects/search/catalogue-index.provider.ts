import type { FactoryProvider } from '@nestjs/common';
import { CatalogueIndex, PostgresCatalogueIndex, type SearchEngineSettings } from '@app/catalogue';
import { Database } from '@app/database';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import type { OpenSearchTiming } from '@app/opensearch';

/** Timing that only tests override. */
export interface GivenTiming {
  openSearchTiming?: Partial<OpenSearchTiming> | undefined;
}

/** The engine that `SEARCH_ENGINE` names; Postgres replaces an unavailable one. */
export const catalogueIndexProvider: FactoryProvider<CatalogueIndex> = {
  provide: CatalogueIndex,
  inject: [Database, SETTINGS, CLOCK, LOGGER],
  useFactory: async (
    database: Database,
    settings: SearchEngineSettings & GivenTiming,
    clock: Clock,
    logger: Logger,
  ) => {
    const postgres = new PostgresCatalogueIndex(database.heavy);
    if (settings.SEARCH_ENGINE === 'postgres') return postgres;
    // its client is loaded only if it is used
    const { createOpenSearchIndex } = await import('./opensearch.js');
    return createOpenSearchIndex({
      settings,
      timing: settings.openSearchTiming,
      reader: database.heavy,
      postgres,
      clock,
      logger,
    });
  },
};
