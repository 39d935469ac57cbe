import { listen } from '@app/local-services';
import { once } from 'node:events';
import {
  createServer as createHttp,
  get,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
  setGlobalProxyFromEnv,
} from 'node:http';
import { createServer as createTcp, Server as TcpServer, Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { generate } from 'selfsigned';
import { destinationPolicy } from '@app/destinations';
import { ssrfCases } from '../../../../../libs/destinations/test/ssrf-cases.js';
import { ForwardProxy } from '../../../test/forward-proxy.js';
import { DeliveryClient, DeliveryClientOptions } from './delivery-client.js';

const policy = destinationPolicy({ allowedHosts: ['localhost', '127.0.0.1'] });
const clients: DeliveryClient[] = [];
const servers: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

function client(options: Partial<DeliveryClientOptions> = {}): DeliveryClient {
  const newClient = new DeliveryClient({ policy, ...options });
  clients.push(newClient);
  return newClient;
}

async function listening(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  return await listen(server);
}

const http = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttp(listener))}/hook`;
const tcp = async (talk: (socket: Socket) => void) => {
  const server = createTcp((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => talk(socket));
  });
  return `http://127.0.0.1:${await listening(server)}/hook`;
};
const post = (url: string, options?: Partial<DeliveryClientOptions>) =>
  client(options).post({ url, headers: { 'webhook-id': 'evt_1' }, body: Buffer.from('{"a":"ü"}') });

/** Writes `piece` repeatedly as long as the socket lives. */
/** @returns how many pieces it has written; a slow machine writes no more of them in longer time */
function drip(stream: Socket | ServerResponse, piece: string, everyMs = 5): () => number {
  let pieces = 0;
  const timer = setInterval(() => {
    stream.write(piece);
    pieces += 1;
  }, everyMs);
  stream.once('close', () => clearInterval(timer));
  return () => pieces;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.close()));
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((each) => new Promise((resolve) => each.close(resolve))));
});

