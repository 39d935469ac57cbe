import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { openDatabase, type Database } from '@app/database';
import { envelope, EventHints, EventOutbox, publicEventId } from '@app/events';
import { WebhookSecrets } from '@app/webhooks';
import { endProcess } from '@app/local-services';
import { bullConnection, closeBull } from '@app/redis';
import { ChaosStack } from '../../chaos/chaos-stack.js';
import { disableWebhooks, makeWebhook } from '../../chaos/chaos-webhooks.js';
import { makePortal } from '../../chaos/chaos.queries.js';
import type { Bench } from '../bench.js';
import { figuresOf, type Figures } from '../figures.js';
import type { BareJob } from './bare-worker.js';
import { TimedReceiver } from './timed-receiver.js';

const RATE = { deliveries: 10_000, webhooks: 20, rounds: 5, warm: 2 };
const ISOLATION = { rounds: 4, othersEvery: 10, perSecond: 50, seconds: 15, neighbours: 19, healthyMs: 20 };
const BODY_FILLER = 'x'.repeat(600);

/** Rate beside a bare BullMQ worker, and a healthy endpoint's delay alone and beside hanging ones. */
export const webhooks: Bench = {
  name: 'webhooks',
  description: 'deliveries a second beside a bare BullMQ worker; a healthy endpoint beside hanging ones',
  async runAlone(print) {
    const lab = await Lab.open();
    try {
      const isFast = await rate(lab, print);
      const isIsolated = await isolation(lab, print);
      return isFast && isIsolated;
    } finally {
      await lab.close();
    }
  },
};

/** One worker with Postgres and Redis of its own. */
class Lab {
  private constructor(
    readonly stack: ChaosStack,
    readonly owner: Database,
    readonly api: Database,
    readonly hints: EventHints,
    readonly outbox: EventOutbox,
  ) {}

  static async open(): Promise<Lab> {
    const workerScript = join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js');
    const stack = new ChaosStack(workerScript, 1, { profileFolder: process.env['BENCH_PROFILE'] });
    await stack.start();
    const owner = await openDatabase({ url: stack.url('postgres'), applicationName: 'bench', poolSize: 2 });
    const api = await openDatabase({ url: stack.url('lp_api'), applicationName: 'bench', poolSize: 10 });
    const hints = new EventHints(stack.redisSettings);
    return new Lab(stack, owner, api, hints, new EventOutbox(hints));
  }

  portal(): Promise<number> {
    return makePortal(this.owner, `bench-${crypto.randomUUID()}.learning.example`);
  }

  /** @returns its id */
  webhook(receiver: TimedReceiver, portalId: number): Promise<number> {
    const secrets = new WebhookSecrets(this.stack.sealingKey);
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
  }
}

async function rate(lab: Lab, print: (line: string) => void): Promise<boolean> {
  const receiver = await TimedReceiver.start(0);
  const portals: number[] = [];
  for (let index = 0; index < RATE.webhooks; index += 1) {
    portals.push(await lab.portal());
    await lab.webhook(receiver, portals.at(-1)!);
  }
  const bare = new BareWorker(receiver, lab.stack.redisSettings.REDIS_URL);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let round = 1 - RATE.warm; round <= RATE.rounds; round += 1) {
      const us = await rateOfOurs(lab, receiver, portals);
      const them = await bare.rate();
      if (round < 1) continue;
      ours.push(us);
      theirs.push(them);
      print(`round ${round}: ${us} deliveries/s, bare BullMQ worker ${them}/s`);
    }
    const ratio = median(ours) / median(theirs);
    print(
      `rate: ${median(ours)} deliveries/s, ${Math.round(ratio * 100)} % of the bare worker's ${median(theirs)}/s`,
    );
    print(`memory: ${lab.stack.memoryOfWorker(0)} MB, bare worker ${bare.memory} MB`);
    return ratio >= 1;
  } finally {
    await bare.stop();
    receiver.stop();
  }
}

/** The time runs from the commit, in which all events become visible at once, to the last receipt. */
async function rateOfOurs(lab: Lab, receiver: TimedReceiver, portals: number[]): Promise<number> {
  const until = receiver.count + RATE.deliveries;
  let startedAt = 0;
  await lab.api.write(async (tx) => {
    for (let objectId = 0; objectId < RATE.deliveries; objectId += 1) {
      const portalId = portals[objectId % portals.length]!;
      const data = { id: objectId, n: objectId, filler: BODY_FILLER };
      await lab.outbox.append(tx, { portalId, type: 'user.update', objectType: 'user', objectId, data });
    }
    startedAt = performance.now();
  });
  await receiver.until(until);
  return perSecond(RATE.deliveries, startedAt);
}
class BareWorker {
  readonly #queue: Queue<BareJob>;
  readonly #process;

