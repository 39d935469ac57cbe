import { Queue, Worker, type Processor } from 'bullmq';
import { eventually, OutageProxy, testRedis } from '@app/testing';
import { bullConnection, bullPrefix, closeBull, type RedisSettings } from './index.js';

/** Timers and sockets, which keep a process from ending. */
const listKept = () =>
  process.getActiveResourcesInfo().filter((kind) => /^(Timeout|TCPSocketWrap)$/.test(kind));

describe('closeBull', () => {
  let proxy: OutageProxy;
  let settings: RedisSettings;
  let before: number;

  beforeEach(async () => {
    const redis = testRedis();
    proxy = await OutageProxy.before(redis.REDIS_URL);
    settings = { ...redis, REDIS_URL: proxy.url };
    before = listKept().length;
  });
  afterEach(() => proxy.disconnect());

  const options = (kind: 'producer' | 'worker') => ({
    connection: bullConnection(settings, kind),
    prefix: bullPrefix(settings),
  });
  const queue = () => new Queue('q', options('producer')).on('error', () => undefined);
  const worker = (work: Processor = () => Promise.resolve()) =>
    new Worker('q', work, options('worker')).on('error', () => undefined);
  const ready = (...all: (Queue | Worker)[]) => Promise.all(all.map((one) => one.waitUntilReady()));
  const failed = (...all: (Queue | Worker)[]) =>
    Promise.all(all.map((one) => new Promise((resolve) => (one as Worker).once('error', resolve))));

  it('leaves no connection open', async () => {
    const both = [queue(), worker()];
    await ready(...both);
    await Promise.all(both.map(closeBull));
    await eventually('the wait', () => listKept().length <= before);
  });

  it('leaves no connection open when Redis has just gone down, nor when it recovers', async () => {
    const both = [queue(), worker()];
    await ready(...both);
    await proxy.disconnect();
    await Promise.all(both.map(closeBull));
    await proxy.reconnect();
    await eventually('the wait', () => listKept().length <= before);
  });

  it('leaves no connection open while the connections are being re-established', async () => {
    const both = [queue(), worker()];
    await ready(...both);
    await proxy.disconnect();
    await failed(...both);
    await Promise.all(both.map(closeBull));
    await proxy.reconnect();
    await eventually('the wait', () => listKept().length <= before);
  });

  it('leaves no connection open when Redis was never up', async () => {
    await proxy.disconnect();
    const both = [queue(), worker()];
    await failed(...both);
    await Promise.all(both.map(closeBull));
    await proxy.reconnect();
    await eventually('the wait', () => listKept().length <= before);
  });

  it('leaves no connection open when Redis no longer answers', async () => {
    const both = [queue(), worker()];
    await ready(...both);
    proxy.dropPackets();
    await Promise.all(both.map(closeBull));
    await eventually('the wait', () => listKept().length <= before);
  });

  it('waits for work in progress while Redis is down', async () => {
    const [producer, begun, release] = [
      queue(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    let ended = false;
    const consumer = worker(async () => {
      begun.resolve();
      await release.promise;
      ended = true;
    });
    await producer.add('work', {});
    await begun.promise;
    await proxy.disconnect();
    await failed(consumer);
    const closing = Promise.all([producer, consumer].map(closeBull));
    release.resolve();
    await closing;
    expect(ended).toBe(true);
    await eventually('the wait', () => listKept().length <= before);
  });
});
