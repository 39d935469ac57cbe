import { startSentinels, type RunningSentinels, temporaryFolder, eventually } from '@app/testing';
import { Queue, Worker } from 'bullmq';
import { bullConnection, bullPrefix, closeBull, connect, type RedisSettings } from './index.js';
import { connectionOptions } from './redis-settings.js';

const [password, sentinelPassword] = ['of-redis-0123', 'of-sentinels-0123'];

describe('Redis behind sentinels', () => {
  const folder = temporaryFolder();
  let group: RunningSentinels;
  let settings: RedisSettings;

  const until = (what: string, isMet: () => Promise<boolean>) =>
    eventually(what, () => isMet().catch(() => false));

  beforeAll(async () => {
    group = await startSentinels({ dir: folder, password, sentinelPassword });
    settings = {
      REDIS_URL: group.url,
      REDIS_PREFIX: 'lp',
      REDIS_SENTINELS: group.addresses,
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
    };
  });
  afterAll(async () => {
    await group?.stop();
  });

  it('is found by the name of its master, and found again after a failover: commands, queues and workers', async () => {
    const connections = () => process.getActiveResourcesInfo().filter((kind) => /TCP/.test(kind)).length;
    const otherConnections = connections(); // test files share a process
    const redis = connect(settings);
    await until('connected', async () => (await redis.ping()) === 'PONG');
    await redis.set('key', 'value');
    const worked: string[] = [];
    const options = (kind: 'producer' | 'worker') => ({
      connection: bullConnection(settings, kind),
      prefix: bullPrefix(settings),
    });
    const queue = new Queue('q', options('producer')).on('error', () => undefined);
    const work = ({ name }: { name: string }): Promise<void> => Promise.resolve(void worked.push(name));
    const worker = new Worker('q', work, options('worker')).on('error', () => undefined);
    const published = (name: string) => async (): Promise<boolean> => {
      await queue.add(name, {}, { jobId: name });
      return true;
    };
    await until('published', published('before'));
    await until('worked', () => Promise.resolve(worked.includes('before')));
    await until('replicated', async () => (await redis.wait(1, 100)) === 1);

    const before = redis.stream;
    await group.killMaster();
    await until('the other one is written to', async () => (await redis.set('key', 'other')) === 'OK');
    // a slow machine may make the first one the master again: the port would say nothing
    expect(redis.stream).not.toBe(before);
    expect(await redis.role()).toContain('master');
    await until('published', published('after'));
    await until('worked', () => Promise.resolve(worked.includes('after')));
    await Promise.all([queue, worker].map(closeBull));
    redis.disconnect();
    await until('every connection is closed', () => Promise.resolve(connections() <= otherConnections));
  });

  it('is found through the others while the first sentinel hangs', async () => {
    const goOn = group.freezeFirst();
    const redis = connect(settings);
    const worker = new Worker('q', async () => undefined, { connection: bullConnection(settings, 'worker') });
    worker.on('error', () => undefined);
    try {
      await until('connected', async () => (await redis.ping()) === 'PONG');
      await worker.waitUntilReady();
    } finally {
      goOn();
      redis.disconnect();
      await closeBull(worker);
    }
  });
});

describe('connectionOptions', () => {
  const sentinels = ['one.example:26380', 'two.example', '[::1]:26381'];

  it('names the master and its sentinels', () => {
    const options = connectionOptions({
      REDIS_URL: 'redis://user:p%40ss@lp-master/3',
      REDIS_PREFIX: 'lp',
      REDIS_SENTINELS: sentinels,
    });
    expect(options).toMatchObject({
      name: 'lp-master',
      username: 'user',
      password: 'p@ss',
      db: 3,
      failoverDetector: true,
      sentinels: [
        { host: 'one.example', port: 26380 },
        { host: 'two.example', port: 26379 },
        { host: '::1', port: 26381 },
      ],
    });
    expect(options).not.toHaveProperty('host');
    expect(options).not.toHaveProperty('tls');
  });

  it('encrypts both ways with rediss', () => {
    const REDIS_URL = 'rediss://lp-master';
    expect(connectionOptions({ REDIS_URL, REDIS_PREFIX: 'lp', REDIS_SENTINELS: sentinels })).toMatchObject({
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
  });
});