  constructor(
    private readonly receiver: TimedReceiver,
    redisUrl: string,
  ) {
    const connection = bullConnection({ REDIS_URL: redisUrl, REDIS_PREFIX: 'bare' }, 'producer');
    this.#queue = new Queue('bare', { connection, defaultJobOptions: { removeOnComplete: true } });
    this.#process = spawn(
      process.execPath,
      [join(__dirname, 'bare-worker.js'), receiver.url, redisUrl, 'bare'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  }

  /** The time runs from the moment in which all jobs become available at once to the last receipt. */
  async rate(): Promise<number> {
    await this.#queue.waitUntilReady();
    const until = this.receiver.count + RATE.deliveries;
    await this.#queue.pause();
    const chunk = RATE.deliveries / RATE.webhooks;
    for (let from = 0; from < RATE.deliveries; from += chunk) {
      await this.#queue.addBulk(
        Array.from({ length: chunk }, (_, index) => {
          const n = from + index;
          const eventId = publicEventId(crypto.randomUUID(), 1);
          const body = envelope({
            id: eventId,
            type: 'user.update',
            firedAt: new Date(),
            portalId: 1,
            sequence: n,
            data: JSON.stringify({ id: n, n, filler: BODY_FILLER }),
          });
          return {
            name: 'post',
            data: { eventId, body, secret: 'a secret of the bench' },
          };
        }),
      );
    }
    const startedAt = performance.now();
    await this.#queue.resume();
    await this.receiver.until(until);
    return perSecond(RATE.deliveries, startedAt);
  }

  get memory(): number {
    return this.#process.pid ? ChaosStack.memoryOf(this.#process.pid) : 0;
  }

  async stop(): Promise<void> {
    if (this.#process.pid) await endProcess(this.#process.pid, 'SIGKILL');
    await closeBull(this.#queue);
  }
}

/** Alone and beside neighbours in turn, so that whatever else the machine does meets both; all rounds pooled. */
async function isolation(lab: Lab, print: (line: string) => void): Promise<boolean> {
  const healthy = await TimedReceiver.start(ISOLATION.healthyMs);
  const portalId = await lab.portal();
  await lab.webhook(healthy, portalId);
  const alone: number[][] = [];
  const beside: number[][] = [];
  try {
    await openLoop(lab, healthy, [portalId], 5); // warm
    for (let round = 0; round < ISOLATION.rounds; round += 1) {
      alone.push(await openLoop(lab, healthy, [portalId], ISOLATION.seconds));
      const neighbours = await Neighbours.moveIn(lab, portalId);
      beside.push(await openLoop(lab, healthy, [portalId, ...neighbours.portals], ISOLATION.seconds));
      await neighbours.moveOut();
    }
  } finally {
    healthy.stop();
  }
  const [quiet, busy] = [figuresOf(alone), figuresOf(beside)];
  print(`healthy endpoint alone, from commit to receipt: ${wordsOf(quiet)}`);
  print(`beside ${ISOLATION.neighbours} hanging ones: ${wordsOf(busy)}`);
  return busy.p99 <= Math.max(2 * quiet.p99, quiet.p99 + 25);
}

/** Endpoints that never answer: four in the healthy one's own portal, the others in five portals. */
class Neighbours {
  private constructor(
    private readonly lab: Lab,
    readonly portals: number[],
    private readonly webhooks: number[],
    private readonly receivers: TimedReceiver[],
  ) {}

  static async moveIn(lab: Lab, portalId: number): Promise<Neighbours> {
    const portals = await Promise.all(Array.from({ length: 5 }, () => lab.portal()));
    const receivers = await Promise.all(
      Array.from({ length: ISOLATION.neighbours }, () => TimedReceiver.start(undefined)),
    );
    const webhooks: number[] = [];
    for (const [index, receiver] of receivers.entries()) {
      webhooks.push(await lab.webhook(receiver, index < 4 ? portalId : portals[index % portals.length]!));
    }
    return new Neighbours(lab, portals, webhooks, receivers);
  }

  async moveOut(): Promise<void> {
    await disableWebhooks(this.lab.owner, this.webhooks);
    for (const receiver of this.receivers) receiver.stop();
  }
}

let fired = 0;

/**
 * So many events a second for the first portal, a tenth of them for each other one, each at its own moments, however
 * fast they arrive; the delays of the first.
 */
async function openLoop(
  lab: Lab,
  receiver: TimedReceiver,
  portals: number[],
  seconds: number,
): Promise<number[]> {
  const committed = new Map<number, number>();
  const running: Promise<unknown>[] = [];
  const startedAt = performance.now();
  const before = receiver.count;
  const count = ISOLATION.perSecond * seconds;
  for (let index = 0; index < count; index += 1) {
    const n = (fired += 1);
    running.push(lab.fire(portals[0]!, n).then((at) => committed.set(n, at)));
    for (const [place, other] of portals.slice(1).entries()) {
      if ((index + place) % ISOLATION.othersEvery === 0) running.push(lab.fire(other, n));
    }
    const ahead = startedAt + (index * 1000) / ISOLATION.perSecond - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  await Promise.all(running);
  await receiver.until(before + count);
  return [...committed].map(([n, at]) => Math.max(0, receiver.arrivedAt.get(n)! - at));
}

const wordsOf = ({ p50, p99, count, rounds }: Figures): string =>
  `median ${Math.round(p50)} ms, 99th percentile ${Math.round(p99)} ms of ${count} (by rounds ${rounds.map(Math.round).join(' ')})`;

const perSecond = (count: number, since: number): number =>
  Math.round((count * 1000) / (performance.now() - since));

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
