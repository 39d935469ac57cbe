import type { Actor } from '@app/access';
import { callerOf, withCaller, type Caller } from '@app/database';
import { addToLogLines } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { factsOf } from './request-facts.js';

/** A request as the caller whose share of database connections it uses. */
class RequestCaller implements Caller {
  constructor(readonly request: FastifyRequest & { actor?: Actor }) {}

  get operation(): string {
    return `${this.request.method} ${this.request.routeOptions.url ?? ''}`;
  }

  get portalId(): number | undefined {
    return this.request.actor?.claims.portal_id;
  }
}

/** Records which request work is for. Runs after the body has been read, because reading it would lose the context. */
export function rememberCallers(fastify: FastifyInstance): void {
  // every line that is written on behalf of a request says which, and whose
  addToLogLines(() => {
    const caller = callerOf();
    return caller instanceof RequestCaller ? factsOf(caller.request) : {};
  });
  fastify.addHook('preHandler', (request, _reply, done) => withCaller(new RequestCaller(request), done));
}
