import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';

/** Passes requests on and keeps their bodies. */
export class RecordingProxy {
  readonly bodies: string[] = [];
  readonly #server: Server;
  readonly #target: Pool;

  private constructor(target: string) {
    this.#target = new Pool(target);
    this.#server = createServer((request, response) => {
      void (async () => {
        const body = await text(request);
        if (body !== '') this.bodies.push(body);
        const { 'content-type': type } = request.headers;
        const answer = await this.#target.request({
          path: request.url!,
          method: request.method as 'GET',
          headers: type === undefined ? {} : { 'content-type': type },
          ...(body !== '' && { body }),
        });
        response.writeHead(answer.statusCode, {
          'content-type': String(answer.headers['content-type'] ?? ''),
        });
        response.end(await answer.body.text());
      })().catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#target.close();
  }
}
