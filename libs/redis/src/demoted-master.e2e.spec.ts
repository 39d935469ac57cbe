import { startRedis, type RunningRedis } from '@app/local-services';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './index.js';

const toolsDir = join(process.cwd(), '.data', 'tools');

/** As when a sentinel has announced the new master before our subscription, or a name resolves to another address. */
describe('A Redis that has become a replica unnoticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lp-demoted-'));
  let master: RunningRedis;
  let replica: RunningRedis;

  beforeAll(async () => {
    master = await startRedis({ dir: join(folder, 'a'), toolsDir });
    const settings = { replicaof: `127.0.0.1 ${master.port}` };
    replica = await startRedis({ dir: join(folder, 'b'), toolsDir, settings });
  });
  afterAll(async () => {
    await Promise.all([master, replica].map((server) => server?.kill()));
    rmSync(folder, { recursive: true });
  });

  it('is disconnected at the first write that it refuses', async () => {
    let target = replica.port;
    const sockets = new Set<Socket>();
    const address = createServer((socket) => {
      const upstream = connectTo(target, '127.0.0.1');
      for (const end of [socket, upstream]) sockets.add(end.on('error', () => socket.destroy()));
      socket.pipe(upstream).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(address, 'listening');
    const { port } = address.address() as AddressInfo;
    const redis = connect({ REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_PREFIX: 'lp' });
    const refusals = new Set<string>();
    const writes = () =>
      redis.set('key', 'value').then(
        () => true,
        (error: Error) => (refusals.add(error.message.split(' ')[0]!), false),
      );
    try {
      for (
        const end = performance.now() + WAIT_TIMEOUT_MS;
        !refusals.has('READONLY') && performance.now() < end;
      ) {
        await writes();
        await pause(20);
      }
      expect(refusals).toContain('READONLY');
      target = master.port;
      let isWritten = false;
      for (
        const end = performance.now() + WAIT_TIMEOUT_MS;
        !isWritten && performance.now() < end;
        await pause(20)
      )
        isWritten = await writes();
      expect(isWritten).toBe(true);
    } finally {
      redis.disconnect();
      for (const socket of sockets) socket.destroy();
      address.close();
    }
  });
});
