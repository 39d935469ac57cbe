import type { Actor } from '@app/access';
import { withCaller, type Caller } from '@app/database';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request, as far as the shares of database connections need to know it. */
class RequestCaller implements Caller {
  constructor(private readonly request: FastifyRequest & { actor?: Actor }) {}

  get operation(): string {
    return `${this.request.method} ${this.request.routeOptions.url ?? ''}`;
  }

  get portalId(): number | undefined {
    return this.request.actor?.claims.portal_id;
  }
}

/** Lets work know which request it is for. After the body has been read, because reading it would lose that. */
export function rememberCallers(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => withCaller(new RequestCaller(request), done));
}
