import {
  createParamDecorator,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Problem } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { map, type Observable } from 'rxjs';

/** Strong validator of an object as the API shows it (RFC 9110 section 8.8.3). */
export const etagOf = (shown: object): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)}"`;

const lists = (header: string, etag: string): boolean =>
  header === '*' ||
  header
    .split(',')
    .map((item) => item.trim().replace(/^W\//, ''))
    .includes(etag);

/** The If-Match header, to be handed to {@link assertMatch} inside the transaction of the change. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/** @throws Problem 412 when the object is no longer the one the caller has seen. */
export function assertMatch(ifMatch: string | undefined, shown: object): void {
  if (ifMatch !== undefined && !lists(ifMatch, etagOf(shown))) {
    throw new Problem(412, 'precondition_failed', 'It was changed meanwhile: read it again.');
  }
}

/** Adds the ETag to an answer, and answers 304 when the caller has it already. */
@Injectable()
export class ETagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((shown: object) => {
        const etag = etagOf(shown);
        void reply.header('etag', etag);
        const known = request.headers['if-none-match'];
        if (request.method !== 'GET' || known === undefined || !lists(known, etag)) return shown;
        void reply.status(304);
        return undefined;
      }),
    );
  }
}
