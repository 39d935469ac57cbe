import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database, type Reader, type Transaction } from '@app/database';
import { envelope, publicEventId, WebhookHints } from '@app/events';
import { CLOCK, Conflict, orNotFound, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { wireTime } from '@app/contracts';
import {
  changeWebhook,
  countReplay,
  deliveryHeaders,
  redeliver,
  redeliverTest,
  replay,
  type LockedWebhook,
  type ReplaySelection,
} from '@app/webhooks';
import { AuditRecorder } from '../audit/index.js';
import { presentDelivery } from './deliveries.presenter.js';
import { DeliveriesQueries, isTest, type DeliveryRow } from './deliveries.queries.js';
import {
  createNextCursor,
  type Delivery,
  type DeliveryPage,
  type DeliveryWithBody,
  type ListDeliveriesQuery,
  type ReplayAnswer,
  type ReplayBody,
} from './deliveries.schema.js';
import { WebhooksQueries } from './webhooks.queries.js';

/** Lists, redelivers and replays what was delivered, and sends tests (contract 5.13). */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksQueries,
    private readonly queries: DeliveriesQueries,
    private readonly hints: WebhookHints,
    private readonly audit: AuditRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, webhookId: number, query: ListDeliveriesQuery): Promise<DeliveryPage> {
    orNotFound(await this.webhooks.find(undefined, actor.portalId, webhookId), 'webhook');
    const { total, rows, end } = await this.queries.list(actor.portalId, webhookId, query);
    const page = rows.slice(0, query.limit);
    const next =
      rows.length > page.length ? createNextCursor(page, query.cursor) : end && createNextCursor([end], null);
    const attempts = await this.queries.attempts(
      undefined,
      webhookId,
      page.map(({ id }) => id),
    );
    return {
      total,
      hits: page.map((row) => presentDelivery(row, attempts, actor.portalId)),
      ...(next !== undefined && { next_cursor: next }),
    };
  }

  async get(actor: Actor, webhookId: number, id: number): Promise<DeliveryWithBody> {
    const { portalId } = actor;
    orNotFound(await this.webhooks.find(undefined, portalId, webhookId), 'webhook');
    const row = orNotFound(await this.queries.find(undefined, webhookId, id), 'delivery');
    const attempts = await this.queries.attempts(undefined, webhookId, [id]);
    const delivery = presentDelivery(row, attempts, portalId);
    return { ...delivery, headers: deliveryHeaders(delivery.event_id), body: rebuildBody(row, portalId) };
  }

  /** @throws LimitReached; Conflict `webhook_disabled` */
  async redeliver(actor: Actor, webhookId: number, id: number): Promise<Delivery> {
    const { portalId } = actor;
    return changeWebhook(this.database, { portalId, id: webhookId }, async (tx, locked) => {
      const webhook = orNotFound(locked, 'webhook');
      orNotFound(await this.queries.find(tx, webhookId, id), 'delivery');
      if (isTest(id)) {
        await addToCount(tx, 'webhook_tests', webhookId);
        await redeliverTest(tx, webhook, id);
        tx.afterCommit(() => this.hints.wakeTests());
      } else {
        assertEnabled(webhook);
        await addToCount(tx, 'webhook_redeliveries', webhookId);
        await redeliver(tx, webhook, id);
        tx.afterCommit(() => this.hints.wake(webhookId));
      }
      return {
        mailbox: isTest(id) ? 'none' : 'due',
        result: () => this.#present(tx, portalId, webhookId, id),
      };
    });
  }

  /**
   * Counts before it begins, so that a replay that fails midway counts, too; a dry run counts towards no limit.
   * @throws LimitReached; Conflict `webhook_disabled`
   */
  async replay(actor: Actor, webhookId: number, body: ReplayBody): Promise<ReplayAnswer> {
    const webhookKey = { portalId: actor.portalId, id: webhookId };
    const { from, to, states, types } = body;
    // `to` is a whole second
    const selection: ReplaySelection = { from, before: to + 1, states, types, actor: 'partner' };
    if (body.dry_run) {
      assertEnabled(orNotFound(await this.webhooks.find(undefined, actor.portalId, webhookId), 'webhook'));
      return { count: await countReplay(this.database.heavy, webhookId, selection) };
    }
    return this.database.writeInSteps(async () => {
      await changeWebhook(this.database, webhookKey, async (tx, locked) => {
        assertEnabled(orNotFound(locked, 'webhook'));
        await addToCount(tx, 'webhook_replays', webhookId);
        const details = { webhook_id: webhookId, from: body.from, to: body.to };
        await this.audit.record(tx, actor, { event: 'webhook.replayed', details });
        return { mailbox: 'none', result: () => undefined };
      });
      const count = await replay(this.database, webhookKey, selection);
      this.hints.wake(webhookId);
      return { count };
    });
  }

  /** @throws LimitReached */
  async test(actor: Actor, webhookId: number): Promise<Delivery> {
    const { portalId } = actor;
    return changeWebhook(this.database, { portalId, id: webhookId }, async (tx, locked) => {
      const webhook = orNotFound(locked, 'webhook');
      await addToCount(tx, 'webhook_tests', webhookId);
      const data = JSON.stringify({ webhook_id: webhookId, requested_time: wireTime(this.clock.now()) });
      const id = await this.queries.insertTest(tx, webhook, data);
      tx.afterCommit(() => this.hints.wakeTests());
      return { mailbox: 'none', result: () => this.#present(tx, portalId, webhookId, id) };
    });
  }

  async #present(tx: Transaction, portalId: number, webhookId: number, id: number): Promise<Delivery> {
    const reader: Reader = tx;
    const row = orNotFound(await this.queries.find(reader, webhookId, id), 'delivery');
    return presentDelivery(row, await this.queries.attempts(reader, webhookId, [id]), portalId);
  }
}

function assertEnabled(webhook: Pick<LockedWebhook, 'enabled'>): void {
  if (!webhook.enabled) throw new Conflict('webhook_disabled', 'The webhook is disabled.');
}

function rebuildBody(row: DeliveryRow, portalId: number): string | null {
  if (row.data === null) return null;
  return envelope({
    id: publicEventId(row.event_id, portalId),
    type: row.type,
    firedAt: row.fired_at,
    portalId,
    data: row.data,
    ...(row.sequence !== null && { sequence: row.sequence }),
  });
}
