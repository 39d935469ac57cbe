import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  BadRequest,
  errorEnvelope,
  isFieldErrorCode,
  Problem,
  type ErrorCode,
  type FieldError,
  type FieldErrorCode,
} from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { REQUIRED } from './messages.js';
import { setLoggedError } from '../edge/request-facts.js';

/** Sends a refusal in the format of its area: the envelope for /v2, the format of RFC 6749 for /oauth. */
export type ErrorRenderer = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => void;

/** Called with every refusal of a request before it is sent; must not throw or wait. */
export type RefusalListener = (problem: Problem, request: FastifyRequest) => void;

/** A refusal as JSON, for the URL it belongs to; `ref` is the id of the request. */
export type ErrorShape = (
  problem: Problem,
  url: string,
  ref: string,
) => { status: number; headers: Record<string, string>; body: object };

/** The envelope of the resource API and /client. */
export const envelopeShape: ErrorShape = (problem, _url, ref) => ({
  status: problem.status,
  headers: problem.headers,
  body: errorEnvelope(problem, ref),
});

/** Sends refusals in this shape, chosen by the URL. */
export const createRenderer =
  (shape: ErrorShape): ErrorRenderer =>
  (problem, request, reply) => {
    const { status, headers, body } = shape(problem, request.url, request.id);
    void reply.status(status).headers(headers).send(body);
  };

const plain: Record<number, [code: ErrorCode, message: string]> = {
  400: ['bad_request', 'The request cannot be read.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This address does not answer this method.'],
  413: ['payload_too_large', 'The body is too large.'],
  414: ['uri_too_long', 'The address is too long.'],
  415: ['unsupported_media_type', 'The body must be JSON, urlencoded or multipart/form-data.'],
  431: ['headers_too_large', 'The headers are too large.'],
};

/** A refusal with the standard message for its status; never a library's own text. */
export function problemOfStatus(status: number, headers: Record<string, string> = {}): Problem {
  const [code, message] = plain[status] ?? plain[400]!;
  return new Problem(status, code, message, { headers });
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: number } | null)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) return problemOfStatus(status);
  return new Problem(500, 'internal_error', 'Something went wrong on our side.', { cause: error });
}

/** Refusals of requests without a route, whose body was checked before that was known. */
const neverRouted = new Set([404, 413, 415]);

/** Headers that were set for the answer before its handler ran, by `@Header()` and the like. */
const answerHeaderNames = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'expires',
  'location',
];

/** Removes them, because an error is a different answer, and must not be cached. */
function removeAnswerHeaders(reply: FastifyReply): void {
  if (reply.sent) return;
  for (const name of answerHeaderNames) reply.removeHeader(name);
  if (!String(reply.getHeader('cache-control')).includes('no-store')) reply.removeHeader('cache-control');
}

/** Converts any thrown value to an answer; logs only our own faults. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly render: ErrorRenderer,
    private readonly allowedMethods: (path: string) => string[],
    private readonly logger: Logger,
    private readonly onRefusal?: RefusalListener,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    removeAnswerHeaders(reply);
    this.answer(error, http.getRequest<FastifyRequest>(), reply);
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    let problem = toProblem(error);
    // Fastify refuses QUERY without a Content-Type before it looks for a route (RFC 10008 2)
    if (request.is404 && (neverRouted.has(problem.status) || request.method === 'QUERY')) {
      const methods = this.allowedMethods(request.url.split('?', 1)[0] ?? '');
      // a route may itself answer 404
      if (methods.length > 0 && !methods.includes(request.method))
        problem = problemOfStatus(405, { allow: methods.join(', ') });
    }
    if (problem.status >= 500 && problem.status !== 503) {
      this.logger.error({ err: problem.cause ?? problem, ref: request.id }, 'request failed');
    } else if (problem.status === 503) {
      setLoggedError(request, problem); // for the log line about the request
    } else if (problem instanceof BadRequest && problem.cause !== undefined) {
      this.logger.warn(
        { err: problem.cause, ref: request.id },
        'a schema accepted a value that cannot be stored',
      );
    }
    if (reply.sent) return;
    this.onRefusal?.(problem, request);
    this.render(problem, request, reply);
  }
}

/** Zod's issues as the entries of `additional_errors`. */
export const fieldErrors = (
  issues: readonly { path?: readonly unknown[] | undefined; message: string; code?: string }[],
): FieldError[] =>
  issues.map((issue) => ({
    path: (issue.path ?? []).map(segmentText).join('.') || 'body',
    message: issue.message,
    error_code: issue.message === REQUIRED ? 'required' : toFieldErrorCode(issue.code),
  }));

const toFieldErrorCode = (code = 'invalid'): FieldErrorCode => (isFieldErrorCode(code) ? code : 'invalid');

const segmentText = (segment: unknown): string =>
  String(typeof segment === 'object' && segment !== null ? (segment as { key: unknown }).key : segment);
