import cors from '@fastify/cors';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, type ServerSettings } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { registerBodyParsers, type BodyOptions } from './body-parsers.js';
import { addETags } from './etag.js';
import { ErrorFilter, problemOfStatus, renderEnvelope, type ErrorRenderer } from './error.filter.js';
import { usePlainMessages } from './messages.js';
import { NestLogger } from './nest-logger.js';
import { parseForm, parseQuery } from './query-parser.js';
import { logRequests } from './request-log.js';
import { RouteTable } from './routes.js';
import { takeInUnreadBodies } from './unread-body.js';
import { SchemaPipe } from './validation.pipe.js';

export interface HttpOptions {
  name: string;
  settings: Pick<ServerSettings, 'LOG_LEVEL' | 'LOG_FORMAT' | 'TRUSTED_PROXIES' | 'HOST'>;
  render?: ErrorRenderer;
  body?: Partial<BodyOptions>;
  parseQuery?: (text: string) => Record<string, unknown>;
  /** Which requests get CORS headers; pages get none. */
  cors?: (request: FastifyRequest) => boolean;
  logger?: Logger;
}

export interface HttpApp {
  app: NestFastifyApplication;
  routes: RouteTable;
  logger: Logger;
}

const maxUrl = 32 * 1024;

const corsHeaders = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Api-Version',
    'Idempotency-Key',
    'If-Match',
    'X-User-Token',
    'X-Requested-With', // Swagger UI sends it to the token endpoint
  ],
  exposedHeaders: [
    'ETag',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'Deprecation',
    'Sunset',
    'WWW-Authenticate',
  ],
  maxAge: 600,
  strictPreflight: false,
};

/** Headers of every answer; pages replace what they need otherwise. Made once: a plugin would make them per request. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * A Nest application with everything that wire contract sections 1 and 2 ask of every endpoint: query parser,
 * three body types, CORS, request id, error form, limits, request log without secrets.
 */
export async function createHttpApp(module: Type | DynamicModule, options: HttpOptions): Promise<HttpApp> {
  usePlainMessages();
  const logger =
    options.logger ??
    createLogger({
      name: options.name,
      level: options.settings.LOG_LEVEL,
      format: options.settings.LOG_FORMAT,
    });
  const adapter = new FastifyAdapter({
    bodyLimit: options.body?.bodyLimit ?? 1024 * 1024,
    routerOptions: {
      maxParamLength: 500,
      ignoreTrailingSlash: true,
      querystringParser: options.parseQuery ?? parseQuery,
    },
    http: { maxHeaderSize: 48 * 1024 },
    trustProxy: options.settings.TRUSTED_PROXIES.length > 0 ? options.settings.TRUSTED_PROXIES : false,
    genReqId: () => `req_${randomUUID()}`,
    requestIdHeader: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    forceCloseConnections: 'idle',
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      filter.answer(error, request, reply),
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const routes = new RouteTable();
  const filter = new ErrorFilter(options.render ?? renderEnvelope, (path) => routes.methodsOf(path), logger);
  routes.watch(fastify);
  await prepare(fastify, options, logger);

  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.useGlobalPipes(new SchemaPipe());
  app.useGlobalFilters(filter);
  return { app, routes, logger };
}

async function prepare(fastify: FastifyInstance, options: HttpOptions, logger: Logger): Promise<void> {
  await registerBodyParsers(fastify, { bodyLimit: 1024 * 1024, parseForm, ...options.body });
  const answersCors = options.cors;
  if (answersCors) {
    await fastify.register(cors, {
      delegator: (request: FastifyRequest, callback: (error: Error | null, options: object) => void) =>
        callback(null, answersCors(request) ? corsHeaders : { origin: false }),
    });
  } else await fastify.register(cors, corsHeaders);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    done((request.raw.url?.length ?? 0) > maxUrl ? problemOfStatus(414) : undefined);
  });
  // Fastify adds a charset; a known client reads error messages only without one.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('application/json;')) {
      void reply.header('content-type', 'application/json');
    }
    done(null, payload);
  });
  takeInUnreadBodies(fastify);
  addETags(fastify);
  logRequests(fastify, logger);
}
