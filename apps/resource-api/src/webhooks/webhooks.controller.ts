import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId, SeriesQuery, type Series } from '@app/contracts';
import { ApiTags, IfMatch, Operation, type WholeAnswer } from '@app/http';
import { DeliveryStatisticsPage } from './statistics.schema.js';
import { StatisticsService } from './statistics.service.js';
import {
  CreateWebhookBody,
  RotateSecretBody,
  UpdateWebhookBody,
  Webhook,
  WebhookPage,
  WebhookWithSecret,
} from './webhooks.schema.js';
import { WebhooksService } from './webhooks.service.js';

const read = { scope: 'webhook.read', role: 'Administrator' } as const;
const write = { scope: 'webhook.write', role: 'Administrator' } as const;
const unknown = { 404: 'No such webhook in this portal.' };

@ApiTags('Webhooks')
@Controller('v2/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly statisticsService: StatisticsService,
  ) {}

  @Get()
  @Operation({ summary: 'List webhooks (at most 5)', access: read, answer: WebhookPage })
  list(@CurrentActor() actor: Actor): Promise<WebhookPage> {
    return this.webhooks.list(actor);
  }

  @Post()
  @Operation({
    summary: 'Create a webhook',
    access: write,
    status: 201,
    answer: WebhookWithSecret,
    refusals: { 409: '`webhook_limit`: the portal already has five webhooks.' },
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateWebhookBody }) body: CreateWebhookBody,
  ): Promise<WebhookWithSecret> {
    return this.webhooks.create(actor, body);
  }

  @Get(':webhookId')
  @Operation({ summary: 'Webhook detail', access: read, answer: Webhook, etag: true, refusals: unknown })
  get(@CurrentActor() actor: Actor, @Param('webhookId', { schema: PathId }) id: number): Promise<Webhook> {
    return this.webhooks.get(actor, id);
  }

  @Get(':webhookId/statistics')
  @Operation({
    summary: 'Numbers of deliveries over time',
    description:
      'One hit for each hour or day, oldest first, those without a delivery included. Each counts all of its hour or day, by the clock when attempts ended; tests are not counted. Counts appear within ten seconds, are kept for 400 days, and latencies are estimated from them.',
    access: read,
    isExpensive: true,
    answer: DeliveryStatisticsPage,
    refusals: {
      ...unknown,
      400: '`invalid_value` in `time_zone`: it does not exist, or is not whole or half hours from UTC in this time.',
    },
  })
  statistics(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) id: number,
    @Query({ schema: SeriesQuery }) series: Series,
  ): Promise<WholeAnswer> {
    return this.statisticsService.get(actor, id, series);
  }

  @Patch(':webhookId')
  @Operation({
    summary: 'Update a webhook',
    description:
      'A changed URL or secret also applies to waiting deliveries. Disabling a webhook drops its waiting deliveries; enabling it again starts with a probe.',
    access: write,
    answer: Webhook,
    etag: true,
    refusals: { ...unknown, 412: 'The webhook has changed since the ETag in If-Match was issued.' },
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) id: number,
    @Body({ schema: UpdateWebhookBody }) body: UpdateWebhookBody,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Webhook> {
    return this.webhooks.update(actor, id, body, ifMatch);
  }

  @Delete(':webhookId')
  @Operation({
    summary: 'Delete a webhook',
    access: write,
    status: 204,
    refusals: { ...unknown, 412: 'The webhook has changed since the ETag in If-Match was issued.' },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.webhooks.remove(actor, id, ifMatch);
  }

  @Post(':webhookId/rotate-secret')
  @Operation({
    summary: 'Rotate the secret, with a period during which both are valid',
    access: write,
    answer: WebhookWithSecret,
    idempotent: {},
    refusals: unknown,
  })
  rotateSecret(
    @CurrentActor() actor: Actor,
    @Param('webhookId', { schema: PathId }) id: number,
    @Body({ schema: RotateSecretBody }) body: RotateSecretBody,
  ): Promise<WebhookWithSecret> {
    return this.webhooks.rotateSecret(actor, id, body);
  }
}
