import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { eventLoopGate } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyReader } from './body-reader.js';
import type { BodyMemoryLimit } from './body-memory-limit.js';
import { hasBody } from './read-body.js';
import { requestOwner } from '../limits/request-owner.js';

const bodyless = new Set(['GET', 'HEAD', 'TRACE']);

const largeBodies = new WeakSet<FastifyRequest>();

/** Whether the request has a large body; known once it has been read. */
export const hasLargeBody = (request: FastifyRequest): boolean => largeBodies.has(request);

/**
 * Reads the body once all guards of the modules have accepted the request and its memory is free. A refused caller gets
 * the answer before a byte is read.
 */
export class ReadableBodyGuard implements CanActivate {
  constructor(
    private readonly bodies: BodyReader,
    private readonly bodyMemory: BodyMemoryLimit,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (bodyless.has(request.method) || !hasBody(request)) return true;
    return this.#read(request, http.getResponse<FastifyReply>());
  }

  async #read(request: FastifyRequest, reply: FastifyReply): Promise<true> {
    const limit = this.bodies.getLimit(request);
    const bytes = Number(request.headers['content-length'] ?? limit);
    if (this.bodyMemory.isSmall(bytes)) {
      request.body = await this.bodies.parse(request, await this.bodies.read(request));
      return true;
    }
    // a longer one is refused unread
    if (bytes <= limit) await this.bodyMemory.enter(request, reply, bytes);
    const body = await this.bodies.read(request);
    if (!this.bodyMemory.isSmall(body.length)) largeBodies.add(request);
    await eventLoopGate.enter(requestOwner(request));
    request.body = await this.bodies.parse(request, body);
    return true;
  }
}
