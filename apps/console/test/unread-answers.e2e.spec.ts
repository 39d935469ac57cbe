import { describeWith, RawConnection, ServerProcess, UnreadConnection } from '@app/testing';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConsoleBrowser, useConsole } from './console-stack.js';

const MIB = 1024 ** 2;
/** Of a container in k8s/components/console. */
const MEMORY_BYTES = 512 * MIB;
/** Of all attacks at once, large bodies among them. */
const MAX_GROWTH_BYTES = 350 * MIB;
const ASSETS = 'dist/apps/console/web/assets';

/** Answers the largest page that the API allows; exports have no end. */
const api = createServer((request, response) => {
  if (request.url!.startsWith('/v2/users/export')) {
    const chunk = 'x'.repeat(64 * 1024);
    const write = (): void => {
      while (response.write(chunk));
      response.once('drain', write);
    };
    response.setHeader('content-type', 'text/csv');
    return write();
  }
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items: request.url === '/v2/me' ? '' : 'x'.repeat(2 * MIB - 100) }));
  });
});

describeWith('prlimit', 'a console with the memory of its container', () => {
  const stack = useConsole();
  let replica: ServerProcess;
  let headers: string;
  beforeAll(async () => {
    await once(api.listen(0, '127.0.0.1'), 'listening');
    const API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    replica = await ServerProcess.start({ app: 'console', env: { ...stack.env, API_URL } });
    const browser = await ConsoleBrowser.signedIn(stack);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    headers = Object.entries({ host: 'console.test', cookie, ...browser.pageHeaders })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  });
  afterAll(async () => {
    await replica?.stop();
    api.closeAllConnections();
    api.close();
  });

  const request = (path: string) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
  const openUnread = (count: number, text: string) =>
    Promise.all(Array.from({ length: count }, () => UnreadConnection.open(replica.url, text)));
  const answer = async (path: string) => {
    const connection = await RawConnection.open(replica.url);
    await connection.write(request(path).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    return (await connection.answer()).status;
  };

  it('answers others while clients request files, pages and exports without reading, and send large bodies', async () => {
    const [largest] = readdirSync(ASSETS)
      .map((name) => ({ name, size: statSync(`${ASSETS}/${name}`).size }))
      .sort((one, other) => other.size - one.size);
    expect(await answer('/bff/session')).toBe(200);
    const atFirst = replica.peakMemory();
    replica.limitMemory(MEMORY_BYTES);
    const clients = [
      ...(await openUnread(300, request(`/assets/${largest!.name}`).repeat(10))),
      ...(await openUnread(60, request('/bff/api/v2/users').repeat(10))),
      ...(await openUnread(60, request('/bff/download/v2/users/export'))),
    ];
    const post = `POST /bff/api/v2/users HTTP/1.1\r\n${headers}content-length: ${MIB}\r\n\r\n${'x'.repeat(MIB)}`;
    clients.push(...(await openUnread(60, post)));
    for (let count = 0; count < 20; count += 1) expect(await answer('/')).toBe(200);
    for (const client of clients) client.end();
    expect(await answer('/bff/session')).toBe(200);
    expect(replica.hasEnded).toBe(false);
    expect(replica.peakMemory() - atFirst).toBeLessThan(MAX_GROWTH_BYTES);
  });
});
