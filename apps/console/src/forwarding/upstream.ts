import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FairSemaphore, loadLimits, SETTINGS, Unavailable } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { Agent, errors, request, type Dispatcher } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { Settings } from '../config.js';
import type { ForwardedServer } from './operations.generated.js';

/** Time limit for the headers of an answer. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Time limit between two parts of an answer's body. */
const BODY_TIMEOUT_MS = 30_000;
/** Less than the servers' keep-alive timeout. */
const KEEP_ALIVE_MS = 30_000;
/** Twice the largest page that the servers answer. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const SLOW = `The server has not answered for ${HEADERS_TIMEOUT_MS / 1_000} seconds.`;

/** A request to one of the two servers. */
export interface UpstreamRequest {
  server: ForwardedServer;
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
  portalId: number;
}

/** The answer of one of the two servers. */
export interface UpstreamAnswer<Body extends Buffer | Readable> {
  status: number;
  headers: IncomingHttpHeaders;
  body: Body;
}

/**
 * Sends requests to the resource API and the authorization server, whose URLs are fixed. Portals share the permits
 * fairly, and downloads have their own.
 */
@Injectable()
export class Upstream implements OnApplicationShutdown {
  readonly #requests = new FairSemaphore(loadLimits.forwarded_requests.most, 'forwarded_requests');
  readonly #downloads = new FairSemaphore(loadLimits.forwarded_downloads.most, 'forwarded_downloads');
  readonly #agent = createAgent(MAX_ANSWER_BYTES);
  readonly #downloading = createAgent();
  readonly #addresses: Record<ForwardedServer, string>;

  constructor(@Inject(SETTINGS) { API_URL, API_PUBLIC_URL, AUTH_URL, AUTH_PUBLIC_URL }: Settings) {
    this.#addresses = { api: API_URL ?? API_PUBLIC_URL, auth: AUTH_URL ?? AUTH_PUBLIC_URL };
  }

  /**
   * Sends a request and reads its answer whole, so that a client that does not read holds no connection.
   * @throws ServerBusy if no permit is free within two seconds; Unavailable if the server does not answer in time
   */
  async send(sent: UpstreamRequest, reply?: FastifyReply): Promise<UpstreamAnswer<Buffer>> {
    const leave = await this.#requests.enter(`portal ${sent.portalId}`, 1, { client: reply?.raw });
    try {
      return await this.#request(sent, this.#agent, async (body) => Buffer.from(await body.arrayBuffer()));
    } finally {
      leave();
    }
  }

  /**
   * Sends a request whose answer is a file of any length. It holds its permit until the reply is closed.
   * @throws ServerBusy if no permit is free within two seconds; Unavailable if the server does not answer in time
   */
  async download(sent: UpstreamRequest, reply: FastifyReply): Promise<UpstreamAnswer<Readable>> {
    const leave = await this.#downloads.enter(`portal ${sent.portalId}`, 1, { client: reply.raw });
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
    return this.#request(sent, this.#downloading, async (body) => body);
  }

  async #request<Body extends Buffer | Readable>(
    { server, method, path, headers, body: sentBody }: UpstreamRequest,
    dispatcher: Agent,
    read: (body: Dispatcher.ResponseData['body']) => Promise<Body>,
  ): Promise<UpstreamAnswer<Body>> {
    try {
      const answer = await request(this.#addresses[server] + path, {
        method,
        headers,
        dispatcher,
        ...(sentBody !== undefined && { body: sentBody }),
      });
      const body = await read(answer.body);
      metrics.console_forwarded_total.inc({ server, status: answer.statusCode });
      return { status: answer.statusCode, headers: answer.headers, body };
    } catch (error) {
      metrics.console_forwarded_total.inc({ server, status: 0 });
      const isSlow = error instanceof errors.HeadersTimeoutError;
      throw new Unavailable(isSlow ? SLOW : 'The server that answers this cannot be reached.', 5, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#agent.close(), this.#downloading.close()]);
  }
}

/** Its connections are limited by the permits. @param maxResponseSize bytes; -1: unlimited */
const createAgent = (maxResponseSize = -1): Agent =>
  new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    maxResponseSize,
  });
