import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@app/database';
import { EventHints, EventOutbox } from '@app/events';
import { WebhookSecrets } from '@app/webhooks';
import { ChaosStack, makePortal, makeWebhook } from '../../../../tools/src/index.js';
import type { TimedReceiver } from './timed-receiver.js';

/** A text that makes a body about as long as a real one. */
export const BODY_FILLER = 'x'.repeat(600);

/** One worker, started with the flags of the image, with its own Postgres and Redis. */
export class DeliveryLab {
  private constructor(
    readonly stack: ChaosStack,
    readonly owner: Database,
    readonly api: Database,
    readonly hints: EventHints,
    readonly outbox: EventOutbox,
    private readonly folder: string,
  ) {}

  static async open(): Promise<DeliveryLab> {
    const workerScript = join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js');
    const folder = mkdtempSync(join(tmpdir(), 'delivery-lab-'));
    const entryPoint = join(folder, 'entrypoint.sh');
    const text = readFileSync(join('scripts', 'docker-entrypoint.sh'), 'utf8');
    writeFileSync(entryPoint, text.replaceAll('/app/', `${process.cwd()}/`));
    const stack = new ChaosStack(workerScript, 1, {
      entryPoint,
      profileFolder: process.env['BENCH_PROFILE'],
    });
    await stack.start();
    const owner = await openDatabase({ url: stack.url('postgres'), applicationName: 'bench', poolSize: 2 });
    const api = await openDatabase({ url: stack.url('lp_api'), applicationName: 'bench', poolSize: 10 });
    const hints = new EventHints(stack.redis.settings);
    return new DeliveryLab(stack, owner, api, hints, new EventOutbox(hints), folder);
  }

  portal(): Promise<number> {
    return makePortal(this.owner, `bench-${crypto.randomUUID()}.learning.example`);
  }

  /** @returns its id */
  webhook(receiver: TimedReceiver, portalId: number): Promise<number> {
    const secrets = new WebhookSecrets({ SECRETS_KEY: this.stack.sealingKey });
    return makeWebhook(this.owner, secrets, { portalId, url: receiver.url, events: ['user.update'] });
  }

  /** Commits one event. @returns when it was committed */
  async fire(portalId: number, n: number): Promise<number> {
    await this.api.write((tx) =>
      this.outbox.append(tx, {
        portalId,
        type: 'user.update',
        objectType: 'user',
        objectId: n,
        data: { id: n, n, filler: BODY_FILLER },
      }),
    );
    return performance.now();
  }

  async close(): Promise<void> {
    await this.hints.onModuleDestroy();
    await this.api.dataSource.destroy();
    await this.owner.dataSource.destroy();
    await this.stack.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
