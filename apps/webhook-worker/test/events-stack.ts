import { sql } from '@app/database';
import { temporaryFolder } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { scopes as allScopes, webhookFlags, type EventType } from '@app/contracts';
import type { HttpApp } from '@app/http';
import type { CatalogueSeed, assertWebhookFits } from '@app/testing';
import {
  ResourceApiHarness,
  type TestAccount,
  type TestPortal,
} from '../../resource-api/test/resource-api.js';
import { createWebhookWorker } from '../src/app.js';
import { Receiver, type ReceivedWebhook } from './receiver.js';
import { workerSettings } from './worker-settings.js';

/** A portal whose administrator has subscribed a receiver to everything, through the API. */
export interface Subscriber {
  portal: TestPortal;
  admin: TestAccount;
  receiver: Receiver;
  webhookId: number;
  secret: string;
}

export const label = (): string => `x${randomBytes(5).toString('hex')}`;
/** The kind of object an event is about; ids are unique within one. */
const parseKind = (type: string): string => (type === 'content.update' ? 'lo' : type.split('.')[0]!);
/** @param type of any event about the object */
export const listReceived = (subscriber: Subscriber, type: EventType, objectId: number): ReceivedWebhook[] =>
  subscriber.receiver.received.filter(
    ({ event }) => parseKind(event.type) === parseKind(type) && event.data['id'] === objectId,
  );
export const textObject = (provider: string, external_id: string, more: object = {}) => ({
  provider,
  external_id,
  type: 'text' as const,
  title: `Text ${external_id}`,
  ...more,
});

/** The resource API and a worker, with portals that are notified of everything. */
export class EventsStack {
  readonly api = new ResourceApiHarness();
  worker!: HttpApp;
  seed!: CatalogueSeed;
  document!: Parameters<typeof assertWebhookFits>[0];
  /** The portal in which things happen. */
  acme!: Subscriber;
  /** Sells to others; `viewer` subscribes to its content group, `stranger` does not. */
  market!: Subscriber;
  viewer!: Subscriber;
  stranger!: Subscriber;
  readonly #folder = temporaryFolder();
  readonly #receivers: Receiver[] = [];

  async start(): Promise<void> {
    const { api } = this;
    await api.start();
    await api.db.many(sql`
      insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
      values ('seller', 'seller', '\\x00', '{client_credentials}', ${allScopes}, now(), now())`);
    const pricing = { currency: 'EUR', price: 0, tax: 0, tax_included: false };
    await api.db.many(sql`
      insert into identity.presets (creation_path, title, features, plan, content) values
        ('starter', 'Starter', '{webhooks}', ${{ name: 'Starter', type: 'platform', region: 'EU', pricing }}, '{}')`);
    this.seed = await api.catalogue();
    [this.acme, this.market, this.viewer, this.stranger] = (await Promise.all(
      [1, 2, 3, 4].map(async () => this.subscribe(await api.administrator())),
    )) as [Subscriber, Subscriber, Subscriber, Subscriber];
    await this.seed.provider('acme', this.acme.portal.id);
    await this.seed.provider('pruned', this.acme.portal.id);
    await this.seed.provider('market', this.market.portal.id);
    const basics = await this.seed.group('basics', this.market.portal.id);
    await this.seed.subscribe(this.viewer.portal.id, basics);
    this.document = (await api.http.get('/docs-json')).body;
    await this.startWorker();
  }

  async stop(): Promise<void> {
    await this.worker?.app.close();
    await Promise.all(this.#receivers.map((receiver) => receiver.stop()));
    await this.api.stop();
  }

  async startWorker(): Promise<void> {
    const { DATABASE_URL: _, ...settings } = this.api.settings;
    this.worker = await createWebhookWorker(workerSettings(this.api.database.urls.worker, settings));
    await this.worker.app.init();
  }

  async receiver(): Promise<Receiver> {
    const receiver = await Receiver.start();
    this.#receivers.push(receiver);
    return receiver;
  }

  async subscribe(admin: TestAccount): Promise<Subscriber> {
    const receiver = await this.receiver();
    const flags = Object.fromEntries(webhookFlags.map((flag) => [flag, true]));
    const { status, body } = await admin.post('/v2/webhooks', { url: receiver.url, ...flags });
    expect(status).toBe(201);
    return { portal: admin.portal, admin, receiver, webhookId: body.id, secret: body.secret_key };
  }

  /** Runs a command as its user would. @returns its output */
  readonly cli = async (
    register: (program: Command) => void,
    databaseUrl: string,
    ...args: string[]
  ): Promise<string> => {
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const before = { ...process.env };
    const { SECRETS_KEY, PORTAL_DOMAIN } = this.api.settings;
    Object.assign(process.env, { DATABASE_URL: databaseUrl, SECRETS_KEY, PORTAL_DOMAIN });
    try {
      const program = new Command().exitOverride();
      register(program);
      await program.parseAsync(args, { from: 'user' });
      return said.mock.calls.flat().join('\n');
    } finally {
      said.mockRestore();
      for (const name of ['DATABASE_URL', 'SECRETS_KEY', 'PORTAL_DOMAIN']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  };

  readonly file = (name: string, content: string): string => {
    const path = join(this.#folder, name);
    writeFileSync(path, content);
    return path;
  };

  /** A call of acme's administrator that must succeed. @returns the answer's body */
  readonly call = async (
    method: string,
    path: string,
    json?: object,
    subscriber = this.acme,
  ): Promise<any> => {
    const answer = await this.api.http.send(method, path, {
      token: subscriber.admin.token,
      ...(json && { json }),
    });
    expect([method, path, answer.status < 300 ? 'good' : answer.text]).toEqual([method, path, 'good']);
    return answer.body;
  };

  readonly newUser = async (): Promise<{ id: number; email: string }> => {
    const email = `${label()}@example.com`;
    const { id } = await this.call('POST', '/v2/users', {
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    return { id, email };
  };
  readonly userId = async (email: string): Promise<number> => {
    const row = await this.api.db.one<{ id: number }>(sql`
      select a.id from identity.accounts a join identity.persons p on p.id = a.person_id
       where p.email = ${email} and a.portal_id = ${this.acme.portal.id}`);
    return row.id;
  };
  readonly loId = async (external_id: string): Promise<number> => {
    const row = await this.api.db.one<{ id: number }>(sql`
      select id from learning.learning_objects where external_id = ${external_id}`);
    return row.id;
  };
  /** Creates content without notifying any portal. */
  readonly content = async (provider: string, more: object = {}): Promise<number> => {
    const name = label();
    const ids = await this.seed.load([textObject(provider, name, more)]);
    return ids.get(`${provider} ${name}`)!;
  };
  readonly newEnrollment = async (
    fields: object = {},
  ): Promise<{ id: number; user_id: number; lo_id: number }> => {
    const { id: user_id } = await this.newUser();
    const lo_id = await this.content('acme');
    const { id } = await this.call('POST', '/v2/enrollments', { user_id, lo_id, ...fields });
    return { id, user_id, lo_id };
  };
}
