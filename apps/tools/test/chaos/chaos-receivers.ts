import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '@app/local-services';

/** Behaviour of an endpoint. Healthy ones must receive everything. */
export const receiverBehaviours = {
  quick: { isHealthy: true },
  slow: { isHealthy: true },
  flaky: { isHealthy: true },
  hangs: { isHealthy: false },
  refuses: { isHealthy: false },
  answers500: { isHealthy: false },
  answers429: { isHealthy: false },
  answers410: { isHealthy: false },
  drips: { isHealthy: false },
  drops: { isHealthy: false },
} as const;
export type BehaviourName = keyof typeof receiverBehaviours;

/** A delivery that an endpoint has answered with 2xx. */
export interface Arrival {
  objectId: number;
  type: string;
  n: number;
  sequence: number;
  /** Time of the signature, in Unix seconds. */
  signedAt: number;
}

const SLOW_MS = 40;
const DRIP_MS = 200;
/** One in this many requests to the flaky endpoint fails. */
const FLAKY_EVERY = 150;

/** A partner's endpoint, on its own port. */
export class ChaosEndpoint {
  readonly arrivals: Arrival[] = [];
  requests = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  /** @param behaviour may change while it runs */
  private constructor(public behaviour: BehaviourName) {
    this.#server = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const signedAt = Number(request.headers['webhook-timestamp']);
        this.#answer(Buffer.concat(chunks).toString(), signedAt, answer);
      });
      request.on('error', () => undefined);
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  static async start(behaviour: BehaviourName): Promise<ChaosEndpoint> {
    const endpoint = new ChaosEndpoint(behaviour);
    endpoint.#port = await listen(endpoint.#server);
    // nothing listens there any more, so connections are refused
    if (behaviour === 'refuses') await endpoint.stop();
    return endpoint;
  }

  #port = 0;

  get isHealthy(): boolean {
    return receiverBehaviours[this.behaviour].isHealthy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(body: string, signedAt: number, answer: ServerResponse): void {
    this.requests += 1;
    const accept = () => {
      const event = JSON.parse(body) as { type: string; sequence: number; data: { id: number; n: number } };
      const { type, sequence, data } = event;
      this.arrivals.push({
        objectId: data.id,
        type,
        n: data.n,
        sequence,
        signedAt,
      });
      answer.writeHead(200).end('ok');
    };
    switch (this.behaviour) {
      case 'quick':
        return accept();
      case 'slow':
        return void setTimeout(accept, SLOW_MS);
      case 'flaky':
        return this.requests % FLAKY_EVERY === 0 ? void answer.writeHead(503).end() : accept();
      case 'answers500':
        return void answer.writeHead(500).end('no');
      case 'answers429':
        return void answer.writeHead(429, { 'retry-after': '1' }).end();
      case 'answers410':
        return void answer.writeHead(410).end();
      case 'drops':
        return void answer.socket?.destroy();
      case 'drips': {
        // headers that never end: the status never becomes known
        const { socket } = answer;
        socket?.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket?.write('X-Drip: 1\r\n'), DRIP_MS);
        socket?.once('close', () => clearInterval(timer));
        return;
      }
      case 'hangs':
      case 'refuses':
        return;
    }
  }
}
