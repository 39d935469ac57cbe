import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { BodyReader } from './body-reader.js';
import { hasBody } from './read-body.js';

const bodyless = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Reads the body once all guards of the modules have accepted the request: a refused caller is told before a byte is
 * read, and costs nothing more.
 */
export class ReadableBodyGuard implements CanActivate {
  constructor(private readonly bodies: BodyReader) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return bodyless.has(request.method) || !hasBody(request) ? true : this.#read(request);
  }

  async #read(request: FastifyRequest): Promise<true> {
    request.body = await this.bodies.read(request);
    return true;
  }
}
