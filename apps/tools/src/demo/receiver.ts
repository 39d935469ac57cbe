import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, findForgery, listen } from '@app/local-services';
import { BrokenPromise } from './promises.js';

export interface ReceivedEvent {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
}

/** Seconds for which a signature is valid. */
const TOLERANCE_SECONDS = 60;

/** A webhook receiver like a partner's: it verifies each delivery first, and answers 401 if that fails. */
export class DemoReceiver {
  readonly #server: Server;
  readonly #received: ReceivedEvent[] = [];
  readonly #refused: string[] = [];
  #secret = '';
  #onChange: () => void = () => undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const problem = signatureProblem(request.headers, body, this.#secret);
        if (problem) this.#refused.push(problem);
        else this.#received.push(JSON.parse(body) as ReceivedEvent);
        response.writeHead(problem ? 401 : 204).end();
        this.#onChange();
      });
    });
  }

  /** Listens on a free port; returns the URL for the webhook. */
  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/learning-platform-tour`;
  }

  expectSecret(secret: string): void {
    this.#secret = secret;
  }

  /**
   * The first event of each type, in the requested order.
   * @throws BrokenPromise when one has not arrived in time or a signature was wrong
   */
  async waitFor(types: string[], milliseconds: number): Promise<ReceivedEvent[]> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      if (this.#refused[0])
        throw new BrokenPromise(`a delivery was refused by the receiver: ${this.#refused[0]}`);
      const events = types.map((type) => this.#received.find((event) => event.type === type));
      if (events.every((event) => event !== undefined)) return events;
      const patience = deadline - Date.now();
      const missing = types.filter((_, index) => !events[index]);
      if (patience <= 0) throw new BrokenPromise(`no ${missing.join(', ')} within ${milliseconds / 1000} s`);
      await new Promise<void>((done) => {
        const timer = setTimeout(done, patience);
        this.#onChange = () => (clearTimeout(timer), done());
      });
    }
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }
}

/** The fault of either signature of a delivery; undefined when there is none. */
export function signatureProblem(
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
): string | undefined {
  return findForgery(headers, body, secret) ?? plainProblem(headers, body, secret);
}

/** `t=<unix>,v1=<hex>` over time and body, keyed with the secret's own characters. */
function plainProblem(headers: IncomingHttpHeaders, body: string, secret: string): string | undefined {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]+)/.exec(String(headers['x-webhook-signature'])) ?? [];
  if (isStale(Number(time))) return 'the time in X-Webhook-Signature is too far from now';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return isSame(signature ?? '', expected) ? undefined : 'X-Webhook-Signature does not fit the body';
}

const isStale = (time: number): boolean => !(Math.abs(Date.now() / 1000 - time) <= TOLERANCE_SECONDS);

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
