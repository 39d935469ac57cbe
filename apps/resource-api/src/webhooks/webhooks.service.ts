import { Inject, Injectable } from '@nestjs/common';
import type { Actor, AuditEvent } from '@app/access';
import { toEventType, webhookFlags, type WebhookFlag } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import {
  checkDestinationUrl,
  DestinationRefused,
  createDestinationPolicy,
  type DestinationPolicy,
} from '@app/destinations';
import { WebhookHints } from '@app/events';
import { assertMatch } from '@app/http';
import { BadRequest, Conflict, orNotFound, SETTINGS } from '@app/kernel';
import { limits } from '@app/limits';
import {
  changeWebhook,
  dropWaiting,
  generateWebhookSecret,
  insertWebhook,
  isWebhookSecret,
  setEnabled,
  setWebhookSecret,
  WebhookSecrets,
  type LockedWebhook,
  type MailboxChange,
} from '@app/webhooks';
import { AuditRecorder, changedFields } from '../audit/index.js';
import type { Settings } from '../config.js';
import { presentWebhook } from './webhooks.presenter.js';
import { WebhooksQueries, type WebhookRow } from './webhooks.queries.js';
import type {
  CreateWebhookBody,
  RotateSecretBody,
  UpdateWebhookBody,
  Webhook,
  WebhookPage,
  WebhookWithSecret,
} from './webhooks.schema.js';

const MAX_WEBHOOKS = limits.webhooks.most;

@Injectable()
export class WebhooksService {
  readonly #policy: DestinationPolicy;
  readonly #secrets: WebhookSecrets;

  constructor(
    private readonly database: Database,
    private readonly queries: WebhooksQueries,
    private readonly audit: AuditRecorder,
    private readonly hints: WebhookHints,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.#secrets = new WebhookSecrets(settings);
    this.#policy = createDestinationPolicy(settings);
  }

  async list(actor: Actor): Promise<WebhookPage> {
    const hits = (await this.queries.list(actor.portalId)).map(presentWebhook);
    return { total: hits.length, hits };
  }

  async get(actor: Actor, id: number): Promise<Webhook> {
    return presentWebhook(orNotFound(await this.queries.find(undefined, actor.portalId, id), 'webhook'));
  }

  /** @throws Conflict `webhook_limit` for the sixth (contract 5.1) */
  async create(actor: Actor, body: CreateWebhookBody): Promise<WebhookWithSecret> {
    const { portalId } = actor;
    const url = this.#checkedUrl(body.url);
    const generated = body.secret_key === undefined ? generateWebhookSecret() : undefined;
    return this.database.write(async (tx) => {
      if ((await this.queries.lockAndCount(tx, portalId)) >= MAX_WEBHOOKS) {
        throw new Conflict('webhook_limit', `A portal has at most ${MAX_WEBHOOKS} webhooks.`);
      }
      const createdWebhook = await insertWebhook(tx, {
        portalId,
        url,
        enabled: body.enabled,
        events: listEvents(body),
      });
      await this.#setSecret(tx, createdWebhook, generated ?? body.secret_key, 0);
      await this.#record(tx, actor, 'webhook.created', createdWebhook.id);
      const webhook = await this.#present(tx, portalId, createdWebhook.id);
      return { ...webhook, ...(generated !== undefined && { secret_key: generated }) };
    });
  }

