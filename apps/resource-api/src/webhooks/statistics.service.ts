import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import type { Series } from '@app/contracts';
import { jsonAnswer, type WholeAnswer } from '@app/http';
import { BadRequest, orNotFound } from '@app/kernel';
import { limits } from '@app/limits';
import { writeStatistics } from './statistics.presenter.js';
import { StatisticsQueries } from './statistics.queries.js';
import type { ListWebhookStatisticsQuery } from './statistics.schema.js';
import { WebhooksQueries } from './webhooks.queries.js';

const MAX_BUCKETS = limits.webhook_buckets.most;

@Injectable()
export class StatisticsService {
  constructor(
    private readonly webhooks: WebhooksQueries,
    private readonly statistics: StatisticsQueries,
  ) {}

  /** The series of one webhook. @throws NotFound */
  async get({ portalId }: Actor, id: number, series: Series): Promise<WholeAnswer> {
    orNotFound(await this.webhooks.find(undefined, portalId, id), 'webhook');
    const rows = await this.statistics.byBucket(portalId, [id], series);
    return jsonAnswer(`{"total":${series.starts.length},"hits":${writeStatistics(series, rows)}}`);
  }

  /** The series of all webhooks of the portal, or of some. @throws BadRequest for more buckets than an answer has */
  async list({ portalId }: Actor, query: ListWebhookStatisticsQuery): Promise<WholeAnswer> {
    const { webhookIds, series } = query;
    const ids = await this.webhooks.listIds(portalId, webhookIds);
    if (ids.length * series.starts.length > MAX_BUCKETS) {
      throw BadRequest.field(
        'to',
        `must be so near to from that ${ids.length} webhooks have at most ${MAX_BUCKETS.toLocaleString('en')} buckets together`,
      );
    }
    const rows = await this.statistics.byBucket(portalId, ids, series);
    const rowsById = Map.groupBy(rows, (row) => row.webhook_id);
    const hits = ids.map(
      (id) => `{"webhook_id":${id},"series":${writeStatistics(series, rowsById.get(id) ?? [])}}`,
    );
    return jsonAnswer(`{"total":${hits.length},"hits":[${hits.join()}]}`);
  }
}
