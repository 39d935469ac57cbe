import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Receives webhooks and answers at once; tells how long after a change each one came. */
export class HookReceiver {
  readonly #arrivedAt = new Map<number, number>();
  readonly #waiting = new Map<number, (at: number) => void>();

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
      const at = performance.now();
      text(request).then(
        (body) => {
          receiver.#arrived((JSON.parse(body) as { data: { id: number } }).data.id, at);
          response.end();
        },
        () => undefined,
      );
    });
    return receiver;
  }

  /** When the first webhook about this object arrived or will arrive, as `performance.now()`. */
  arrival(objectId: number): Promise<number> {
    const at = this.#arrivedAt.get(objectId);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve) => this.#waiting.set(objectId, resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #arrived(objectId: number, at: number): void {
    if (this.#arrivedAt.has(objectId)) return;
    this.#arrivedAt.set(objectId, at);
    this.#waiting.get(objectId)?.(at);
    this.#waiting.delete(objectId);
  }
}
