import { listen } from '@app/local-services';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** Receives webhooks, and records when the first one about each object arrived. */
export class HookReceiver {
  count = 0;
  /** `performance.now()` by the id of the object. */
  readonly #arrivedAt = new Map<number, number>();
  #next = Promise.withResolvers<void>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<HookReceiver> {
    const server = createServer();
    const receiver = new HookReceiver(server, `http://127.0.0.1:${await listen(server)}/`);
    server.on('request', (request, response) => {
      const now = performance.now();
      text(request).then(
        (body) => {
          receiver.#record(body, now);
          response.end();
        },
        () => undefined,
      );
    });
    return receiver;
  }

  async until(count: number): Promise<void> {
    while (this.count < count) await this.#next.promise;
  }

  /** When the first webhook about this object arrived or will arrive, as `performance.now()`. */
  async arrival(objectId: number): Promise<number> {
    for (;;) {
      const arrivedAt = this.#arrivedAt.get(objectId);
      if (arrivedAt !== undefined) return arrivedAt;
      await this.#next.promise;
    }
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #record(body: string, arrivedAt: number): void {
    this.count += 1;
    const { id } = (JSON.parse(body) as { data: { id: number } }).data;
    if (!this.#arrivedAt.has(id)) this.#arrivedAt.set(id, arrivedAt);
    const arrived = this.#next;
    this.#next = Promise.withResolvers();
    arrived.resolve();
  }
}
