import { Module } from '@nestjs/common';
import { createDestinationPolicy } from '@app/destinations';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { PAYMENT_GATEWAY, paymentGateway, SettlementQueries } from '@app/onboarding';
import type { Settings } from './config.js';
import type { WorkerSettings } from './timing.js';
import { LinkPages } from './housekeeping/link-pages/link-pages.js';
import { PageClient } from './housekeeping/link-pages/page-client.js';
import { MaterializedCounts } from './housekeeping/materialized-counts/materialized-counts.js';
import { PaymentSettlement } from './housekeeping/payments/settlement.js';
import { ExpiredRows } from './housekeeping/retention/expired-rows.js';
import { Partitions } from './housekeeping/retention/partitions.js';
import { UnusedFacets } from './housekeeping/retention/unused-facets.js';
import { UnusedTopics } from './housekeeping/retention/unused-topics.js';
import { UnusedWords } from './housekeeping/retention/unused-words.js';
import { VisibilityChanges } from './housekeeping/visibility-changes/visibility-changes.js';

/** Work beside delivery: it reads new links, adds up counts, settles payments and removes expired rows. */
@Module({
  providers: [
    {
      // the address rules of webhooks apply to pages
      provide: PageClient,
      inject: [SETTINGS],
      useFactory: (settings: WorkerSettings) =>
        new PageClient({
          policy: createDestinationPolicy(settings),
          timeLimitMs: settings.timing.linkPageMs,
          egressProxy: settings.WEBHOOK_EGRESS_PROXY,
        }),
    },
    {
      provide: PAYMENT_GATEWAY,
      inject: [SETTINGS, LOGGER],
      useFactory: (settings: Settings, logger: Logger) => paymentGateway(settings, logger),
    },
    ExpiredRows,
    LinkPages,
    MaterializedCounts,
    Partitions,
    PaymentSettlement,
    SettlementQueries,
    UnusedFacets,
    UnusedTopics,
    UnusedWords,
    VisibilityChanges,
  ],
})
export class HousekeepingModule {}
