import { startRedis, type RunningRedis, listen } from '@app/local-services';
import { temporaryFolder, eventually } from '@app/testing';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect } from './index.js';

const toolsDir = join(process.cwd(), '.data', 'tools');

/** As when a sentinel has announced the new master before our subscription, or a name resolves to another address. */
describe('A Redis that has become a replica unnoticed', () => {
  const folder = temporaryFolder();
  let master: RunningRedis;
  let replica: RunningRedis;

  beforeAll(async () => {
    master = await startRedis({ dir: join(folder, 'a'), toolsDir });
    const settings = { replicaof: `127.0.0.1 ${master.port}` };
    replica = await startRedis({ dir: join(folder, 'b'), toolsDir, settings });
  });
  afterAll(async () => {
    await Promise.all([master, replica].map((server) => server?.kill()));
  });

  it('is disconnected at the first write that it refuses', async () => {
    let target = replica.port;
    const sockets = new Set<Socket>();
    const address = createServer((socket) => {
      const upstream = connectTo(target, '127.0.0.1');
      for (const end of [socket, upstream]) sockets.add(end.on('error', () => socket.destroy()));
      socket.pipe(upstream).pipe(socket);
    });
    const port = await listen(address);
    const redis = connect({ REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_PREFIX: 'lp' });
    const refusals = new Set<string>();
    const writes = () =>
      redis.set('key', 'value').then(
        () => true,
        (error: Error) => (refusals.add(error.message.split(' ')[0]!), false),
      );
    try {
      await eventually('a refusal', () => writes().then(() => refusals.has('READONLY')));
      target = master.port;
      await eventually('a write', writes);
      expect(refusals).toContain('READONLY');
      expect(await writes()).toBe(true);
    } finally {
      redis.disconnect();
      for (const socket of sockets) socket.destroy();
      address.close();
    }
  });
});
