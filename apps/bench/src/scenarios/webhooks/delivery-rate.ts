import { spawn } from 'node:child_process';
import { Queue } from 'bullmq';
import { envelope, publicEventId } from '@app/events';
import { endProcess } from '@app/local-services';
import { bullConnection, closeBull } from '@app/redis';
import { medianFigure, spread } from '../../report/figures.js';
import { readCpuSeconds, readMemory } from '../../load/process-figures.js';
import { HookReceiver } from '../../load/hook-receiver.js';
import { peerScript } from '../../peers/start-peer.js';
import {
  atMost,
  noTarget,
  ratioAtLeast,
  ratioAtMost,
  resultRow,
  type ResultRow,
} from '../../report/result.js';
import type { BareJob } from '../../peers/bare-worker.js';
import { createData, type DeliveryLab } from './delivery-lab.js';

const RATE = { deliveries: 10_000, webhooks: 20, rounds: 5, warm: 2 };
const WANTED = { rate: 0.9, memory: 1.33, megabytes: 250 };

interface Round {
  perSecond: number;
  /** Processor time of only the worker, in microseconds per delivery. */
  cpu: number;
  /** Megabytes afterwards. */
  memory: number;
}

/** Deliveries per second, processor time and memory, in rounds that alternate with the bare worker's. */
export async function rate(lab: DeliveryLab, print: (line: string) => void): Promise<ResultRow[]> {
  const receiver = await HookReceiver.start();
  const portals: number[] = [];
  for (let index = 0; index < RATE.webhooks; index += 1) {
    portals.push(await lab.portal());
    await lab.webhook(receiver, portals.at(-1)!);
  }
  const bare = new BareWorker(receiver, lab.redisUrl);
  const ours: Round[] = [];
  const theirs: Round[] = [];
  try {
    for (let round = 1 - RATE.warm; round <= RATE.rounds; round += 1) {
      const us = await measured(lab.workerPid, () => rateOfOurs(lab, receiver, portals));
      const them = await measured(bare.pid, () => bare.rate());
      if (round < 1) continue;
      ours.push(us);
      theirs.push(them);
    }
    const memory = { what: 'memory under load', unit: 'MB', target: atMost(WANTED.megabytes) };
    const rows = (
      [
        ['perSecond', 'deliveries/s', ratioAtLeast(WANTED.rate)],
        ['cpu', 'CPU µs of the worker a delivery', noTarget],
        ['memory', 'MB afterwards', ratioAtMost(WANTED.memory)],
      ] as const
    ).map(([figure, unit, target]) => {
      const [us, them] = [ours.map((round) => round[figure]), theirs.map((round) => round[figure])];
      print(`${unit}, by rounds: ${spread(us)}; bare BullMQ worker ${spread(them)}`);
      return resultRow({
        scenario: 'webhooks',
        what: unit,
        against: 'a bare BullMQ worker that stores nothing',
        ours: medianFigure(us),
        theirs: medianFigure(them),
        unit,
        target,
      });
    });
    const used = medianFigure(ours.map(({ memory: megabytes }) => megabytes));
    return [...rows, resultRow({ scenario: 'webhooks', ...memory, ours: used })];
  } finally {
    await bare.stop();
    receiver.stop();
  }
}

async function measured(pid: number, round: () => Promise<number>): Promise<Round> {
  const before = readCpuSeconds(pid)!;
  const perSecond = await round();
  const cpu = ((readCpuSeconds(pid)! - before) * 1e6) / RATE.deliveries;
  return { perSecond, cpu, memory: readMemory(pid) };
}

/** Measured from the commit, which makes all events visible, to the last receipt. */
async function rateOfOurs(lab: DeliveryLab, receiver: HookReceiver, portals: number[]): Promise<number> {
  const until = receiver.count + RATE.deliveries;
  const events = Array.from({ length: RATE.deliveries }, (_, objectId) => ({
    portalId: portals[objectId % portals.length]!,
    objectId,
  }));
  const startedAt = await lab.fire(events);
  await receiver.until(until);
  return perSecond(RATE.deliveries, startedAt);
}

class BareWorker {
  readonly #queue: Queue<BareJob>;
  readonly #process;

  constructor(
    private readonly receiver: HookReceiver,
    redisUrl: string,
  ) {
    const connection = bullConnection({ REDIS_URL: redisUrl, REDIS_PREFIX: 'bare' }, 'producer');
    this.#queue = new Queue('bare', { connection, defaultJobOptions: { removeOnComplete: true } });
    this.#process = spawn(process.execPath, [peerScript('bare-worker'), receiver.url, redisUrl, 'bare'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  /** Measured from the time when all jobs become available to the last receipt. */
  async rate(): Promise<number> {
    await this.#queue.waitUntilReady();
    const until = this.receiver.count + RATE.deliveries;
    await this.#queue.pause();
    const chunk = RATE.deliveries / RATE.webhooks;
    for (let start = 0; start < RATE.deliveries; start += chunk) {
      await this.#queue.addBulk(
        Array.from({ length: chunk }, (_, index) => {
          const n = start + index;
          const eventId = publicEventId(crypto.randomUUID(), 1);
          const body = envelope({
            id: eventId,
            type: 'user.update',
            firedAt: new Date(),
            portalId: 1,
            sequence: n,
            data: JSON.stringify(createData(n)),
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

  get pid(): number {
    return this.#process.pid!;
  }

  async stop(): Promise<void> {
    if (this.#process.pid) await endProcess(this.#process.pid, 'SIGKILL');
    await closeBull(this.#queue);
  }
}

const perSecond = (count: number, since: number): number =>
  Math.round((count * 1000) / (performance.now() - since));
