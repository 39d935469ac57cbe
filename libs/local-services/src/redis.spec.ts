import { temporaryFolder } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { isAlive } from './processes.js';
import { type RedisOptions, type RunningRedis, startRedis } from './redis.js';

let folder: string;
let running: RunningRedis[];
let clients: Redis[];

beforeEach(() => {
  folder = temporaryFolder();
  running = [];
  clients = [];
});

afterEach(async () => {
  // ioredis would wait two seconds for a server that has already ended
  for (const client of clients) if (client.status !== 'end') client.disconnect();
  for (const server of running) await server.stop();
});

async function start(options: Partial<RedisOptions> = {}): Promise<RunningRedis> {
  const server = await startRedis({
    dir: join(folder, 'redis data'),
    toolsDir: join(process.cwd(), '.data', 'tools'),
    ...options,
  });
  running.push(server);
  return server;
}

function connect(url: string): Redis {
  const client = new Redis(url, { retryStrategy: null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

describe('startRedis', () => {
  it('never evicts, and with an append-only file keeps its data over a kill -9', async () => {
    const settings = { appendonly: 'yes', appendfsync: 'always' };
    const first = await start({ settings });
    const client = connect(first.url);
    expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    await client.set('kept', 'yes');
    await first.kill();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start({ settings });
    expect(await connect(second.url).get('kept')).toBe('yes');
  });

  it('requires the password, which no process list shows', async () => {
    const server = await start({ password: 'p4ss' });
    expect(await connect(server.url).ping()).toBe('PONG');
    await expect(connect(server.url.replace('p4ss', 'wrong')).ping()).rejects.toThrow(/WRONGPASS|NOAUTH/);
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain('p4ss');
  });

  it('takes over the folder of a server whose parent is gone', async () => {
    const leftRedis = await start();
    await start();
    expect(isAlive(leftRedis.pid)).toBe(false);
  });

  it('reports its log when it cannot start', async () => {
    await expect(start({ settings: { maxmemory: 'plenty' } })).rejects.toThrow(
      /Redis did not start[\s\S]*maxmemory/,
    );
  });
});
