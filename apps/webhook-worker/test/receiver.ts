import { listen } from '@app/local-services';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ReceivedWebhook {
  /** Milliseconds of `performance.now()`. */
  receivedAt: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: {
    id: string;
    type: string;
    portal_id: number;
    sequence?: number;
    fired_at: string;
    data: Record<string, unknown>;
  };
}

export type ReceiverBehaviour = (received: ReceivedWebhook, answer: ServerResponse) => void;
const ok: ReceiverBehaviour = (_received, answer) => answer.writeHead(200).end('ok');

/** A partner's receiver: records what arrives, and answers as told. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  behave: ReceiverBehaviour = ok;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(behave: ReceiverBehaviour = ok): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, await listen(server));
    receiver.behave = behave;
    server.on('connection', (socket: Socket) => {
      receiver.#sockets.add(socket);
      socket.once('close', () => receiver.#sockets.delete(socket));
    });
    server.on('request', (request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const received: ReceivedWebhook = {
          receivedAt: performance.now(),
          path: request.url ?? '',
          headers: request.headers,
          body,
          event: JSON.parse(body) as ReceivedWebhook['event'],
        };
        receiver.received.push(received);
        receiver.behave(received, answer);
        for (const wake of receiver.#waiting) wake();
      });
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Returns what has arrived once `enough` accepts it. @throws when that takes longer than `withinMs` */
  async until(
    enough: (received: ReceivedWebhook[]) => boolean,
    withinMs = WAIT_TIMEOUT_MS,
  ): Promise<ReceivedWebhook[]> {
    const end = performance.now() + withinMs;
    while (!enough(this.received)) {
      const remainingMs = end - performance.now();
      if (remainingMs <= 0)
        throw new Error(`only ${this.received.length} deliveries came within ${withinMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, remainingMs);
        const waiting = this.#waiting;
        waiting.add(done);
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
      });
    }
    return this.received;
  }

  count(n: number, withinMs?: number): Promise<ReceivedWebhook[]> {
    return this.until((received) => received.length >= n, withinMs);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export const answering =
  (status: number, headers: Record<string, string> = {}): ReceiverBehaviour =>
  (_received, answer) =>
    answer.writeHead(status, headers).end();
