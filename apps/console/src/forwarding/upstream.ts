import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, Unavailable } from '@app/kernel';
import { metrics } from '@app/metrics';
import { Agent, request, type Dispatcher } from 'undici';
import type { Settings } from '../config.js';
import type { ForwardedServer } from './operations.generated.js';

/** For the headers of an answer, and between two parts of its body. */
const TIMEOUT_MS = 30_000;
/** Less than the servers keep a connection that nobody uses. */
const IDLE_MS = 30_000;
const CONNECTIONS = 64;

/** A request to one of the two servers. */
export interface UpstreamRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

/** The connections to the resource API and the authorization server, whose addresses are fixed. */
@Injectable()
export class Upstream implements OnApplicationShutdown {
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  readonly #addresses: Record<ForwardedServer, string>;

  constructor(@Inject(SETTINGS) { API_URL, API_PUBLIC_URL, AUTH_URL, AUTH_PUBLIC_URL }: Settings) {
    this.#addresses = { api: API_URL ?? API_PUBLIC_URL, auth: AUTH_URL ?? AUTH_PUBLIC_URL };
  }

  /** @throws Unavailable when the server does not answer in time */
  async send(server: ForwardedServer, sent: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    try {
      const answer = await request(this.#addresses[server] + sent.path, {
        method: sent.method,
        headers: sent.headers,
        dispatcher: this.#agent,
        ...(sent.body !== undefined && { body: sent.body }),
      });
      metrics.console_forwarded_total.inc({ server, status: answer.statusCode });
      return answer;
    } catch (error) {
      metrics.console_forwarded_total.inc({ server, status: 0 });
      throw new Unavailable('The server that answers this cannot be reached.', 5, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#agent.close();
  }
}
