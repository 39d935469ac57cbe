import { Inject, Injectable } from '@nestjs/common';
import { BodyMemoryLimit, hasBody, prefersHtml, problemOfStatus, readBody } from '@app/http';
import { Problem, SETTINGS, type ErrorCode } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Settings } from '../config.js';
import { ConsoleLimits } from '../edge/index.js';
import { ConsoleSessions } from '../session/index.js';
import { compress, isCompressible } from './compress.js';
import { forwardedHeaders, passedHeaders } from './headers.js';
import type { ForwardedServer } from './operations.generated.js';
import { isForwardedOperation } from './operations.js';
import { Upstream, type UpstreamAnswer } from './upstream.js';

const DOWNLOAD = '/bff/download';

/** Forwards allowed operations to two fixed URLs, with the token of the session. */
@Injectable()
export class Forwarder {
  readonly #bodyMemory: BodyMemoryLimit;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limits: ConsoleLimits,
    private readonly sessions: ConsoleSessions,
    private readonly upstream: Upstream,
  ) {
    this.#bodyMemory = new BodyMemoryLimit(settings.MAX_BODIES_BYTES);
  }

  /** Adds the routes. */
  serve(fastify: FastifyInstance): void {
    const add = (
      prefix: string,
      server: ForwardedServer,
      method: ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[],
    ) =>
      fastify.route({
        method,
        url: `${prefix}/*`,
        exposeHeadRoute: false,
        handler: (request, reply) => this.#forward(prefix, server, request, reply),
      });
    add('/bff/api', 'api', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    add('/bff/auth', 'auth', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    // exports, as links
    add(DOWNLOAD, 'api', ['GET']);
  }

  /** @throws Problem 404 for an operation that is not allowed, before the session is read */
  async #forward(
    prefix: string,
    server: ForwardedServer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const url = request.raw.url ?? '';
    const [path = ''] = url.split('?', 1);
    const target = path.slice(prefix.length);
    if (!path.startsWith(`${prefix}/`) || !isForwardedOperation(server, request.method, target))
      throw problemOfStatus(404);
    const session = await this.sessions.get(request);
    this.limits.countForwarded(session.accountId);
    if (request.method !== 'GET') this.sessions.assertCsrf(request, session);
    const body = hasBody(request) ? await this.#readBody(request, reply, session.portalId) : undefined;
    const sent = {
      server,
      method: request.method,
      path: url.slice(prefix.length),
      headers: forwardedHeaders(request, await this.sessions.accessToken(session)),
      body,
      portalId: session.portalId,
    };
    const answer =
      prefix === DOWNLOAD ? await this.upstream.download(sent, reply) : await this.upstream.send(sent, reply);
    if (answer.status === 401) {
      if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
      throw await this.sessions.endRefused(session);
    }
    if (prefix === DOWNLOAD && answer.status >= 400 && prefersHtml(request)) throw await readRefusal(answer);
    void reply.status(answer.status).headers(passedHeaders(answer.headers));
    if (!isCompressible(request, answer)) return reply.send(answer.body);
    void reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    return reply.send(await compress(answer.body));
  }

  /** Waits for memory first, because a body is buffered until it has been forwarded. */
  async #readBody(request: FastifyRequest, reply: FastifyReply, portalId: number): Promise<Buffer> {
    const most = this.settings.MAX_BODY_BYTES;
    const bytes = Number(request.headers['content-length'] ?? most);
    if (!this.#bodyMemory.isSmall(bytes) && bytes <= most)
      await this.#bodyMemory.enter(request, reply, bytes, `portal ${portalId}`);
    return readBody(request, most);
  }
}

/** The refusal of a download, for the page that is displayed instead of a file. */
async function readRefusal({ status, body }: UpstreamAnswer<Buffer | Readable>): Promise<Problem> {
  const refusal = JSON.parse(Buffer.isBuffer(body) ? body.toString() : await text(body)) as {
    error_code: ErrorCode;
    message: string;
  };
  return new Problem(status, refusal.error_code, refusal.message);
}
