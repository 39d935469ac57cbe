import type { Actor } from '@app/access';
import { DatabaseUnavailable } from '@app/database';
import { Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { findTraceId } from './request-trace.js';

interface LoggedFacts {
  client?: string;
  portal?: number | null;
  cause?: { cause: string; err?: unknown };
}

const loggedFacts = new WeakMap<FastifyRequest, LoggedFacts>();

/** Records for the log which client has authenticated; a token already names it. */
export function setLoggedClient(
  request: FastifyRequest,
  client: { clientId: string; portalId: number | null },
): void {
  loggedFacts.set(request, { ...loggedFacts.get(request), client: client.clientId, portal: client.portalId });
}

/** Records for the log why a request got 503. */
export function setLoggedError(request: FastifyRequest, problem: Problem): void {
  const { cause } = problem;
  const words = cause instanceof Error ? cause.message : problem.message;
  const code = (cause as { code?: unknown } | undefined)?.code;
  const text = [code, words].filter((part) => typeof part === 'string' && part !== '').join(' ');
  // the position in the code is the same for all requests while Postgres is unavailable
  const err = problem instanceof DatabaseUnavailable ? undefined : cause;
  loggedFacts.set(request, {
    ...loggedFacts.get(request),
    cause: { cause: text.slice(0, 500), ...(err !== undefined && { err }) },
  });
}

/** Why a request got 503. */
export const findRefusal = (request: FastifyRequest): LoggedFacts['cause'] => loggedFacts.get(request)?.cause;

/** The caller and the id of a request, for every log line about it. */
export function logFields(request: FastifyRequest & { actor?: Actor }): Record<string, unknown> {
  const { client, portal } = loggedFacts.get(request) ?? {};
  const { client_id = client, portal_id = portal } = request.actor?.claims ?? {};
  const route = request.is404 ? undefined : request.routeOptions.url;
  const trace = findTraceId(request);
  return {
    ref: request.id,
    ...(client_id !== undefined && { client: client_id }),
    ...(portal_id !== undefined && portal_id !== null && { portal: portal_id }),
    ...(route !== undefined && { route }),
    ...(trace !== undefined && { trace }),
  };
}
