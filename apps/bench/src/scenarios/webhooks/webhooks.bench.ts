import { disableWebhooks } from '../../load/lab-webhooks.js';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { HookReceiver } from '../../load/hook-receiver.js';
import { computeFigures, type Figures } from '../../report/figures.js';
import { atMost, resultRow, type ResultRow } from '../../report/result.js';
import { DeliveryLab } from './delivery-lab.js';
import { rate } from './delivery-rate.js';

/** Allows all deliveries to one portal and one host. */
const SETTINGS = { WEBHOOK_PORTAL_RATE: '10000', WEBHOOK_HOST_CONCURRENCY: '1000', DATABASE_POOL_SIZE: '12' };
const ISOLATION = { rounds: 4, othersEvery: 10, perSecond: 50, seconds: 15, neighbours: 19, healthyMs: 20 };

/** Throughput compared with a bare BullMQ worker, and a healthy endpoint's delay with and without hanging endpoints. */
export const webhooks: Bench = {
  name: 'webhooks',
  description: 'deliveries a second beside a bare BullMQ worker; a healthy endpoint beside hanging ones',
  measuredBy: [
    'One worker, with the flags of the image, and the bare worker deliver 10,000 times to 20 endpoints, in five rounds in turn.',
    'The bare worker is BullMQ with the limits that V8 sets itself; it stores no outcome.',
    'Then an endpoint that answers after 20 ms gets 50 events a second. It has four rounds of 15 s alone, and as many beside 19 endpoints that never answer.',
    'Its figure is the time from the commit to the receipt, of all rounds together.',
    '[ADR 12](adr/0012-webhook-delivery.md) says how deliveries are kept apart.',
  ],
  run: (print) => withBenchStack((stack) => measure(stack, print), SETTINGS),
};

async function measure(stack: BenchStack, print: (line: string) => void): Promise<ResultRow[]> {
  const lab = await DeliveryLab.open(stack);
  try {
    const rows = await rate(lab, print);
    return [...rows, await isolation(lab, print)];
  } finally {
    await lab.close();
  }
}

/**
 * Rounds with and without neighbours alternate, so that other load on the machine affects both; all rounds are pooled.
 */
async function isolation(lab: DeliveryLab, print: (line: string) => void): Promise<ResultRow> {
  const healthy = await HookReceiver.start(ISOLATION.healthyMs);
  const portalId = await lab.portal();
  await lab.webhook(healthy, portalId);
  const alone: number[][] = [];
  const underLoad: number[][] = [];
  try {
    await openLoop(lab, healthy, [portalId], 5); // warm-up
    for (let round = 0; round < ISOLATION.rounds; round += 1) {
      alone.push(await openLoop(lab, healthy, [portalId], ISOLATION.seconds));
      const neighbours = await Neighbours.start(lab, portalId);
      underLoad.push(await openLoop(lab, healthy, [portalId, ...neighbours.portals], ISOLATION.seconds));
      await neighbours.stop();
    }
  } finally {
    healthy.stop();
  }
  const [quiet, busy] = [computeFigures(alone), computeFigures(underLoad)];
  print(`healthy endpoint alone, from commit to receipt: ${describeFigures(quiet)}`);
  print(`beside ${ISOLATION.neighbours} hanging ones: ${describeFigures(busy)}`);
  return resultRow({
    scenario: 'webhooks',
    what: `99th percentile of a healthy endpoint beside ${ISOLATION.neighbours} hanging ones`,
    against: 'alone',
    ours: busy.p99,
    theirs: quiet.p99,
    unit: 'ms',
    target: atMost(Math.round(Math.max(2 * quiet.p99, quiet.p99 + 25))),
  });
}

/** Endpoints that never answer: four in the healthy one's own portal, the others in five portals. */
class Neighbours {
  private constructor(
    private readonly lab: DeliveryLab,
    readonly portals: number[],
    private readonly webhooks: number[],
    private readonly receivers: HookReceiver[],
  ) {}

  static async start(lab: DeliveryLab, portalId: number): Promise<Neighbours> {
    const portals = await Promise.all(Array.from({ length: 5 }, () => lab.portal()));
    const receivers = await Promise.all(
      Array.from({ length: ISOLATION.neighbours }, () => HookReceiver.start(undefined)),
    );
    const webhooks: number[] = [];
    for (const [index, receiver] of receivers.entries()) {
      webhooks.push(await lab.webhook(receiver, index < 4 ? portalId : portals[index % portals.length]!));
    }
    return new Neighbours(lab, portals, webhooks, receivers);
  }

  async stop(): Promise<void> {
    await disableWebhooks(this.lab.owner, this.webhooks);
    for (const receiver of this.receivers) receiver.stop();
  }
}

let fired = 0;

/**
 * Fires this many events per second for the first portal and a tenth of that for each other one, at independent times,
 * however fast deliveries are. Returns the delays of the first portal.
 */
async function openLoop(
  lab: DeliveryLab,
  receiver: HookReceiver,
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
    const fire = (portalId: number) => lab.fire([{ portalId, objectId: n }]);
    running.push(fire(portals[0]!).then((firedAt) => committed.set(n, firedAt)));
    for (const [position, other] of portals.slice(1).entries()) {
      if ((index + position) % ISOLATION.othersEvery === 0) running.push(fire(other));
    }
    const ahead = startedAt + (index * 1000) / ISOLATION.perSecond - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  await Promise.all(running);
  await receiver.until(before + count);
  return Promise.all([...committed].map(async ([n, firedAt]) => (await receiver.arrival(n)) - firedAt));
}

const describeFigures = ({ p50, p99, count, rounds }: Figures): string =>
  `median ${Math.round(p50)} ms, 99th percentile ${Math.round(p99)} ms of ${count} (by rounds ${rounds.map(Math.round).join(' ')})`;
