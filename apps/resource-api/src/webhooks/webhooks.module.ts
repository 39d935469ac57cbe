import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveriesService } from './deliveries.service.js';
import { StatisticsQueries } from './statistics.queries.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksQueries } from './webhooks.queries.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [WebhooksService, WebhooksQueries, DeliveriesService, DeliveriesQueries, StatisticsQueries],
})
export class WebhooksModule {}
