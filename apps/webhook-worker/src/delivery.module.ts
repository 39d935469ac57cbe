import { Module } from '@nestjs/common';
import { Database } from '@app/database';
import { createDestinationPolicy } from '@app/destinations';
import { EventsModule } from '@app/events';
import { WebhookSecrets } from '@app/webhooks';
import { SETTINGS } from '@app/kernel';
import type { Settings } from './config.js';
import type { WorkerSettings } from './timing.js';
import { DeliveryDatabases } from './delivery/drain/delivery-databases.js';
import { DisablingService } from './delivery/drain/disabling.service.js';
import { DrainPool } from './delivery/drain/drain-pool.js';
import { DrainWorker } from './delivery/drain/drain.worker.js';
import { MailboxHints } from './delivery/drain/mailbox-hints.js';
import { RunningSlices } from './delivery/drain/running-slices.js';
import { Sender } from './delivery/drain/sender.js';
import { Slices } from './delivery/drain/slices.js';
import { WebhookHours } from './delivery/hours/index.js';
import { DeliveryClient } from './delivery/http/delivery-client.js';
import { OutcomeWriter } from './delivery/outcomes/outcome-writer.js';
import { OverdueMailboxes } from './delivery/overdue-mailboxes/overdue-mailboxes.js';
import { Relay } from './delivery/relay/relay.js';
import { RelayWorker } from './delivery/relay/relay.worker.js';
import { TestDeliveries } from './delivery/test-deliveries/test-deliveries.js';
import { TestDeliveriesWorker } from './delivery/test-deliveries/test-deliveries.worker.js';

@Module({
  imports: [EventsModule],
  providers: [
    {
      provide: WebhookSecrets,
      inject: [SETTINGS],
      useFactory: (settings: Settings) => new WebhookSecrets(settings),
    },
    {
      provide: DeliveryClient,
      inject: [SETTINGS],
      useFactory: (settings: Settings) =>
        new DeliveryClient({
          policy: createDestinationPolicy(settings),
          egressProxy: settings.WEBHOOK_EGRESS_PROXY,
        }),
    },
    {
      provide: DeliveryDatabases,
      inject: [SETTINGS],
      useFactory: (settings: WorkerSettings) =>
        DeliveryDatabases.open(
          settings.DATABASE_URL,
          { fast: settings.DATABASE_POOL_SIZE, slow: settings.timing.slowLanePoolSize },
          settings.DATABASE_WAIT_MS,
        ),
    },
    { provide: Database, inject: [DeliveryDatabases], useFactory: ({ fast }: DeliveryDatabases) => fast },
    DisablingService,
    DrainPool,
    DrainWorker,
    MailboxHints,
    OutcomeWriter,
    OverdueMailboxes,
    Relay,
    RelayWorker,
    RunningSlices,
    Sender,
    Slices,
    TestDeliveries,
    TestDeliveriesWorker,
    WebhookHours,
  ],
})
export class DeliveryModule {}
