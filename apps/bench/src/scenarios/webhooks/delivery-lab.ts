import { openDatabase, type Database } from '@app/database';
import { EventHints, EventOutbox } from '@app/events';
import { WebhookSecrets } from '@app/webhooks';
import { makePortal, makeWebhook } from '../../load/lab-webhooks.js';
import type { BenchStack } from '../../bench-stack.js';
import type { HookReceiver } from '../../load/hook-receiver.js';

/** A text that makes a body about as long as a real one. */
const BODY_FILLER = 'x'.repeat(600);

/** The body's data about an object. */
export const createData = (id: number) => ({ id, filler: BODY_FILLER });

/** One worker, and a source of the events that it delivers. */
export class DeliveryLab {
  private constructor(
    readonly workerPid: number,
    readonly redisUrl: string,
    readonly owner: Database,
    private readonly api: Database,
    private readonly hints: EventHints,
    private readonly outbox: EventOutbox,
    private readonly secrets: WebhookSecrets,
  ) {}

  static async open(stack: BenchStack): Promise<DeliveryLab> {
    const worker = stack.getProgram('webhook-worker');
    await stack.runProgram(worker);
    const { REDIS_URL, REDIS_PREFIX, SECRETS_KEY } = worker.env;
    const owner = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 2 });
    const api = await openDatabase({ url: stack.databaseUrl, applicationName: 'bench', poolSize: 10 });
    const hints = new EventHints({ REDIS_URL: REDIS_URL!, REDIS_PREFIX: REDIS_PREFIX! });
    const secrets = new WebhookSecrets({ SECRETS_KEY: SECRETS_KEY! });
    const pid = stack.getPid(worker.name);
    return new DeliveryLab(pid, REDIS_URL!, owner, api, hints, new EventOutbox(hints), secrets);
  }

  portal(): Promise<number> {
    return makePortal(this.owner, `bench-${crypto.randomUUID()}.learning.example`);
  }

  webhook(receiver: HookReceiver, portalId: number): Promise<number> {
    return makeWebhook(this.owner, this.secrets, { portalId, url: receiver.url, events: ['user.update'] });
  }

  /**
   * Commits events of these portals and objects in one transaction.
   * @returns the time just before the commit, as `performance.now()`
   */
  fire(events: readonly { portalId: number; objectId: number }[]): Promise<number> {
    return this.api.write(async (tx) => {
      for (const event of events)
        await this.outbox.append(tx, {
          ...event,
          type: 'user.update',
          objectType: 'user',
          data: createData(event.objectId),
        });
      return performance.now();
    });
  }

  async close(): Promise<void> {
    await this.hints.onModuleDestroy();
    await this.api.close();
    await this.owner.close();
  }
}
