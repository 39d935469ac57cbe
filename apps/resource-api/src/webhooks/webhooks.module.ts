import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveriesService } from './deliveries.service.js';
import { PortalDeliveriesController } from './portal-deliveries.controller.js';
import { PortalDeliveriesService } from './portal-deliveries.service.js';
import { StatisticsQueries } from './statistics.queries.js';
import { StatisticsService } from './statistics.service.js';
import { WebhookStatisticsController } from './webhook-statistics.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksQueries } from './webhooks.queries.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [
    WebhooksController,
    DeliveriesController,
    PortalDeliveriesController,
    WebhookStatisticsController,
  ],
  providers: [
    WebhooksService,
    WebhooksQueries,
    DeliveriesService,
    DeliveriesQueries,
    PortalDeliveriesService,
    StatisticsService,
    StatisticsQueries,
  ],
})
export class WebhooksModule {}
