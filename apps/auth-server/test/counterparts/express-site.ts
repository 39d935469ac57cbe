import { ExpressAdapter } from '@nestjs/platform-express';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The fields that Express and its usual middleware add to a request. */
export interface ExpressRequest extends IncomingMessage {
  path: string;
  query: Record<string, string | string[]>;
  body: Record<string, string> | undefined;
  cookies: Record<string, string>;
  session: object;
  user?: object;
}
type Handler = (request: ExpressRequest, reply: ServerResponse, next: () => void) => unknown;

/** An application of a partner on Express, with cookies, forms and sessions in memory. */
export class ExpressSite {
  readonly #adapter = new ExpressAdapter();
  readonly #sessions = new Map<string, object>();
  readonly app = this.#adapter.getInstance<{ use: (path: string, ...handlers: Handler[]) => void }>();

  constructor() {
    this.#adapter.registerParserMiddleware();
    this.app.use('/', (request, reply, next) => {
      const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=', 2));
      request.cookies = Object.fromEntries(
        pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)]),
      );
      const sid = request.cookies['sid'] ?? crypto.randomUUID();
      if (!this.#sessions.has(sid)) this.#sessions.set(sid, emptySession());
      request.session = this.#sessions.get(sid)!;
      reply.appendHeader('set-cookie', `sid=${sid}`);
      next();
    });
  }

  /** @returns its address, without a slash at the end */
  async listen(): Promise<string> {
    this.#adapter.initHttpServer({});
    await new Promise<void>((resolve) => void this.#adapter.listen(0, '127.0.0.1', resolve));
    const { port } = this.#adapter.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    await this.#adapter.close();
  }
}

/** The session that passport expects of express-session. */
const emptySession = (): object => {
  const done = (callback: () => void) => callback();
  return { regenerate: done, save: done };
};
