import { createServer } from 'node:net';
import { freePort, likelyFreePort } from './ports.js';

describe('ports of local services', () => {
  const worker = process.env['JEST_WORKER_ID'];
  afterEach(() => (process.env['JEST_WORKER_ID'] = worker));

  it('are picked once each before one repeats, so that none is used twice while a server starts', () => {
    const ports = Array.from({ length: 700 }, likelyFreePort);
    expect(new Set(ports).size).toBe(700);
  });

  it('are never those of another worker of jest', () => {
    const workerPorts = (id: number) => {
      process.env['JEST_WORKER_ID'] = String(id);
      return Array.from({ length: 1_000 }, likelyFreePort);
    };
    const seen = [1, 2, 3, 4].map((id) => new Set(workerPorts(id)));
    const all = new Set(seen.flatMap((ports) => [...ports]));
    expect(all.size).toBe(seen.reduce((sum, { size }) => sum + size, 0));
    for (const port of all) expect(port >= 20_000 && port < 32_768).toBe(true);
  });

  it('are not taken', async () => {
    const port = await freePort();
    const next = createServer();
    await new Promise<void>((done) => next.listen(port + 1, '127.0.0.1', done));
    expect(await freePort()).not.toBe(port + 1);
    await new Promise((done) => next.close(done));
  });
});
