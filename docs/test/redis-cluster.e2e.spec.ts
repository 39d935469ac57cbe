import { systemClock } from '@app/kernel';
import { freePort, startRedis, type RunningRedis } from '@app/local-services';
import { RateLimiter } from '@app/rate-limit';
import { bullPrefix } from '@app/redis';
import { temporaryFolder, eventually } from '@app/testing';
import { Queue, Worker } from 'bullmq';
import { Cluster, Redis } from 'ioredis';
import { join } from 'node:path';
import { pino } from 'pino';
import { Scrolls } from '../../apps/resource-api/src/learning-objects/search/scrolls.js';
import { SharedBudgets } from '../../apps/auth-server/src/sign-in/passwords/shared-budgets.js';

const SLOTS = 16_384;
const settings = { REDIS_URL: 'redis://in-a-cluster', REDIS_PREFIX: 'lp' };

/** Every node refuses keys of another one's slots, and commands and scripts whose keys are in several. */
describe('Redis as a cluster of three masters', () => {
  const folder = temporaryFolder();
  const nodes: RunningRedis[] = [];
  let cluster: Cluster;
  /** The same with the type of one connection, whose methods it has. */
  let redis: Redis;

  const until = (what: string, isMet: () => Promise<boolean>) =>
    eventually(what, () => isMet().catch(() => false));
  /** How many keys each node has. */
  const sizes = () => Promise.all(cluster.nodes('master').map((node) => node.dbsize()));

  beforeAll(async () => {
    for (const name of ['a', 'b', 'c']) {
      // the port of the bus is 10,000 above by default, which may not exist
      const bus = await freePort();
      const cluster = { 'cluster-enabled': 'yes', 'cluster-port': bus, 'cluster-node-timeout': 5000 };
      nodes.push(await startRedis({ dir: join(folder, name), settings: cluster }));
      const admin = new Redis(nodes.at(-1)!.url);
      const start = Math.floor((SLOTS * (nodes.length - 1)) / 3);
      await admin.call('cluster', 'addslotsrange', start, Math.floor((SLOTS * nodes.length) / 3) - 1);
      await admin.call('cluster', 'set-config-epoch', nodes.length);
      if (nodes.length > 1) {
        const [first] = nodes;
        const other = new Redis(first!.url);
        await other.call('cluster', 'meet', '127.0.0.1', nodes.at(-1)!.port, bus);
        other.disconnect();
      }
      admin.disconnect();
    }
    for (const { url } of nodes) {
      const admin = new Redis(url);
      await until('the cluster is whole', async () => {
        const info = String(await admin.call('cluster', 'info'));
        return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
      });
      admin.disconnect();
    }
    cluster = new Cluster([{ host: '127.0.0.1', port: nodes[0]!.port }]);
    redis = cluster as unknown as Redis;
    await cluster.ping();
  });
  afterAll(async () => {
    cluster?.disconnect();
    await Promise.all(nodes.map((node) => node.kill()));
  });

  it('refuses commands with keys in several slots', async () => {
    await expect(cluster.eval('return 1', 2, 'one', 'two')).rejects.toThrow();
    await expect(cluster.mget('one', 'two')).rejects.toThrow(/slot/i);
  });

  it('scrolls', async () => {
    const scrolls = new Scrolls(redis, settings);
    for (let portalId = 1; portalId <= 20; portalId += 1) {
      const owner = { portalId, clientId: `client-${portalId}`, accountId: 7 };
      const id = await scrolls.open(owner, [1, 2, 3, 4, 5], 2);
      expect(await scrolls.next(owner, id)).toEqual({ total: 5, ids: [3, 4] });
      expect(await scrolls.next(owner, id)).toEqual({ total: 5, ids: [5] });
    }
    expect(Math.min(...(await sizes()))).toBeGreaterThan(0);
  });

  it('counts password guesses, by addresses as people type them', async () => {
    const budgets = new SharedBudgets(redis, settings);
    for (const name of [
      'a@b.example',
      '{',
      '}',
      'x}{y@b.example',
      '{}',
      ...Array.from({ length: 20 }, String),
    ]) {
      const budget = { key: `account:${name}`, limit: 2 };
      for (const id of ['1', '2', '3']) {
        await budgets.reserve(budget, id);
        await budgets.complete(budget, id, true);
      }
    }
  });

  it('counts requests', async () => {
    const limiter = new RateLimiter(
      { name: 'api', limit: 3, windowSeconds: 60 },
      redis,
      settings.REDIS_PREFIX,
      systemClock,
      pino({ level: 'silent' }),
    );
    for (let n = 0; n < 30; n += 1) limiter.count(`client-${n}`);
    await until(
      'the counts are shared',
      async () =>
        (await Promise.all(cluster.nodes('master').map((node) => node.keys('lp:*api*')))).flat().length > 0,
    );
  });

  it('queues and works on jobs', async () => {
    const worked: string[] = [];
    const options = { connection: cluster as never, prefix: bullPrefix(settings) };
    const queue = new Queue('events', options);
    const work = ({ name }: { name: string }): Promise<void> => Promise.resolve(void worked.push(name));
    const worker = new Worker('events', work, options);
    await Promise.all(Array.from({ length: 20 }, (_, n) => queue.add(`job ${n}`, {}, { jobId: `id-${n}` })));
    await until('all are worked on', () => Promise.resolve(worked.length === 20));
    await worker.close();
    await queue.close();
  });
});