describe('a delivery over HTTP', () => {
  it('posts the exact bytes as application/json and reports status, time and answer', async () => {
    const requests: unknown[] = [];
    const url = await http((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { 'content-type': type, 'webhook-id': id } = request.headers;
        requests.push({ method: request.method, type, id, body: Buffer.concat(chunks).toString() });
        answer.writeHead(202).end('taken');
      });
    });
    await expect(post(url)).resolves.toEqual({
      durationMs: expect.any(Number),
      status: 202,
      error: null,
      errorReason: null,
      response: 'taken',
      retryAfter: null,
    });
    expect(requests).toEqual([{ method: 'POST', type: 'application/json', id: 'evt_1', body: '{"a":"ü"}' }]);
  });

  it('keeps at most 1 KiB of the answer, without control characters, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await http((_request, answer) => {
      answer.once('close', closed.resolve);
      answer.write(`\0\u0001${'x'.repeat(1000)}`);
      drip(answer, 'y'.repeat(1000));
    });
    const { status, response } = await post(url);
    expect(status).toBe(200);
    expect(response).toBe(`\ufffd\ufffd${'x'.repeat(1000)}${'y'.repeat(22)}`);
    await closed.promise;
  });

  it.each([
    ['at once', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok']],
    [
      'in pieces, twice, with headers',
      [
        'HTT',
        'P/1.1 100 Continue\r\nServer: x\r',
        '\n\r\nHTTP/1.0 1',
        '00 \r\n\r\n',
        'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok',
      ],
    ],
  ])('reads the response after 100 Continue, sent %s, and reuses the connection', async (_, pieces) => {
    let connections = 0;
    const server = createTcp((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        void (async () => {
          for (const piece of pieces) {
            socket.write(piece);
            await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
          }
        })();
      });
    });
    const url = `http://127.0.0.1:${await listening(server)}/hook`;
    const same = client();
    for (let time = 0; time < 2; time += 1) {
      const answer = await same.post({ url, headers: {}, body: Buffer.from('{}') });
      expect(answer).toMatchObject({ status: 201, error: null, response: 'ok' });
    }
    expect(connections).toBe(1);
  });

  it.each(['http', 'https'])('accepts it through an egress proxy, by %s', async (scheme) => {
    const pieces = [
      'HTTP/1.1 100 Con',
      'tinue\r\n\r\n',
      'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok',
    ];
    const talk = (socket: Socket) =>
      void socket
        .on('error', () => undefined)
        .on('data', () => {
          for (const piece of pieces) socket.write(piece);
        });
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'partner.example' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'partner.example' }] },
      ],
    });
    const port = await listening(scheme === 'http' ? createTcp(talk) : createTls({ key, cert }, talk));
    const proxy = await ForwardProxy.start({ 'partner.example': port });
    const answer = await post(`${scheme}://partner.example/hook`, {
      egressProxy: proxy.url,
      tls: { ca: cert },
    });
    expect(answer).toMatchObject({ status: 201, error: null, response: 'ok' });
    expect(proxy.targets).toHaveLength(1);
    await proxy.stop();
  });

  it('fails at the usual limit if an answer ends after 100 Continue', async () => {
    const url = await tcp((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
    const answer = await post(url, { limits: { totalMs: 300 } });
    expect(answer).toMatchObject({ status: null, error: 'timeout' });
  });

  it('reports Retry-After', async () => {
    const url = await http((_request, answer) => answer.writeHead(429, { 'retry-after': '120' }).end());
    await expect(post(url)).resolves.toMatchObject({ status: 429, retryAfter: '120' });
  });

  it('reuses a connection', async () => {
    const url = await http((_request, answer) => answer.end('ok'));
    const same = client();
    for (let i = 0; i < 5; i += 1) await same.post({ url, headers: {}, body: Buffer.from('{}') });
    expect(sockets.size).toBe(1);
  });

  for (const [number, status, location, errorReason] of [
    [153, 302, 'http://169.254.169.254/', '169.254.169.254'],
    [154, 307, '/hook', /^127\.0\.0\.1:\d+$/],
    [155, 200, '/elsewhere', null],
    ['153a', 301, 'https://www.Partner.example:8443/hook', 'www.partner.example:8443'],
    ['153b', 308, 'http://', null],
    ['153c', 302, `https://${'a'.repeat(300)}.example/`, null],
  ] as const) {
    it(`#${number} never follows a Location: ${status} to ${location.slice(0, 40)}`, async () => {
      let requests = 0;
      const url = await http((_request, answer) => {
        requests += 1;
        answer.writeHead(status, { location }).end();
      });
      await expect(post(url)).resolves.toMatchObject({
        status,
        error: null,
        errorReason: errorReason instanceof RegExp ? expect.stringMatching(errorReason) : errorReason,
      });
      expect(requests).toBe(1);
    });
  }

  it('#156 uses no proxy from the environment', async () => {
    let proxied = 0;
    const proxy = await http((_request, answer) => {
      proxied += 1;
      answer.end();
    });
    const url = await http((_request, answer) => answer.end('direct'));
    const { origin } = new URL(proxy);
    const restore = setGlobalProxyFromEnv({ http_proxy: origin, https_proxy: origin });
    try {
      const [viaProxy] = (await once(get(url), 'response')) as [IncomingMessage];
      viaProxy.resume();
      await expect(post(url)).resolves.toMatchObject({ response: 'direct' });
      expect(proxied).toBe(1);
    } finally {
      restore();
    }
  });

  it('uses the configured egress proxy', async () => {
    const tunnels: string[] = [];
    const server = createHttp();
    server.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Filtered\r\n\r\n');
    });
    const egressProxy = `http://127.0.0.1:${await listening(server)}`;
    const answer = await post('https://hook.example/in', { egressProxy });
    expect(tunnels).toEqual(['hook.example:443']);
    expect(answer).toMatchObject({ status: null, error: 'connection_failed' });
  });
});

