import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Problem } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';

/** Strong validator of these bytes (RFC 9110 section 8.8.3). */
export const computeDigest = (bytes: string | Buffer): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** Strong validator of an object in answers (RFC 9110 section 8.8.3). */
export const computeEtag = (shown: object): string => computeDigest(JSON.stringify(shown));

/** Whether an If-Match or If-None-Match header names the validator. */
export const matchesETag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' ||
    header
      .split(',')
      .map((item) => item.trim().replace(/^W\//, ''))
      .includes(etag));

/** The If-Match header, for {@link assertMatch} inside the transaction of the change. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/**
 * Accepts the ETag of each form in which the caller may have read the object.
 * @throws Problem 412 when the object has changed since the caller read it (contract 2.8)
 */
export function assertMatch(ifMatch: string | undefined, ...shown: object[]): void {
  if (ifMatch === undefined || shown.some((one) => matchesETag(ifMatch, computeEtag(one)))) return;
  throw new Problem(412, 'precondition_failed', 'It has been changed in the meantime: read it again.');
}

/** Answers of the route have an ETag; see {@link addETags}. */
export const WithETag = () => RouteConfig({ etag: true });

/** Adds the ETag to the finished bytes of an answer, and answers 304 if the caller already has them. */
export function addETags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { config } = request.routeOptions as { config?: { etag?: boolean } };
    if (!config?.etag || typeof payload !== 'string' || reply.statusCode >= 300) return done(null, payload);
    const etag = computeDigest(payload);
    void reply.header('etag', etag);
    if (request.method !== 'GET' || !matchesETag(request.headers['if-none-match'], etag))
      return done(null, payload);
    void reply.status(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}
