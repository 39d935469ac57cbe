import { listen, readPort } from '@app/local-services';
import { createServer, type Server } from 'node:http';

interface Authorization {
  reference: string;
  payment_token: string;
  amount: number;
  currency: string;
  description: string;
}

/** A payment gateway over real HTTP. */
export class FakeGateway {
  readonly authorized: Authorization[] = [];
  /** `<reference> capture` and `<reference> void`, in order of arrival. */
  readonly settled: string[] = [];
  #server!: Server;
  #next: number[] = [];
  /** Body of every response. */
  answer: object = {};
  /** Called for each request before it is answered. */
  onRequest: () => Promise<void> | void = () => undefined;

  get url(): string {
    return `http://127.0.0.1:${readPort(this.#server)}`;
  }

  /** Sets the status of the next response. */
  next(status: number): void {
    this.#next.push(status);
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void (async () => {
          await this.onRequest();
          const status = this.#next.shift() ?? 201;
          const [, , reference, action] = (request.url ?? '').split('/');
          if (action) this.settled.push(`${reference} ${action}`);
          else if (status === 201)
            this.authorized.push(JSON.parse(Buffer.concat(chunks).toString()) as Authorization);
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(this.answer));
        })();
      });
    });
    await listen(this.#server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
