import { listen, readPort } from '@app/local-services';
import { createServer, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A forward proxy that knows one name. */
export class ForwardProxy {
  readonly targets: string[] = [];
  readonly #sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async start(names: Record<string, number>): Promise<ForwardProxy> {
    const server = createServer();
    const proxy = new ForwardProxy(server);
    const findPort = (authority: string) => names[authority.split(':')[0] ?? ''];
    server.on('connection', (socket: Socket) => proxy.#sockets.add(socket));
    server.on('connect', (incoming, socket) => {
      proxy.targets.push(`CONNECT ${incoming.url}`);
      const port = findPort(incoming.url ?? '');
      if (port === undefined) return socket.end('HTTP/1.1 403 Filtered\r\n\r\n');
      const out = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
      proxy.#sockets.add(out);
      out.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => out.destroy()).pipe(out);
    });
    server.on('request', (incoming, answer) => {
      const url = new URL(incoming.url ?? '', 'http://none');
      proxy.targets.push(`${incoming.method} ${url.host}`);
      const port = findPort(url.host);
      if (port === undefined) return answer.writeHead(403).end();
      const { method, headers } = incoming;
      const out = request({ port, host: '127.0.0.1', path: url.pathname, method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      incoming.pipe(out);
    });
    await listen(server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${readPort(this.server)}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
