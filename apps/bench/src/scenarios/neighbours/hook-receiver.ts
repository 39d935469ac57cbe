import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Receives webhooks and answers at once; tells how long after a change each one came. */
export class HookReceiver {
  readonly #arrivedAt = new Map<number, number>();
  readonly #waiting = new Map<number, (arrivedAt: number) => void>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<HookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new HookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.on('request', (request, response) => {
      const now = performance.now();
      text(request).then(
        (body) => {
          receiver.#arrived((JSON.parse(body) as { data: { id: number } }).data.id, now);
          response.end();
        },
        () => undefined,
      );
    });
    return receiver;
  }

  /** When the first webhook about this object arrived or will arrive, as `performance.now()`. */
  arrival(objectId: number): Promise<number> {
    const arrivedAt = this.#arrivedAt.get(objectId);
    if (arrivedAt !== undefined) return Promise.resolve(arrivedAt);
    return new Promise((resolve) => this.#waiting.set(objectId, resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #arrived(objectId: number, arrivedAt: number): void {
    if (this.#arrivedAt.has(objectId)) return;
    this.#arrivedAt.set(objectId, arrivedAt);
    this.#waiting.get(objectId)?.(arrivedAt);
    this.#waiting.delete(objectId);
  }
}
