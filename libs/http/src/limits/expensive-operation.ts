import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { requestContext } from '@app/database';
import { FairQuota, FairSemaphore, loadLimits } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, map, type Observable } from 'rxjs';
import { requestOwner } from './request-owner.js';
import { jsonAnswer, WholeAnswer } from '../whole-answer.js';

const { most: PERMITS } = loadLimits.expensive_operations;
/** A portal gets one of two permits, and so does an operation, which may wait for a locked table. */
const permits = new FairSemaphore(PERMITS, 'expensive_operations');
const permitsOfOperations = new FairQuota(PERMITS);

/** A sentence of the descriptions of these operations. */
export const EXPENSIVE_TEXT =
  'Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.';

/**
 * Waits for a permit to read and serialise an expensive answer, or a part of it, for the current request.
 * @param owner as returned by {@link requestOwner}
 * @returns a function that releases the permit
 * @throws Unavailable if none is free in time
 */
export function enterExpensiveOperation(
  owner: string,
  options: Pick<NonNullable<Parameters<FairSemaphore['enter']>[2]>, 'client' | 'waitMs'> = {},
): Promise<() => void> {
  const claim = { quota: permitsOfOperations, owner: requestContext()?.operation };
  return permits.enter(owner, 1, { ...options, listClaims: () => [claim] });
}

/**
 * Holds a permit from before the handler reads until its answer is JSON text, so that between other requests the event
 * loop serialises at most two of these answers. Of a file the handler reads only the beginning.
 */
@Injectable()
export class ExpensiveOperationGate implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const owner = requestOwner(http.getRequest<FastifyRequest>());
    const client = http.getResponse<FastifyReply>().raw;
    const leave = await enterExpensiveOperation(owner, { client });
    return next.handle().pipe(map(serialise), finalize(leave));
  }
}

const serialise = (answer: unknown): unknown =>
  answer instanceof WholeAnswer || answer instanceof StreamableFile
    ? answer
    : jsonAnswer(JSON.stringify(answer));
