import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { arrivalOf, noteArrivals } from './arrivals.js';

const nowMs = (): number => performance.timeOrigin + performance.now();
const request = 'GET / HTTP/1.1\r\nHost: test\r\n\r\n';

describe('arrivalOf', () => {
  let server: Server;
  let seen: { arrivedAt: number; readAt: number }[];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    seen = [];
    server = createServer((message, response) => {
      seen.push({ arrivedAt: arrivalOf(message), readAt: nowMs() });
      // work that keeps the loop from accepting the next connection
      for (const until = nowMs() + 20; nowMs() < until;);
      response.end('done');
    });
    noteArrivals(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  const open = (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    return socket;
  };
  const answered = (socket: Socket) => once(socket, 'data');

  it('of requests that wait together is the same, however late the last is accepted', async () => {
    const all = Array.from({ length: 10 }, open);
    await Promise.all(
      all.map(async (socket) => {
        socket.write(request);
        await answered(socket);
      }),
    );
    const spread = (times: number[]) => Math.max(...times) - Math.min(...times);
    expect(spread(seen.map(({ readAt }) => readAt))).toBeGreaterThan(150);
    expect(spread(seen.map(({ arrivedAt }) => arrivedAt))).toBeLessThan(100);
  });

  it('of a request on a connection that stood is when it was read', async () => {
    const socket = open();
    await once(socket, 'connect');
    for (let turns = 0; turns < 5; turns += 1) await turn();
    for (let time = 0; time < 2; time += 1) {
      const before = nowMs();
      socket.write(request);
      await answered(socket);
      expect(seen[time]!.arrivedAt).toBeGreaterThanOrEqual(before);
    }
  });

  it('of a new connection’s request reaches back to no earlier row of connections', async () => {
    const first = open();
    first.write(request);
    await answered(first);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const before = nowMs();
    const second = open();
    second.write(request);
    await answered(second);
    expect(seen[1]!.arrivedAt).toBeGreaterThanOrEqual(before);
  });
});
