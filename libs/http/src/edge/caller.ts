import type { Actor, AuditOrigin } from '@app/access';
import { requestContext, runInContext, type RequestContext } from '@app/database';
import { addToLogLines } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from '../body/read-body.js';
import { hasLargeBody } from '../body/readable-body.guard.js';
import { logFields } from './request-facts.js';

/** Milliseconds until the answer to a request must begin, and as many for its body to arrive. */
const MAX_REQUEST_MS = 30_000;

/** The origin of a request, which always has an address. */
type RequestOrigin = AuditOrigin & { ip: string };

/** A request as the owner of database connections. */
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

  /** False once an answer has begun, because it may continue, like an export. */
  get isOverdue(): boolean {
    const ms = hasBody(this.request) ? 2 * MAX_REQUEST_MS : MAX_REQUEST_MS;
    return this.reply.elapsedTime > ms && !this.reply.raw.headersSent;
  }
}

/** Records the current request. Runs after the body has been read, because reading it would lose the context. */
export function bindRequestContext(fastify: FastifyInstance): void {
  // adds the request and its caller to every log line that is written on its behalf
  addToLogLines(() => {
    const caller = requestContext();
    return caller instanceof RequestCaller ? logFields(caller.request) : {};
  });
  fastify.addHook('preHandler', (request, reply, done) =>
    runInContext(new RequestCaller(request, reply), done),
  );
}

/**
 * The origin of the current request, for the audit log.
 * @throws Error outside requests
 */
export const currentOrigin = (): RequestOrigin => currentCaller().origin;

/**
 * The reply to the current request.
 * @throws Error outside requests
 */
export const currentReply = (): FastifyReply => currentCaller().reply;

function currentCaller(): RequestCaller {
  const caller = requestContext();
  if (!(caller instanceof RequestCaller)) throw new Error('no request is being handled');
  return caller;
}