  async update(
    actor: Actor,
    id: number,
    body: UpdateWebhookBody,
    ifMatch: string | undefined,
  ): Promise<Webhook> {
    const { portalId } = actor;
    const url = body.url === undefined ? undefined : this.#checkedUrl(body.url);
    if (body.enabled === true) await this.#dropRemaining(portalId, id);
    const answer = await changeWebhook(this.database, { portalId, id }, async (tx, locked) => {
      const webhook = orNotFound(locked, 'webhook');
      const before = orNotFound(await this.queries.find(tx, portalId, id), 'webhook');
      const shown = presentWebhook(before);
      assertMatch(ifMatch, shown);
      const { secret_key: secret, ...sent } = { ...body, url };
      const fields = changedFields(sent, shown, sent);
      await this.queries.update(tx, portalId, id, { url, events: listEvents(body, before) });
      const isRetried = body.enabled === true || fields.includes('url');
      let mailbox: MailboxChange = isRetried ? 'due' : 'touch';
      if (secret !== undefined && !(await this.#isCurrentSecret(tx, webhook, secret))) {
        await this.#setSecret(tx, webhook, secret, 0);
        fields.push('secret_key');
        mailbox = 'due';
      }
      if (body.enabled !== undefined && body.enabled !== webhook.enabled) {
        await setEnabled(tx, webhook, body.enabled);
        mailbox = body.enabled ? 'enable' : 'disable';
      }
      if (mailbox === 'due' || mailbox === 'enable') tx.afterCommit(() => this.hints.wake(id));
      if (fields.length > 0) await this.#record(tx, actor, 'webhook.changed', id, { fields });
      return { mailbox, result: () => this.#present(tx, portalId, id) };
    });
    if (body.enabled === false) await dropWaiting(this.database, id);
    return answer;
  }

  async remove(actor: Actor, id: number, ifMatch: string | undefined): Promise<void> {
    const { portalId } = actor;
    await changeWebhook(this.database, { portalId, id }, async (tx, locked) => {
      orNotFound(locked, 'webhook');
      assertMatch(ifMatch, await this.#present(tx, portalId, id));
      await this.#record(tx, actor, 'webhook.deleted', id);
      return { mailbox: 'remove', result: () => undefined };
    });
    await dropWaiting(this.database, id);
  }

  async rotateSecret(actor: Actor, id: number, body: RotateSecretBody): Promise<WebhookWithSecret> {
    const { portalId } = actor;
    const generated = body.secret_key ? undefined : generateWebhookSecret();
    return changeWebhook(this.database, { portalId, id }, async (tx, locked) => {
      await this.#setSecret(
        tx,
        orNotFound(locked, 'webhook'),
        generated ?? body.secret_key,
        body.overlap_seconds,
      );
      await this.#record(tx, actor, 'webhook.secret_rotated', id);
      const result = async () => {
        const webhook = await this.#present(tx, portalId, id);
        return { ...webhook, ...(generated !== undefined && { secret_key: generated }) };
      };
      return { mailbox: 'due', result };
    });
  }

  #record(
    tx: Transaction,
    actor: Actor,
    event: AuditEvent,
    webhookId: number,
    details: { fields?: string[] } = {},
  ): Promise<void> {
    return this.audit.record(tx, actor, { event, details: { webhook_id: webhookId, ...details } });
  }

  /** Drops deliveries that an interrupted request, which disabled the webhook, has left waiting. */
  async #dropRemaining(portalId: number, id: number): Promise<void> {
    const webhook = orNotFound(await this.queries.find(undefined, portalId, id), 'webhook');
    if (!webhook.enabled) await dropWaiting(this.database, id);
  }

  #isCurrentSecret(tx: Transaction, webhook: LockedWebhook, secret: string): Promise<boolean> {
    return isWebhookSecret(tx, webhook, secret || null, this.#secrets);
  }

  /** @param secret empty: deliveries are not signed */
  async #setSecret(
    tx: Transaction,
    webhook: LockedWebhook,
    secret: string | undefined,
    overlapSeconds: number,
  ): Promise<void> {
    await setWebhookSecret(tx, webhook, { secret: secret || null, overlapSeconds }, this.#secrets);
  }

  async #present(tx: Transaction, portalId: number, id: number): Promise<Webhook> {
    return presentWebhook(orNotFound(await this.queries.find(tx, portalId, id), 'webhook'));
  }

  #checkedUrl(raw: string): string {
    try {
      return checkDestinationUrl(raw, this.#policy).href;
    } catch (error) {
      if (error instanceof DestinationRefused) throw BadRequest.field('url', error.message);
      throw error;
    }
  }
}

/** The event types whose flags are set; flags that were not sent keep their value. */
function listEvents(body: Partial<Record<WebhookFlag, boolean | undefined>>, before?: WebhookRow): string[] {
  return webhookFlags
    .filter((flag) => body[flag] ?? before?.events.includes(toEventType(flag)) ?? false)
    .map(toEventType);
}
