import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '@app/database';
import { WebhookSecrets } from '@app/webhooks';
import { compiledOnce, describeWith, eventually, temporaryFolder } from '@app/testing';
import { makePortal, makeWebhook } from '../../../bench/src/load/lab-webhooks.js';
import { ChaosEvents } from './chaos-events.js';
import { ChaosEndpoint } from './chaos-receivers.js';
import { ChaosStack } from './chaos-stack.js';
import { prepare } from './chaos.queries.js';

/** A worker, Postgres and Redis as processes, a webhook, and its endpoint. */
class Scene {
  #object = 0;

  private constructor(
    readonly stack: ChaosStack,
    readonly endpoint: ChaosEndpoint,
    private readonly owner: Database,
    private readonly events: ChaosEvents,
    private readonly portalId: number,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<Scene> {
    const stack = new ChaosStack(1, { env: { ...compiledOnce(), ...env } });
    try {
      return await Scene.#on(stack);
    } catch (error) {
      await stack.stop(); // a worker left over would keep jest from ending
      throw error;
    }
  }

  static async #on(stack: ChaosStack): Promise<Scene> {
    await stack.start();
    const owner = await openDatabase({ url: stack.url('postgres'), applicationName: 'test', poolSize: 1 });
    await prepare(owner, 50);
    const endpoint = await ChaosEndpoint.start('quick');
    const portalId = await makePortal(owner, 'kill.learning.example');
    const secrets = new WebhookSecrets({ SECRETS_KEY: stack.sealingKey });
    await makeWebhook(owner, secrets, { portalId, url: endpoint.url, events: ['user.update'] });
    const events = await ChaosEvents.open(stack.url('lp_api'), stack.redis.settings);
    const scene = new Scene(stack, endpoint, owner, events, portalId);
    // waits until the worker is up
    await scene.arrived(await scene.commit());
    return scene;
  }

  /** Commits the first event of a new object. @returns the object's id */
  async commit(): Promise<number> {
    this.#object += 1;
    await this.events.fire(this.portalId, this.#object, 'user.update');
    return this.#object;
  }

  /** The arrivals of the object's event, once there is one. */
  async arrived(objectId: number) {
    await this.until(() => this.#of(objectId).length > 0);
    return this.#of(objectId);
  }

  async until(isMet: () => boolean): Promise<void> {
    await eventually('the condition', isMet);
  }

  async close(): Promise<void> {
    await this.events.close();
    await this.owner.dataSource.destroy();
    await this.endpoint.stop();
    await this.stack.stop();
  }

  #of(objectId: number) {
    return this.endpoint.arrivals.filter((arrival) => arrival.objectId === objectId);
  }
}

describe('kill -9 between a change and its delivery', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
  });
  afterAll(() => scene.close());
  afterEach(() => {
    scene.endpoint.behaviour = 'quick';
  });

  it('of the worker, before it has seen the event', async () => {
    scene.stack.freeze(0);
    const event = await scene.commit();
    await scene.stack.killWorker(0);
    expect(await scene.arrived(event)).toHaveLength(1);
  });

  it('of the worker, while its request waits for the answer', async () => {
    scene.endpoint.behaviour = 'hangs';
    const before = scene.endpoint.requests;
    const event = await scene.commit();
    await scene.until(() => scene.endpoint.requests > before);
    scene.endpoint.behaviour = 'quick';
    await scene.stack.killWorker(0);
    expect(await scene.arrived(event)).toHaveLength(1);
  });

  it('of Redis, which holds the hint and comes back empty', async () => {
    const thaw = scene.stack.freeze(0);
    const event = await scene.commit();
    await scene.stack.redis.kill(200);
    thaw();
    expect(await scene.arrived(event)).toHaveLength(1);
  });

  it('of Redis, with events committed while it is down', async () => {
    const back = scene.stack.redis.kill(1_000);
    const events = [await scene.commit(), await scene.commit(), await scene.commit()];
    await back;
    for (const event of events) expect(await scene.arrived(event)).toHaveLength(1);
  });

  it('of the worker and Redis at the same time', async () => {
    scene.stack.freeze(0);
    const event = await scene.commit();
    await Promise.all([scene.stack.redis.kill(200), scene.stack.killWorker(0)]);
    expect(await scene.arrived(event)).toHaveLength(1);
  });
});

describe('a worker with proxy variables in its environment', () => {
  it('ignores them when delivering, also with NODE_USE_ENV_PROXY', async () => {
    const nowhere = 'http://127.0.0.1:1';
    const proxies = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, http_proxy: nowhere };
    const scene = await Scene.open({ ...proxies, NO_PROXY: '', NODE_USE_ENV_PROXY: '1' });
    try {
      expect(await scene.arrived(await scene.commit())).toHaveLength(1);
    } finally {
      await scene.close();
    }
  });
});

/**
 * The library behind the program. The program itself keeps a semaphore named after its process id, which a killed
 * process of the same id leaves behind.
 */
function libfaketime(): string {
  const [library] = globSync('/usr/{lib,lib64,local/lib}/{,*/}faketime/libfaketime.so.1');
  if (!library) throw new Error('faketime is on the PATH, but its library is not where packages put it.');
  return library;
}

/** Seconds; our estimate of Postgres' clock may be off by one. */
function expectSignedSince(began: number, signedAt: number): void {
  expect(signedAt).toBeGreaterThan(began - 2);
  expect(signedAt).toBeLessThan(Date.now() / 1000 + 2);
}

describeWith('faketime', 'a worker whose clock jumps', () => {
  const folder = temporaryFolder();
  const clock = join(folder, 'offset');
  let scene: Scene;
  beforeAll(async () => {
    writeFileSync(clock, '+0\n');
    scene = await Scene.open({
      LD_PRELOAD: libfaketime(),
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      // clocks that measure durations do not jump on a real machine either
      DONT_FAKE_MONOTONIC: '1',
    });
  });
  afterAll(() => scene.close());

  for (const offset of ['+1d', '-1d', '+0']) {
    it(`to ${offset}: recovers, with correct signature times`, async () => {
      writeFileSync(clock, `${offset}\n`);
      const began = Date.now() / 1000;
      const [arrival] = await scene.arrived(await scene.commit());
      expectSignedSince(began, arrival!.signedAt);
    });
  }

  it('while a request hangs: the lease does not outlive it, and later events arrive', async () => {
    scene.endpoint.behaviour = 'hangs';
    const before = scene.endpoint.requests;
    const hanging = await scene.commit();
    await scene.until(() => scene.endpoint.requests > before);
    writeFileSync(clock, '-1d\n');
    scene.endpoint.behaviour = 'quick';
    const began = Date.now() / 1000;
    const [later] = await scene.arrived(await scene.commit());
    expectSignedSince(began, later!.signedAt);
    await scene.arrived(hanging); // after the attempt's time limit, and the wait before the next
  });
});
