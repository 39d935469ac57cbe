import { listen, readPort } from '@app/local-services';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/** Header with the index of the target that answered, in {@link RoundRobinProxy.targets}. */
export const SERVED_BY = 'x-served-by';

/** A proxy that gives each request to the next of several servers, like an ingress without affinity. */
export class RoundRobinProxy {
  /** URLs of the servers; may be changed while it runs. */
  readonly targets: string[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, reply) => this.#pass(request, reply));
  #next = 0;

  private constructor(targets: readonly string[]) {
    this.targets = [...targets];
  }

  static async before(targets: readonly string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(targets);
    // longer than any client keeps a connection: with Node's 5 s a busy machine may close one just as it is reused
    proxy.#server.keepAliveTimeout = 120_000;
    await listen(proxy.#server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${readPort(this.#server)}`;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #pass(request: IncomingMessage, reply: ServerResponse): void {
    if (this.targets.length === 0) return void reply.writeHead(503).end();
    const place = this.#next++ % this.targets.length;
    const { hostname, port } = new URL(this.targets[place]!);
    const { method, url, headers } = request;
    const before = headers['x-forwarded-for'];
    const forwarded = [before, request.socket.remoteAddress].filter(Boolean).join(', ');
    const passed = ask(
      {
        hostname,
        port,
        method,
        path: url,
        agent: this.#agent,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, [...answer.rawHeaders, SERVED_BY, String(place)]);
        answer.pipe(reply);
      },
    );
    passed.on('error', () => {
      if (reply.headersSent) reply.destroy();
      else reply.writeHead(502).end();
    });
    request.pipe(passed);
  }
}
