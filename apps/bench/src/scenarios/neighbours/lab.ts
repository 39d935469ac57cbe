import { registerClient } from '@app/clients';
import { defaultScopes, type Scope } from '@app/contracts';
import { openDatabase, type Database } from '@app/database';
import { randomHex, systemClock } from '@app/kernel';
import { WebhookSecrets } from '@app/webhooks';
import { disableWebhooks, makePortal, makeWebhook } from '../../load/lab-webhooks.js';
import type { BenchStack } from '../../bench-stack.js';
import { post, requestToken } from '../../load/post.js';
import { turnOnFeatures } from './neighbours.queries.js';
import { MAX_TEXT, REDIRECT_URI, type BenchPortal } from './load-options.js';

/** Makes the portals, applications and webhooks of behaviours and of the neighbour. */
export class NeighbourLab {
  readonly #slowWebhooks: number[] = [];
  readonly #secrets: WebhookSecrets;

  private constructor(
    readonly stack: BenchStack,
    readonly owner: Database,
  ) {
    this.#secrets = new WebhookSecrets({ SECRETS_KEY: stack.getProgram('resource-api').env['SECRETS_KEY']! });
  }

  static async open(stack: BenchStack): Promise<NeighbourLab> {
    const options = { applicationName: 'bench', poolSize: 2, statementTimeoutMs: 300_000 };
    return new NeighbourLab(stack, await openDatabase({ url: stack.ownerUrl, ...options }));
  }

  /** A new portal without seats to count, with an application, and so many objects with the longest description. */
  async portal(objects: number): Promise<BenchPortal> {
    const name = `bench-${randomHex(8)}`;
    const host = `${name}.learning.localhost`;
    const id = await makePortal(this.owner, host);
    await turnOnFeatures(this.owner, id);
    const scopes: Scope[] = [...defaultScopes, 'audit.read'];
    const client = { client_id: name, client_secret: randomHex(40) };
    const registration = {
      clientId: name,
      name,
      secret: client.client_secret,
      redirectUri: REDIRECT_URI,
      scopes,
    };
    await this.owner.write((tx) =>
      registerClient(tx, { ...registration, isSpecial: false, portalId: id }, systemClock.now()),
    );
    const token = await requestToken(`${this.stack.auth}/oauth/token`, client);
    const portal: BenchPortal = { id, client, token, objects: [] };
    while (portal.objects.length < objects) portal.objects.push(await this.#longObject(portal));
    return portal;
  }

  webhook(portalId: number, url: string, event: string): Promise<number> {
    return makeWebhook(this.owner, this.#secrets, { portalId, url, events: [event] });
  }

  /** One that {@link disableSlowWebhooks} disables. */
  async slowWebhook(portalId: number, url: string, event: string): Promise<void> {
    this.#slowWebhooks.push(await this.webhook(portalId, url, event));
  }

  disableSlowWebhooks(): Promise<void> {
    return disableWebhooks(this.owner, this.#slowWebhooks.splice(0));
  }

  close(): Promise<void> {
    return this.owner.close();
  }

  async #longObject({ token, objects }: BenchPortal): Promise<number> {
    const [title, url] = [`Long ${objects.length}`, 'https://intranet.example/'];
    const answer = await post(`${this.stack.api}/v2/content/links`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title, url, description: MAX_TEXT }),
    });
    return answer['id'] as number;
  }
}
