import { Controller, Get, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { ListPortalDeliveriesQuery, PortalDeliveryPage } from './deliveries.schema.js';
import { PortalDeliveriesService } from './portal-deliveries.service.js';

@ApiTags('Webhooks')
@Controller('v2/deliveries')
export class PortalDeliveriesController {
  constructor(private readonly deliveries: PortalDeliveriesService) {}

  @Get()
  @Operation({
    summary: 'List the deliveries of all webhooks, newest first, kept for 30 days',
    description:
      'With the filters of the list of one webhook. With `status`, `error` or `event_id` a page checks at most 20,000 deliveries, so it may be empty and have a `next_cursor`, and a later page may have newer ones of another webhook.',
    access: { scope: 'webhook.read', role: 'Administrator' },
    isExpensive: true,
    answer: PortalDeliveryPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListPortalDeliveriesQuery }) query: ListPortalDeliveriesQuery,
  ): Promise<PortalDeliveryPage> {
    return this.deliveries.list(actor, query);
  }
}
