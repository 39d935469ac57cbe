import { openDatabase, type Database } from '@app/database';
import { WebhookSecrets } from '@app/webhooks';
import { SeededRandom } from '@app/sample-content';
import { ChaosEvents, chaosTypes } from './chaos-events.js';
import { ChaosEndpoint, type BehaviourName } from './chaos-receivers.js';
import { ChaosStack } from './chaos-stack.js';
import { judge, type Subscription, type ChaosVerdict } from './chaos-verdict.js';
import { makeWebhook } from './chaos-webhooks.js';
import { makePortal, prepare, readBooks } from './chaos.queries.js';

export interface ChaosOptions {
  seed: number;
  events: number;
  /** Most events per second. */
  rate: number;
  workers: number;
  /** Redis behind sentinels, which fails over. */
  sentinels?: boolean;
  /** Everything through a PgBouncer with two connections for each role. */
  pooler?: boolean;
  /** How many kills, freezes and flushes happen while events are fired. */
  disasters: number;
  /** The endpoints of each portal. */
  portals: readonly (readonly BehaviourName[])[];
  /** How long after the last event every healthy endpoint may take to receive everything. */
  maxWaitMs: number;
  /** The compiled worker. */
  workerScript: string;
  say: (line: string) => void;
}

interface Strike {
  disaster: Disaster;
  /** Milliseconds of `performance.now()`. */
  struckAt: number;
}

export interface ChaosResult extends Omit<ChaosVerdict, 'repeatedAt'> {
  /** Repeated deliveries, by the disaster before them. */
  repeatsAfter: Record<string, number>;
  events: number;
  disasters: Record<string, number>;
  /** Webhooks whose sequences have gaps. */
  gaps: string[];
  seconds: number;
}

const OBJECTS = 200;
const REDIS_AWAY_MS = 1_500;
const POSTGRES_AWAY_MS = 500;
const POOLER_AWAY_MS = 500;
/** Longer than a lease. */
const FROZEN_MS = 17_000;

type Disaster =
  | 'worker killed'
  | 'worker frozen'
  | 'redis killed'
  | 'redis flushed'
  | 'redis failed over'
  | 'postgres crashed'
  | 'pooler restarted';
const disasters: readonly Disaster[] = [
  'worker killed',
  'redis killed',
  'postgres crashed',
  'redis flushed',
  'worker killed',
  'worker killed',
  'worker frozen',
];
/** With sentinels Redis changes its master all the time. */
const disastersOfSentinels: readonly Disaster[] = [
  'redis failed over',
  'redis killed',
  'worker killed',
  'redis failed over',
  'postgres crashed',
  'redis flushed',
];

/** Behind a pooler the pooler goes away, too. */
const disastersOfPooler: readonly Disaster[] = [
  'pooler restarted',
  'postgres crashed',
  'worker killed',
  'redis killed',
  'pooler restarted',
  'redis flushed',
];

/** Fires events during disasters: the seed determines what happens when; the result is judged at the end. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const startedAt = performance.now();
  const { sentinels, pooler } = options;
  const stack = new ChaosStack(options.workerScript, options.workers, { sentinels, pooler });
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

    const [, strikes] = await Promise.all([fire(events, subscriptions, options), disrupt(stack, options)]);
    options.say(`${events.committed.length} events committed; waiting until all have arrived`);
    const { repeatedAt, ...verdict } = await settle(events, subscriptions, options);
    return {
      ...verdict,
      repeatsAfter: countBy(
        repeatedAt.map(
          (struckAt) => strikes.findLast((strike) => strike.struckAt <= struckAt)?.disaster ?? 'nothing',
        ),
      ),
      events: events.committed.length,
      disasters: countBy(strikes.map(({ disaster }) => disaster)),
      gaps: await gapsIn(owner),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    };
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
async function disrupt(stack: ChaosStack, options: ChaosOptions): Promise<Strike[]> {
  const random = new SeededRandom(options.seed + 1);
  const strikes: Strike[] = [];
  const planned = plannedFor(options);
  const background: Promise<void>[] = [];
  const everyMs = ((options.events / options.rate) * 1000) / (options.disasters + 1);
  for (let index = 0; index < options.disasters; index += 1) {
    const began = performance.now();
    const disaster = planned[index % planned.length]!;
    const worker = random.below(options.workers);
    await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + random.next() / 2)));
    options.say(`${index + 1}. ${disaster}`);
    strikes.push({ disaster, struckAt: performance.now() });
    const work = strike(stack, disaster, worker);
    if (disaster === 'worker frozen') background.push(work);
    else await work;
    const remainingMs = everyMs - (performance.now() - began);
    if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  }
  await Promise.all(background);
  return strikes;
}

function plannedFor({ sentinels, pooler }: ChaosOptions): readonly Disaster[] {
  if (sentinels && pooler) return [...disastersOfSentinels, ...disastersOfPooler];
  if (pooler) return disastersOfPooler;
  return sentinels ? disastersOfSentinels : disasters;
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function strike(stack: ChaosStack, disaster: Disaster, worker: number): Promise<void> {
  switch (disaster) {
    case 'worker killed':
      return stack.killWorker(worker);
    case 'worker frozen':
      return stack.freezeWorker(worker, FROZEN_MS);
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

async function settle(
  events: ChaosEvents,
  subscriptions: EndpointSubscription[],
  options: ChaosOptions,
): Promise<ChaosVerdict> {
  const until = performance.now() + options.maxWaitMs;
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
