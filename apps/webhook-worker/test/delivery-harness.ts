import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { eventTypes } from '@app/contracts';
import { Database, lockNumber, openDatabase, sql } from '@app/database';
import { EventHints, EventOutbox, type DomainEvent } from '@app/events';
import type { HttpApp } from '@app/http';
import { generateWebhookSecret, WebhookSecrets } from '@app/webhooks';
import { createTestDatabase, Owner, WAIT_TIMEOUT_MS, type TestDatabase } from '@app/testing';
import { createWebhookWorker } from '../src/app.js';
import type { Settings } from '../src/config.js';
import type { WorkerTiming } from '../src/timing.js';
import { Receiver, type ReceiverBehaviour } from './receiver.js';
import { workerSettings } from './worker-settings.js';

type Row = Record<string, unknown>;

export interface TestWebhook {
  id: number;
  portalId: number;
  secret: string;
  receiver: Receiver;
}

/** Outbox, worker and receivers in one process, with their own database. */
export class DeliveryHarness {
  db!: Owner;
  config!: Settings;
  workers: HttpApp[] = [];
  receivers: Receiver[] = [];
  #database!: Database;
  #testDatabase!: TestDatabase;
  #hints!: EventHints;
  #outbox!: EventOutbox;
  #secrets!: WebhookSecrets;

  async start(overrides: Partial<Settings> = {}): Promise<void> {
    this.#testDatabase = await createTestDatabase();
    this.db = new Owner(this.#testDatabase.urls.owner);
    this.#database = await openDatabase({
      url: this.#testDatabase.urls.api,
      applicationName: 'test',
      poolSize: 5,
    });
    this.config = workerSettings(this.#testDatabase.urls.worker, overrides);
    this.#secrets = new WebhookSecrets(this.config);
    this.#hints = new EventHints(this.config);
    this.#outbox = new EventOutbox(this.#hints);
  }

  /** With the rights of the API. */
  get database(): Database {
    return this.#database;
  }

  /** For the role that owns the database, for test data. */
  get ownerUrl(): string {
    return this.#testDatabase.urls.owner;
  }

  async stop(): Promise<void> {
    // receivers first, so that no worker waits for a hanging one
    await Promise.all(this.receivers.map((receiver) => receiver.stop()));
    await Promise.all(this.workers.map(({ app }) => app.close()));
    await this.#hints?.onModuleDestroy();
    await this.#database?.dataSource.destroy();
    await this.db?.end();
    await this.#testDatabase?.drop();
  }

  async startWorker(timing: Partial<WorkerTiming> = {}): Promise<HttpApp> {
    const worker = await createWebhookWorker(this.config, { timing });
    await worker.app.listen(0, '127.0.0.1');
    this.workers.push(worker);
    return worker;
  }

  async stopWorker(worker: HttpApp): Promise<void> {
    this.workers = this.workers.filter((each) => each !== worker);
    await worker.app.close();
  }

  async portal(): Promise<number> {
    const name = `p${randomBytes(5).toString('hex')}.learning.example`;
    const row = await this.db.one<{ id: number }>(sql`
      insert into identity.portals (name, title) values (${name}, ${name}) returning id`);
    return row.id;
  }

  /** A webhook with its own receiver, subscribed to everything by default. */
  async webhook(
    options: {
      portalId?: number;
      behave?: ReceiverBehaviour;
      events?: string[];
      url?: string;
      receiver?: Receiver;
    } = {},
  ): Promise<TestWebhook> {
    const portalId = options.portalId ?? (await this.portal());
    const receiver = options.receiver ?? (await Receiver.start(options.behave));
    this.receivers.push(receiver);
    const secret = generateWebhookSecret();
    const { id } = await this.db.one<{ id: number }>(sql`
      insert into learning.webhooks (portal_id, url, events)
      values (${portalId}, ${options.url ?? receiver.url}, ${options.events ?? eventTypes}) returning id`);
    await this.db.many(sql`
      update learning.webhooks set secret = ${this.#secrets.seal(id, secret)} where id = ${id}`);
    await this.db.many(sql`
      insert into learning.webhook_mailboxes (webhook_id, portal_id) values (${id}, ${portalId})`);
    return { id, portalId, secret, receiver };
  }

