import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { PageAnswer } from './page.js';
import { PageSender } from './page-sender.js';

/** Sends what page handlers return. */
@Injectable()
export class PageInterceptor implements NestInterceptor<PageAnswer> {
  constructor(private readonly sender: PageSender) {}

  intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    return next.handle().pipe(mergeMap((page) => this.sender.answer(page, request, reply)));
  }
}
