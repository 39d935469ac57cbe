import { openDatabase, type Database } from '@app/database';
import { WebhookSecrets } from '@app/webhooks';
import { SeededRandom } from '@app/sample-content';
import { makePortal, makeWebhook } from '../../../bench/src/load/lab-webhooks.js';
import { ChaosEvents, chaosTypes } from './chaos-events.js';
import { ChaosEndpoint, type BehaviourName } from './chaos-receivers.js';
import { ChaosStack } from './chaos-stack.js';
import { judge, type Subscription, type ChaosVerdict } from './chaos-verdict.js';
import { prepare, readBooks } from './chaos.queries.js';

export interface ChaosOptions {
  seed: number;
  events: number;
  /** Most events per second. */
  rate: number;
  /** Redis behind sentinels, which fails over. */
  sentinels?: boolean;
  /** Everything through a PgBouncer with two connections for each role. */
  pooler?: boolean;
  /** What happens, in this order, while events are fired. */
  disasters: readonly Disaster[];
  /** The endpoints of each portal. */
  portals: readonly (readonly BehaviourName[])[];
}

export interface ChaosResult extends ChaosVerdict {
  events: number;
  /** Webhooks whose sequences have gaps. */
  gaps: string[];
}

const OBJECTS = 200;
const WORKERS = 2;
const REDIS_AWAY_MS = 1_500;
const POSTGRES_AWAY_MS = 500;
const POOLER_AWAY_MS = 500;
/** How long after the last event every healthy endpoint may take to receive everything. */
const SETTLE_MS = 60_000;

export type Disaster =
  | 'worker killed'
  | 'redis killed'
  | 'redis flushed'
  | 'redis failed over'
  | 'postgres crashed'
  | 'pooler restarted';

/** Fires events during disasters: the seed determines when; the result is judged at the end. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { sentinels, pooler } = options;
  const stack = new ChaosStack(WORKERS, { sentinels, pooler });
  const opened: { close(): Promise<unknown> }[] = [];
  try {
    await stack.start();
    const owner = await openDatabase({ url: stack.url('postgres'), applicationName: 'chaos', poolSize: 3 });
    opened.push({ close: () => owner.dataSource.destroy() });
    await prepare(owner, OBJECTS);
    const subscriptions = await subscribe(
      owner,
      new WebhookSecrets({ SECRETS_KEY: stack.sealingKey }),
      options,
    );
    opened.push({ close: () => Promise.all(subscriptions.map(({ endpoint }) => endpoint.stop())) });
    const events = await ChaosEvents.open(stack.url('lp_api'), stack.redis.settings);
    opened.push(events);

    await Promise.all([fire(events, subscriptions, options), disrupt(stack, options)]);
    const verdict = await settle(events, subscriptions);
    return { ...verdict, events: events.committed.length, gaps: await gapsIn(owner) };
  } finally {
    await Promise.allSettled(opened.reverse().map((each) => each.close()));
    await stack.stop();
  }
}

type EndpointSubscription = Subscription & { endpoint: ChaosEndpoint };

async function subscribe(
  owner: Database,
  secrets: WebhookSecrets,
  { portals }: ChaosOptions,
): Promise<EndpointSubscription[]> {
  const subscriptions: EndpointSubscription[] = [];
  for (const [index, behaviours] of portals.entries()) {
    const portalId = await makePortal(owner, `chaos-${index}.learning.example`);
    for (const [place, behaviour] of behaviours.entries()) {
      const endpoint = await ChaosEndpoint.start(behaviour);
      // every other webhook subscribes to only one type
      const types = place % 2 === 0 ? chaosTypes : chaosTypes.slice(0, 1);
      await makeWebhook(owner, secrets, { portalId, url: endpoint.url, events: types });
      subscriptions.push({ name: `portal ${portalId} ${behaviour}`, portalId, types, endpoint });
    }
  }
  return subscriptions;
}

async function fire(
  events: ChaosEvents,
  subscriptions: EndpointSubscription[],
  options: ChaosOptions,
): Promise<void> {
  const random = new SeededRandom(options.seed);
  const portalIds = [...new Set(subscriptions.map(({ portalId }) => portalId))];
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < options.events; index += 1) {
    const objectId = 1 + random.below(OBJECTS);
    const portalId = portalIds[objectId % portalIds.length]!;
    running.push(events.fire(portalId, objectId, random.pick(chaosTypes)));
    const ahead = startedAt + (index * 1000) / options.rate - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  await Promise.all(running);
}

/** Spreads the disasters over the time in which events are fired. */
async function disrupt(stack: ChaosStack, { seed, events, rate, disasters }: ChaosOptions): Promise<void> {
  const random = new SeededRandom(seed + 1);
  const everyMs = ((events / rate) * 1000) / (disasters.length + 1);
  for (const disaster of disasters) {
    const began = performance.now();
    const worker = random.below(WORKERS);
    await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + random.next() / 2)));
    await strike(stack, disaster, worker);
    const remainingMs = everyMs - (performance.now() - began);
    if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  }
}

function strike(stack: ChaosStack, disaster: Disaster, worker: number): Promise<void> {
  switch (disaster) {
    case 'worker killed':
      return stack.killWorker(worker);
    case 'redis killed':
      return stack.redis.kill(REDIS_AWAY_MS);
    case 'redis flushed':
      return stack.redis.flush();
    case 'redis failed over':
      return stack.redis.failOver!();
    case 'postgres crashed':
      return stack.crashPostgres(POSTGRES_AWAY_MS);
    case 'pooler restarted':
      return stack.restartPooler(POOLER_AWAY_MS);
  }
}

async function settle(events: ChaosEvents, subscriptions: EndpointSubscription[]): Promise<ChaosVerdict> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const verdict = judge(events.committed, subscriptions);
    if (verdict.missing.length === 0 || performance.now() > until) return verdict;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function gapsIn(owner: Database): Promise<string[]> {
  const books = await readBooks(owner);
  return books
    .filter((book) => book.deliveries !== book.last_seq || book.highest !== book.last_seq)
    .map(
      (book) => `webhook ${book.webhook_id}: ${book.deliveries} deliveries, last sequence ${book.last_seq}`,
    );
}