  /** Commits events as a service does, each in its own transaction. */
  async fire(
    portalId: number,
    objectId: number,
    data: object = {},
    event: Partial<DomainEvent> = {},
  ): Promise<void> {
    await this.#database.write((tx) =>
      this.#outbox.append(tx, {
        portalId,
        type: 'user.update',
        objectType: 'user',
        objectId,
        data,
        ...event,
      }),
    );
  }

  deliveries(webhookId: number): Promise<Row[]> {
    return this.db.many(sql`
      select * from learning.webhook_deliveries where webhook_id = ${webhookId} order by seq`);
  }

  attempts(webhookId: number): Promise<Row[]> {
    return this.db.many(sql`
      select * from learning.webhook_attempts where webhook_id = ${webhookId} order by seq, number`);
  }

  mailbox(webhookId: number): Promise<Row> {
    return this.db.one(sql`select * from learning.webhook_mailboxes where webhook_id = ${webhookId}`);
  }

  deliveriesOnce(webhookId: number, holds: (deliveries: Row[]) => boolean): Promise<Row[]> {
    return this.eventually(() => this.deliveries(webhookId), holds);
  }

  mailboxOnce(webhookId: number, holds: (mailbox: Row) => boolean): Promise<Row> {
    return this.eventually(() => this.mailbox(webhookId), holds);
  }

  /** The webhook's deliveries, once this many are delivered. */
  delivered(webhookId: number, count: number): Promise<Row[]> {
    return this.deliveriesOnce(webhookId, (all) => all.filter(({ state }) => state === 1).length >= count);
  }

  /** The mailbox, once no worker drains it. */
  idle(webhookId: number): Promise<Row> {
    return this.mailboxOnce(webhookId, ({ lease_token }) => lease_token === null);
  }

  /** Locks a shard of the outbox, as a relay does, until the returned function is called. */
  async lockShard(shard: number): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: this.config.DATABASE_URL });
    await client.connect();
    await client.query(`select pg_advisory_lock(${lockNumber.relayShard}, $1)`, [shard]);
    return () => client.end();
  }

  /** As the API does, with an overlap of a day. */
  async rotate(webhookId: number, secret: string): Promise<void> {
    await this.db.many(sql`
      update learning.webhooks set previous_secret = secret,
             previous_secret_until = now() + interval '1 day',
             secret = ${this.#secrets.seal(webhookId, secret)}
       where id = ${webhookId}`);
  }

  async makeProbeDue(webhookId: number): Promise<void> {
    await this.db.many(sql`
      update learning.webhook_mailboxes set next_due = now() - interval '1 hour'
       where webhook_id = ${webhookId}`);
  }

  /** Moves the stored times of the webhook into the past, instead of waiting. */
  async age(webhookId: number, interval: string): Promise<void> {
    await this.db.many(sql`
      update learning.webhook_deliveries set next_at = next_at - ${interval}::interval
       where webhook_id = ${webhookId} and state = 0`);
    await this.db.many(sql`
      update learning.webhook_mailboxes
         set next_due = next_due - ${interval}::interval, hold_until = hold_until - ${interval}::interval,
             failing_since = failing_since - ${interval}::interval, last_try_time = last_try_time - ${interval}::interval,
             version = version + 1
       where webhook_id = ${webhookId}`);
  }

  /** Waits until `query`, run every 20 ms, returns what `until` accepts. */
  async eventually<T>(
    query: () => Promise<T>,
    until: (value: T) => boolean,
    withinMs = WAIT_TIMEOUT_MS,
  ): Promise<T> {
    const end = performance.now() + withinMs;
    for (;;) {
      const value = await query();
      if (until(value)) return value;
      if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/**
 * Starts the harness before the tests of a file and stops it after them. A worker that a test starts ends with the
 * test: it would do the work of the next one's.
 */
export function useDelivery(
  overrides: () => Promise<Partial<Settings>> = () => Promise.resolve({}),
): DeliveryHarness {
  const harness = new DeliveryHarness();
  let lasting: readonly HttpApp[] = [];
  beforeAll(async () => harness.start(await overrides()));
  beforeEach(() => {
    lasting = [...harness.workers];
  });
  afterEach(async () => {
    const ending = harness.workers.filter((worker) => !lasting.includes(worker));
    await Promise.all(ending.map((worker) => harness.stopWorker(worker)));
  });
  afterAll(() => harness.stop());
  return harness;
}

/**
 * {@link useDelivery} with one worker that keeps tests short: it checks for overdue mailboxes often, and soon treats
 * a webhook as slow.
 */
export function useDeliveryWorker(): DeliveryHarness {
  const harness = useDelivery();
  beforeAll(async () => {
    await harness.startWorker({ slowMs: 100, overdueEveryMs: 200 });
  });
  return harness;
}

export const getFastify = (worker: HttpApp): FastifyInstance => worker.app.getHttpAdapter().getInstance();
