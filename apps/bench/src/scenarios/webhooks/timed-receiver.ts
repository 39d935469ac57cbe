import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Answers every delivery after `delayMs` (undefined: never) and records when it arrived. */
export class TimedReceiver {
  count = 0;
  /** `performance.now()` by the `n` of the event. */
  readonly arrivedAt = new Map<number, number>();
  #wake: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(delayMs: number | undefined): Promise<TimedReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new TimedReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.on('request', (request, response) => {
      const now = performance.now();
      text(request).then(
        (body) => {
          receiver.#arrived(body, now);
          if (delayMs === 0) response.end();
          else if (delayMs !== undefined) setTimeout(() => response.end(), delayMs);
        },
        () => undefined,
      );
    });
    return receiver;
  }

  /** Resolves when `count` deliveries have arrived. */
  async until(count: number): Promise<void> {
    while (this.count < count) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #arrived(body: string, arrivedAt: number): void {
    this.count += 1;
    const { data } = JSON.parse(body) as { data: { n: number } };
    if (!this.arrivedAt.has(data.n)) this.arrivedAt.set(data.n, arrivedAt);
    this.#wake();
  }
}