describe('a delivery to a bad receiver', () => {
  const limits = { totalMs: 200, connectMs: 100, bodyMs: 60 };

  it('ends after the total limit when no answer comes', async () => {
    const url = await tcp(() => undefined);
    await expect(post(url, { limits })).resolves.toMatchObject({ status: null, error: 'timeout' });
  });

  it('ends after the total timeout if headers arrive endlessly', async () => {
    let pieces = (): number => 0;
    const url = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pieces = drip(socket, 'X-Drip: 1\r\n', 10);
    });
    const answer = await post(url, { limits });
    expect(answer).toMatchObject({ status: null, error: 'timeout' });
    expect(pieces()).toBeGreaterThan(0);
    expect(pieces()).toBeLessThan(100);
  });

  it('refuses headers over 16 KiB', async () => {
    const url = await tcp((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`),
    );
    await expect(post(url)).resolves.toMatchObject({ status: null, error: 'invalid_response' });
  });

  it('ends after the total limit when only informational answers come', async () => {
    const url = await tcp((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 10));
    await expect(post(url, { limits })).resolves.toMatchObject({ status: null, error: 'timeout' });
  });

  it('is decided by the status if the body arrives endlessly', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await http((_request, answer) => {
      answer.once('close', closed.resolve);
      drip(answer, 'd', 20);
    });
    const answer = await post(url, { limits });
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(answer.response).toMatch(/^d+$/);
    await closed.promise;
  });

  it('is decided by the status when the connection breaks within the body', async () => {
    const url = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    await expect(post(url)).resolves.toMatchObject({ status: 200, error: null, response: 'half' });
  });

  it('returns invalid_response for an answer that is not HTTP', async () => {
    const url = await tcp((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    await expect(post(url)).resolves.toMatchObject({ status: null, error: 'invalid_response' });
  });

  it('returns connection_failed if the connection is refused, dropped or never established', async () => {
    const url = await tcp((socket) => socket.resetAndDestroy());
    await expect(post(url)).resolves.toMatchObject({ status: null, error: 'connection_failed' });
    await expect(post('http://127.0.0.1:1/')).resolves.toMatchObject({ error: 'connection_failed' });
    const resolve = () => new Promise<string[]>(() => undefined);
    await expect(post('http://never.example/', { limits, resolve })).resolves.toMatchObject({
      error: 'connection_failed',
    });
  });

  it('releases a connection that is made after the limit has passed', async () => {
    const late = Promise.withResolvers<string[]>();
    let requests = 0;
    const url = await http((_request, answer) => {
      requests += 1;
      answer.end();
    });
    const { port } = new URL(url);
    const anywhere = { ...destinationPolicy(), isPublicAddress: () => true };
    const answer = post(`http://late.example:${port}/`, {
      limits,
      policy: anywhere,
      resolve: () => late.promise,
    });
    await expect(answer).resolves.toMatchObject({ error: 'connection_failed' });
    const connected = once(servers[0]!, 'connection') as Promise<[Socket]>;
    late.resolve(['127.0.0.1']);
    await once((await connected)[0], 'close');
    expect(requests).toBe(0);
  });
});

describe('a delivery to a refused address', () => {
  const resolve = () => Promise.resolve(['10.0.0.1']);
  const strict = destinationPolicy();

  for (const { number, input, verdict, why } of ssrfCases) {
    if (verdict !== 'refused') continue;
    it(`#${number} fails before any request: ${why}`, async () => {
      await expect(post(input, { policy: strict, resolve })).resolves.toMatchObject({
        status: null,
        error: 'address_refused',
        errorReason: null,
        response: null,
      });
    });
  }

  it('returns address_refused without the address if DNS returns it', async () => {
    const answer = await post('http://inside.example/', { policy: strict, resolve });
    expect(answer.error).toBe('address_refused');
    expect(JSON.stringify(answer)).not.toContain('10.0.0.1');
  });
});
