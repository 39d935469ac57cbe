import { Controller, Get, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation, type WholeAnswer } from '@app/http';
import { ListWebhookStatisticsQuery, WebhookStatisticsPage } from './statistics.schema.js';
import { StatisticsService } from './statistics.service.js';

@ApiTags('Webhooks')
@Controller('v2/webhook-statistics')
export class WebhookStatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation({
    summary: 'Numbers of deliveries over time, of all webhooks',
    description:
      'One hit for each webhook of the portal, with its hours or days as in `GET /v2/webhooks/{webhookId}/statistics`.',
    access: { scope: 'webhook.read', role: 'Administrator' },
    isExpensive: true,
    answer: WebhookStatisticsPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListWebhookStatisticsQuery }) query: ListWebhookStatisticsQuery,
  ): Promise<WholeAnswer> {
    return this.statistics.list(actor, query);
  }
}
