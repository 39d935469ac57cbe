import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { toNetwork } from '@app/http';
import { FairSemaphore, loadLimits } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, mergeMap, type Observable } from 'rxjs';
import { Sessions } from '../sessions/index.js';
import type { PageAnswer } from './page.js';
import { PageSender } from './page-sender.js';

export const anonymousPages = new FairSemaphore(loadLimits.anonymous_pages.most, 'anonymous_pages');

/**
 * Sends what page handlers return. A page for a browser without a session is created under a permit: callers can request
 * such pages from many networks, and token requests share the event loop with them. A posted form needs none, because
 * passwords and mails have their own limits.
 */
@Injectable()
export class PageInterceptor implements NestInterceptor<PageAnswer> {
  constructor(
    private readonly sender: PageSender,
    private readonly sessions: Sessions,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const leave = await this.#enter(request, reply);
    return next.handle().pipe(
      mergeMap((page) => this.sender.answer(page, request, reply)),
      finalize(leave),
    );
  }

  async #enter(request: FastifyRequest, { raw: client }: FastifyReply): Promise<() => void> {
    if (request.method !== 'GET' || (await this.sessions.current(request))) return () => undefined;
    return anonymousPages.enter(toNetwork(request.ip), 1, { client });
  }
}
