import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Parameters that keep working until the day of `Sunset`, at least twelve months after they were deprecated (contract
 * 2.13).
 */
const deprecated = ['locale', 'provider'];
/** RFC 9745: the day of their deprecation, 2026-11-21. */
const SINCE = '@1795219200';
/** RFC 8594. */
const SUNSET = 'Wed, 01 Dec 2027 00:00:00 GMT';

/** Warns a client about deprecated parameters, by the headers of RFC 9745 and RFC 8594. */
@Injectable()
export class DeprecatedParameters implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const query = http.getRequest<FastifyRequest>().query as Record<string, unknown>;
    if (deprecated.some((name) => name in query))
      http.getResponse<FastifyReply>().headers({ deprecation: SINCE, sunset: SUNSET });
    return next.handle();
  }
}
