import cookie from '@fastify/cookie';
import {
  createHttpApp,
  createRenderer,
  envelopeShape,
  prefersHtml,
  type ErrorRenderer,
  type HttpApp,
} from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import type { FastifyInstance } from 'fastify';
import { ConsoleModule } from './app.module.js';
import type { Settings } from './config.js';
import { ConsoleLimits, guardRequests, isNavigation } from './edge/index.js';
import { servePages } from './files/index.js';
import { Forwarder } from './forwarding/index.js';

const renderEnvelope = createRenderer(envelopeShape);

/** A navigation gets an error page with a link; a request of the page gets JSON. */
const render: ErrorRenderer = (problem, request, reply) => {
  if (!isNavigation(request.routeOptions.url ?? '') || !prefersHtml(request))
    return renderEnvelope(problem, request, reply);
  const query = new URLSearchParams({ code: problem.errorCode, ref: request.id });
  void reply.status(303).header('location', `/problem?${query.toString()}`).send();
};

/** The web console's server, ready to listen; tests supply clock, log and another folder of built files. */
export async function createConsole(
  settings: Settings,
  overrides: { clock?: Clock; logger?: Logger; webFolder?: string } = {},
): Promise<HttpApp> {
  const logger =
    overrides.logger ??
    createLogger({ name: 'console', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const server = await createHttpApp(
    ConsoleModule.forRoot(settings, overrides.clock ?? systemClock, logger),
    {
      name: 'console',
      settings,
      // only its own pages use it
      cors: () => false,
      render,
      logger,
    },
  );
  const fastify: FastifyInstance = server.app.getHttpAdapter().getInstance();
  await server.app.register(cookie);
  guardRequests(fastify, server.app.get(ConsoleLimits));
  server.app.get(Forwarder).serve(fastify);
  servePages(fastify, settings, overrides.webFolder);
  return server;
}
