import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, type ServerSettings } from '@app/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { answerHeaders, isPreflight, preflightHeaders } from './answer-headers.js';
import { limitPipelining } from '../limits/limit-pipelining.js';
import { BodyReader, readBodiesAfterGuards, type BodyOptions } from '../body/body-reader.js';
import { BodyMemoryLimit } from '../body/body-memory-limit.js';
import { bindRequestContext } from './caller.js';
import { addETags } from '../etag.js';
import {
  envelopeShape,
  ErrorFilter,
  problemOfStatus,
  createRenderer,
  type ErrorRenderer,
  type ErrorShape,
  type RefusalListener,
} from '../errors/error.filter.js';
import { HttpAdapter } from './http-adapter.js';
import { parseLimits, type Limits, type RequestLimits } from '../limits/limits.js';
import { usePlainMessages } from '../errors/messages.js';
import { NestLogger } from './nest-logger.js';
import { noSchemas } from '../openapi/no-schemas.js';
import { queryParser } from '../query-parser.js';
import { RawErrorResponses } from '../errors/raw-error-responses.js';
import { ReadableBodyGuard } from '../body/readable-body.guard.js';
import { handleExpectHeader } from '../body/read-body.js';
import { measureRequest, measureRequests } from './request-metrics.js';
import { logRequest, logRequests } from './request-log.js';
import { traceRequests } from './request-trace.js';
import { RouteTable } from '../routes.js';
import { boundUnreadAnswers } from '../limits/unread-answers.js';
import { discardUnreadBodies } from '../body/unread-body.js';
import { watchForUntrustedProxy } from './untrusted-proxy.js';
import { SchemaPipe } from '../validation.pipe.js';

export interface HttpOptions {
  name: string;
  settings: Pick<ServerSettings, 'LOG_LEVEL' | 'LOG_FORMAT' | 'TRUSTED_PROXIES' | 'HOST'> & Partial<Limits>;
  /** The JSON form of refusals; by default the envelope. */
  shape?: ErrorShape;
  /** Sends refusals; by default in the form of `shape`. */
  render?: ErrorRenderer;
  onRefusal?: RefusalListener;
  body?: Partial<BodyOptions>;
  /** Which requests get CORS headers; pages do not. */
  cors?: (request: FastifyRequest) => boolean;
  logger?: Logger;
  /** Smaller limits, for tests. */
  limits?: Partial<RequestLimits> | undefined;
}

export interface HttpApp {
  app: NestFastifyApplication;
  routes: RouteTable;
  logger: Logger;
}

/** Bytes allowed for headers in addition to the URL. */
const HEADER_BYTES = 16 * 1024;
/** Milliseconds between checks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1_000;
/**
 * Milliseconds after which an idle connection is closed, for example when a client does not read its answer. No
 * statement takes that long.
 */
const SILENCE_MS = 120_000;

/**
 * A Nest application with everything that contract 1.7, 1.10, 2.1 and 2.9 require of every endpoint: the query parser,
 * three body types, CORS, request id, error form, limits, and a request log without secrets.
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
  const limits = parseLimits(options.settings, options.limits);
  const hasCors = options.cors ?? (() => true);
  const newId = () => `req_${randomUUID()}`;
  const routes = new RouteTable();
  const allowedMethods = (path: string) => routes.listMethods(path);
  const shape = options.shape ?? envelopeShape;
  const filter = new ErrorFilter(
    options.render ?? createRenderer(shape),
    allowedMethods,
    logger,
    options.onRefusal,
  );
  const raw = new RawErrorResponses({ shape, allowedMethods, newId, maxUrl: limits.MAX_URL_BYTES, logger });
  const adapter = new HttpAdapter({
    bodyLimit: limits.MAX_BODY_BYTES,
    schemaController: noSchemas,
    routerOptions: {
      maxParamLength: limits.MAX_URL_BYTES,
      ignoreTrailingSlash: true,
      querystringParser: queryParser,
    },
    http: {
      maxHeaderSize: limits.MAX_URL_BYTES + HEADER_BYTES,
      headersTimeout: limits.HEADERS_TIMEOUT_SECONDS * 1000,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    requestTimeout: limits.REQUEST_TIMEOUT_SECONDS * 1000,
    keepAliveTimeout: limits.IDLE_TIMEOUT_SECONDS * 1000,
    connectionTimeout: SILENCE_MS,
    trustProxy: options.settings.TRUSTED_PROXIES.length > 0 ? options.settings.TRUSTED_PROXIES : false,
    genReqId: newId,
    requestIdHeader: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: raw.clientError,
    frameworkErrors: (error: unknown, ...parameters: unknown[]) => {
      const [request, reply] = parameters as [FastifyRequest, FastifyReply];
      // these have no route, so no hook runs
      setAnswerHeaders(request, reply, hasCors(request));
      reply.serializer((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
      void reply.type('application/json');
      reply.raw.once('finish', () => {
        measureRequest(request, reply);
        logRequest(logger, request, reply);
      });
      filter.answer(error, request, reply);
    },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  raw.listen(fastify.server);
  handleExpectHeader(fastify.server);
  routes.watch(fastify);
  closeConnections(fastify);
  await prepare(fastify, options, limits, hasCors, logger);
  routes.refuseOtherMethods(fastify);

  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const bodies = new BodyReader(limits, options.body);
  const bodyMemory = new BodyMemoryLimit(limits.MAX_BODIES_BYTES);
  app.useGlobalGuards(new ReadableBodyGuard(bodies, bodyMemory)); // after the guards of the modules
  app.useGlobalPipes(new SchemaPipe());
  app.useGlobalFilters(filter);
  return { app, routes, logger };
}

/** Milliseconds for requests in flight when the server closes; requests that have not arrived by then are cut off. */
const WAIT_TIMEOUT_MS = 15_000;

/**
 * While the server closes, every answer closes its connection (Fastify does so only for later requests). Unused
 * connections are closed, because Node does not count them as idle and would wait for them.
 */
function closeConnections(fastify: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  fastify.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  fastify.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = setTimeout(() => fastify.server.closeAllConnections(), WAIT_TIMEOUT_MS).unref();
    fastify.server.once('close', () => clearTimeout(timer));
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply, hasCors: boolean): void {
  void reply.headers(answerHeaders(hasCors)).header('x-request-id', request.id);
}

async function prepare(
  fastify: FastifyInstance,
  options: HttpOptions,
  limits: Limits,
  hasCors: (request: FastifyRequest) => boolean,
  logger: Logger,
): Promise<void> {
  limitPipelining(fastify.server);
  traceRequests(fastify);
  watchForUntrustedProxy(fastify, logger);
  fastify.addHook('onRequest', (request, reply, done) => {
    const isShared = hasCors(request);
    setAnswerHeaders(request, reply, isShared);
    if (isShared && isPreflight(request)) return void reply.status(204).headers(preflightHeaders).send();
    done((request.raw.url?.length ?? 0) > limits.MAX_URL_BYTES ? problemOfStatus(414) : undefined);
  });
  readBodiesAfterGuards(fastify, options.body);
  bindRequestContext(fastify);
  // Fastify adds a charset; a known client reads error messages only if there is none (contract 1.5)
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('application/json;')) {
      void reply.header('content-type', 'application/json');
    }
    done(null, payload);
  });
  addETags(fastify);
  boundUnreadAnswers(fastify, limits.MAX_UNREAD_BYTES, logger);
  discardUnreadBodies(fastify);
  measureRequests(fastify);
  logRequests(fastify, logger);
}
