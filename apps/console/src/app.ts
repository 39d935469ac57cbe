import cookie from '@fastify/cookie';
import { createHttpApp, type HttpApp } from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import type { FastifyInstance } from 'fastify';
import { ConsoleModule } from './app.module.js';
import type { Settings } from './config.js';
import { ConsoleLimits, guardRequests } from './edge/index.js';
import { servePages } from './files/index.js';
import { Forwarder } from './forwarding/index.js';

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
      // its own pages alone use it
      cors: () => false,
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
