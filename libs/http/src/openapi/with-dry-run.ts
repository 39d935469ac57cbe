import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Flag } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { z } from 'zod';
import { ApiResponse } from './api-decorators.js';

/** Sets the status before the answer is created, so that a repeated answer has it too. */
class DryRunStatus implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { body } = http.getRequest<FastifyRequest<{ Body: { dry_run?: unknown } | null | undefined }>>();
    if (Flag.safeParse(body?.dry_run).data) void http.getResponse<FastifyReply>().status(200);
    return next.handle();
  }
}

/** The operation answers 200 to a body with `dry_run`. Apply it below `Operation`, which may repeat an answer. */
export const WithDryRun = (answer: z.ZodType) =>
  applyDecorators(
    UseInterceptors(DryRunStatus),
    ApiResponse({ status: 200, description: 'With `dry_run`: nothing changes.', standardSchema: answer }),
  );
