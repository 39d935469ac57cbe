import type { Actor, AuditOrigin } from '@app/access';
import { requestContext, runInContext, type RequestContext } from '@app/database';
import { addToLogLines } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from '../body/read-body.js';
import { hasLargeBody } from '../body/readable-body.guard.js';
import { logFields } from './request-facts.js';

/** Milliseconds that a request has until its answer begins, and again as many for its body to arrive. */
const MAX_REQUEST_MS = 30_000;

/** That of a request always has an address. */
type RequestOrigin = AuditOrigin & { ip: string };

/** A request as the caller whose share of database connections it uses. */
class RequestCaller implements RequestContext {
  constructor(
    readonly request: FastifyRequest & { actor?: Actor },
    readonly reply: FastifyReply,
  ) {}

  get operation(): string {
    return `${this.request.method} ${this.request.routeOptions.url ?? ''}`;
  }

  get portalId(): number | undefined {
    return this.request.actor?.claims.portal_id;
  }

  get clientId(): string | undefined {
    return this.request.actor?.clientId;
  }

  get origin(): RequestOrigin {
    const { ip, id: requestId, headers } = this.request;
    return { ip, userAgent: headers['user-agent']?.slice(0, 300), requestId };
  }

  get hasLargeBody(): boolean {
    return hasLargeBody(this.request);
  }

  /** An answer that has begun may go on, as exports do. */
  get isOverdue(): boolean {
    const ms = hasBody(this.request) ? 2 * MAX_REQUEST_MS : MAX_REQUEST_MS;
    return this.reply.elapsedTime > ms && !this.reply.raw.headersSent;
  }
}

/** Records which request work is for. Runs after the body has been read, because reading it would lose the context. */
export function bindRequestContext(fastify: FastifyInstance): void {
  // every line that is written on behalf of a request says which, and whose
  addToLogLines(() => {
    const caller = requestContext();
    return caller instanceof RequestCaller ? logFields(caller.request) : {};
  });
  fastify.addHook('preHandler', (request, reply, done) =>
    runInContext(new RequestCaller(request, reply), done),
  );
}

/**
 * Where the request came from that the current work is for; for the audit log.
 * @throws Error outside of requests
 */
export const currentOrigin = (): RequestOrigin => currentCaller().origin;

/** The reply to the request that the current work is for. @throws Error outside of requests */
export const currentReply = (): FastifyReply => currentCaller().reply;

function currentCaller(): RequestCaller {
  const caller = requestContext();
  if (!(caller instanceof RequestCaller)) throw new Error('no request is being handled');
  return caller;
}
