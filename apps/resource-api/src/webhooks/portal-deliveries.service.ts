import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { presentDelivery } from './deliveries.presenter.js';
import { DeliveriesQueries, type DeliveryRow, type DeliveryRows } from './deliveries.queries.js';
import {
  encodePortalCursor,
  type DeliveryCursor,
  type ListPortalDeliveriesQuery,
  type PortalDeliveryPage,
} from './deliveries.schema.js';
import { WebhooksQueries } from './webhooks.queries.js';

/** The rows of one webhook, and how many of them are on the page. */
interface WebhookRows extends DeliveryRows {
  webhookId: number;
  /** Where the rows begin; null: with the newest. */
  start: DeliveryCursor | null;
  taken: number;
}

/** The deliveries of all webhooks of a portal: the lists of its webhooks, merged. */
@Injectable()
export class PortalDeliveriesService {
  constructor(
    private readonly webhooks: WebhooksQueries,
    private readonly queries: DeliveriesQueries,
  ) {}

  /** A page. Its cursor has the position in the list of each webhook. */
  async list(
    { portalId }: Actor,
    { cursor, ...query }: ListPortalDeliveriesQuery,
  ): Promise<PortalDeliveryPage> {
    const ids = await this.webhooks.listIds(portalId, undefined);
    const lists: WebhookRows[] = [];
    // one after the other, so that the request needs no more connections than the list of one webhook
    for (const webhookId of ids) {
      const start = cursor?.get(webhookId) ?? null;
      const rows = await this.queries.list(portalId, webhookId, { ...query, cursor: start }, ids.length);
      lists.push({ webhookId, start, taken: 0, ...rows });
    }
    const page = takeNewest(lists, query.limit);
    const hits = new Map<DeliveryRow, PortalDeliveryPage['hits'][number]>();
    for (const { webhookId, rows, taken } of lists.filter((list) => list.taken > 0)) {
      const own = rows.slice(0, taken);
      const attempts = await this.queries.attempts(
        undefined,
        webhookId,
        own.map(({ id }) => id),
      );
      for (const row of own)
        hits.set(row, { webhook_id: webhookId, ...presentDelivery(row, attempts, portalId) });
    }
    const hasMore = lists.some(({ rows, taken, end }) => rows.length > taken || end);
    return {
      total: lists.reduce((sum, { total }) => sum + total, 0),
      hits: page.map((row) => hits.get(row)!),
      ...(hasMore && { next_cursor: encodePortalCursor(lists.map((list) => [list.webhookId, next(list)])) }),
    };
  }
}

/** Takes the newest rows; those of one webhook stay in their order. */
function takeNewest(lists: WebhookRows[], limit: number): DeliveryRow[] {
  const page: DeliveryRow[] = [];
  while (page.length < limit) {
    let newest: WebhookRows | undefined;
    for (const list of lists)
      if (nextRowTime(list) > (newest ? nextRowTime(newest) : -Infinity)) newest = list;
    if (!newest) break;
    page.push(newest.rows[newest.taken]!);
    newest.taken += 1;
  }
  return page;
}

const nextRowTime = ({ rows, taken }: WebhookRows): number =>
  rows[taken]?.created_time.getTime() ?? -Infinity;

/** The position from which a webhook's list continues on the next page. */
function next({ rows, taken, end, start }: WebhookRows): DeliveryCursor {
  const [last, following] = [rows[taken - 1], rows[taken]];
  if (!following && end) return { sequence: end.position, test: end.test };
  if (last) return { sequence: last.position, test: last.test };
  if (following) return { sequence: following.position, test: following.test + 1 };
  return start ?? { sequence: 0, test: 0 };
}
