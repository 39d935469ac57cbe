import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, Operation, WithDryRun } from '@app/http';
import {
  Delivery,
  DeliveryId,
  DeliveryPage,
  DeliveryWithBody,
  ListDeliveriesQuery,
  ReplayAnswer,
  ReplayBody,
} from './deliveries.schema.js';
import { DeliveriesService } from './deliveries.service.js';

const read = { scope: 'webhook.read', role: 'Administrator' } as const;
const write = { scope: 'webhook.write', role: 'Administrator' } as const;
const unknown = { 404: 'No such webhook in this portal, or no such delivery of it.' };
const disabled = { 409: 'The webhook is disabled.' };

@ApiTags('Webhooks')
@Controller('v2/webhooks/:webhookId')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('deliveries')
  @Operation({
    summary: 'List deliveries, newest first, kept for 30 days',
    description:
      'With `status`, `error` or `event_id` a page checks at most 20,000 deliveries: `total` counts those of them that match, and a page may be empty and have a `next_cursor`.',
    access: read,
    isExpensive: true,
    answer: DeliveryPage,
    refusals: unknown,
  })
  list(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) webhookId: number,
    @Query({ schema: ListDeliveriesQuery }) query: ListDeliveriesQuery,
  ): Promise<DeliveryPage> {
    return this.deliveries.list(actor, webhookId, query);
  }

  @Get('deliveries/:deliveryId')
  @Operation({
    summary: 'Delivery detail with its body',
    access: read,
    answer: DeliveryWithBody,
    refusals: unknown,
  })
  get(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) webhookId: number,
    @Param('deliveryId', { schema: DeliveryId }) id: number,
  ): Promise<DeliveryWithBody> {
    return this.deliveries.get(actor, webhookId, id);
  }

  @Post('deliveries/:deliveryId/redeliver')
  @Operation({
    summary: 'Send a delivery again',
    description:
      'With the same event id, sequence and bytes. It neither waits for other events nor delays them.',
    access: write,
    status: 202,
    answer: Delivery,
    refusals: { ...unknown, ...disabled },
    limits: ['webhook_redeliveries', 'delivery_redeliveries', 'webhook_tests'],
  })
  redeliver(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) webhookId: number,
    @Param('deliveryId', { schema: DeliveryId }) id: number,
  ): Promise<Delivery> {
    return this.deliveries.redeliver(actor, webhookId, id);
  }

  @Post('replay')
  @Operation({
    summary: 'Send again the deliveries of a time window of at most 30 days',
    description: 'Delivered, failed and dropped ones, or only some of them; those that wait are left out.',
    access: write,
    status: 202,
    answer: ReplayAnswer,
    refusals: { ...unknown, ...disabled },
    limits: ['webhook_replays'],
  })
  @WithDryRun(ReplayAnswer)
  replay(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) webhookId: number,
    @Body({ schema: ReplayBody }) body: ReplayBody,
  ): Promise<ReplayAnswer> {
    return this.deliveries.replay(actor, webhookId, body);
  }

  @Post('test')
  @Operation({
    summary: 'Send a test event (`webhook.test`)',
    description: 'A single attempt without a sequence number; its failure does not count towards parking.',
    access: write,
    status: 202,
    answer: Delivery,
    refusals: unknown,
    limits: ['webhook_tests'],
  })
  test(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) webhookId: number,
  ): Promise<Delivery> {
    return this.deliveries.test(actor, webhookId);
  }
}
