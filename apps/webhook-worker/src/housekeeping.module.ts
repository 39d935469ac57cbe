import { Module } from '@nestjs/common';
import { createDestinationPolicy } from '@app/destinations';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { PAYMENT_GATEWAY, paymentGateway, SettlementQueries } from '@app/onboarding';
import type { Settings } from './config.js';
import type { WorkerSettings } from './timing.js';
import { BacklogMetrics } from './edge/metrics/backlog-metrics.js';
import { BacklogQueries } from './edge/metrics/backlog.queries.js';
import { LinkPages } from './housekeeping/link-pages/link-pages.js';
import { PageClient } from './housekeeping/link-pages/page-client.js';
import { MailSender } from './housekeeping/mail/mail-sender.js';
import { MailWorker } from './housekeeping/mail/mail.worker.js';
import { PaymentSettlement } from './housekeeping/payments/settlement.js';
import { UnusedWords } from './housekeeping/retention/unused-words.js';
import { IndexCatalogue } from './housekeeping/search-index/index-catalogue.js';
import { TableTasks } from './housekeeping/table-tasks.js';
import { VisibilityChanges } from './housekeeping/visibility-changes/visibility-changes.js';

/** All work except delivery: mails, the search index, new links, counts, payments, and removing expired rows. */
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
    BacklogMetrics,
    BacklogQueries,
    IndexCatalogue,
    LinkPages,
    MailSender,
    MailWorker,
    PaymentSettlement,
    SettlementQueries,
    TableTasks,
    UnusedWords,
    VisibilityChanges,
  ],
})
export class HousekeepingModule {}
