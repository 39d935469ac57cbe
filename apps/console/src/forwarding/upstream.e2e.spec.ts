import { ServerBusy, Unavailable } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Upstream, type UpstreamRequest } from './upstream.js';

const MIB = 1024 ** 2;
/** Half of the places of downloads. */
const SHARE = 16;

describe('requests to the servers behind the console', () => {
  let upstream: Upstream;
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const [, bytes] = /^\/bytes\/(\d+)$/.exec(request.url!) ?? [];
    if (bytes !== undefined) return void response.end(Buffer.alloc(Number(bytes)));
    if (request.url === '/silent') return;
    response.flushHeaders();
    open.push(response);
  });

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    upstream = new Upstream({ API_PUBLIC_URL: url, AUTH_PUBLIC_URL: url } as never);
  });
  afterAll(async () => {
    for (const response of open) response.end();
    await upstream.onApplicationShutdown();
    server.close();
    server.closeAllConnections();
  });

  const sent = (portalId: number, path: string): UpstreamRequest => ({
    server: 'api',
    method: 'GET',
    path,
    headers: {},
    portalId,
  });
  /** A browser that does not read. */
  const browser = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

  it('are available to other portals, and to requests, while clients do not read their downloads', async () => {
    const browsers = Array.from({ length: SHARE }, browser);
    const downloads = await Promise.all(browsers.map((reply) => upstream.download(sent(1, '/never'), reply)));
    await expect(upstream.download(sent(1, '/bytes/1'), browser())).rejects.toThrow(Unavailable);
    expect((await upstream.send(sent(1, '/bytes/1'))).body.length).toBe(1);
    const other = browser();
    expect((await upstream.download(sent(2, '/bytes/1'), other)).status).toBe(200);
    // a browser that goes away makes room for the next
    const next = upstream.download(sent(1, '/bytes/1'), browser());
    for (const reply of [other, ...browsers]) reply.raw.emit('close');
    expect((await next).status).toBe(200);
    for (const { body } of downloads) body.on('error', () => undefined).destroy();
  });

  it('are available to other portals while requests are not answered', async () => {
    const hanging = Array.from({ length: SHARE }, () => upstream.send(sent(3, '/never')));
    await expect(upstream.send(sent(3, '/bytes/1'))).rejects.toThrow(ServerBusy);
    expect((await upstream.send(sent(4, '/bytes/1'))).status).toBe(200);
    for (const response of open.splice(0)) response.end();
    expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual(hanging.map(() => 200));
  });

  it('fail after ten seconds without an answer, and name the server as slow', async () => {
    await expect(upstream.send(sent(1, '/silent'))).rejects.toThrow(
      'The server has not answered for 10 seconds.',
    );
  });

  it('reject an answer of more than 4 MiB', async () => {
    expect((await upstream.send(sent(1, `/bytes/${4 * MIB}`))).body.length).toBe(4 * MIB);
    await expect(upstream.send(sent(1, `/bytes/${4 * MIB + 1}`))).rejects.toThrow(Unavailable);
  });
});
