import { listen, readPort } from '@app/local-services';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface PassedRequest {
  method: string;
  /** With its query. */
  path: string;
  body: string;
}

export interface PassedAnswer {
  status: number;
  /** JSON, or empty. */
  body: string;
}

type Before = (request: PassedRequest) => PassedAnswer | undefined | void | Promise<void>;
type After = (request: PassedRequest, answer: PassedAnswer) => PassedAnswer | Promise<PassedAnswer>;

/** A proxy in front of a server with a JSON API, with which a test records, delays or replaces requests and answers. */
export class InterceptingProxy {
  /** Returns an answer instead of the server's; undefined: the request is passed on. */
  before: Before = () => undefined;
  /** Changes the server's answer. */
  after: After = (_, answer) => answer;
  readonly #server: Server;

  private constructor(target: string) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const passed = { method: request.method!, path: request.url!, body: await text(request) };
        const answer =
          (await this.before(passed)) ?? (await this.after(passed, await forward(target, passed)));
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(answer.body);
      })().catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(target: string): Promise<InterceptingProxy> {
    const proxy = new InterceptingProxy(target);
    await listen(proxy.#server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${readPort(this.#server)}`;
  }

  /** Passes everything on unchanged again. */
  reset(): void {
    this.before = () => undefined;
    this.after = (_, answer) => answer;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function forward(target: string, { method, path, body }: PassedRequest): Promise<PassedAnswer> {
  const type =
    path.includes('_bulk') || path.includes('_msearch') ? 'application/x-ndjson' : 'application/json';
  const answer = await fetch(new URL(path, target), {
    method,
    ...(body === '' ? {} : { body, headers: { 'content-type': type } }),
  });
  return { status: answer.status, body: await answer.text() };
}
