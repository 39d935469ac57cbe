import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, findForgery, listen } from '@app/local-services';
import { DocumentationMismatch } from './documentation-mismatch.js';

export interface ReceivedEvent {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
}

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
        const problem = findForgery(request.headers, body, this.#secret);
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
   * @throws DocumentationMismatch when one has not arrived in time or a signature was wrong
   */
  async waitFor(types: string[], milliseconds: number): Promise<ReceivedEvent[]> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      if (this.#refused[0])
        throw new DocumentationMismatch(`a delivery was refused by the receiver: ${this.#refused[0]}`);
      const events = types.map((type) => this.#received.find((event) => event.type === type));
      if (events.every((event) => event !== undefined)) return events;
      const remainingMs = deadline - Date.now();
      const missing = types.filter((_, index) => !events[index]);
      if (remainingMs <= 0)
        throw new DocumentationMismatch(`no ${missing.join(', ')} within ${milliseconds / 1000} s`);
      await new Promise<void>((done) => {
        const timer = setTimeout(done, remainingMs);
        this.#onChange = () => (clearTimeout(timer), done());
      });
    }
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }
}
