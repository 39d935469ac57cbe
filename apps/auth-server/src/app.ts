import cookie from '@fastify/cookie';
import { createHttpApp, problemOfStatus, type ErrorRenderer, type HttpApp } from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import { AppModule } from './app.module.js';
import type { Settings } from './config.js';
import { oauthErrorShape, renderOAuthError } from './errors/index.js';
import { portalNameOf, prefersHtml, renderPageError } from './pages/index.js';
import { PortalHostService } from './portal-hosts/index.js';
import { noteArrival, noteConnection, parseOAuthForm } from './shared/index.js';

/** Pages, and the address that leads to them, answer no other origin. */
const isPage = (url: string): boolean =>
  /^\/oauth\/(authorize|account|password|portal|sign-out)(\/|\?|$)/.test(url);

/**
 * What goes wrong on a page is told on a page; a program that tries a method in vain reads JSON, and a browser that
 * looks for something that is not there sees a page.
 */
const renderer =
  (settings: Settings): ErrorRenderer =>
  (problem, request, reply) => {
    const isPlace =
      isPage(request.url) || portalNameOf(request.hostname, settings.PORTAL_DOMAIN) !== undefined;
    const isForPeople =
      problem.status === 405
        ? isPlace && prefersHtml(request)
        : isPlace || (problem.status === 404 && request.is404 && prefersHtml(request));
    (isForPeople ? renderPageError : renderOAuthError)(problem, request, reply);
  };

/** The authorization server, ready to listen; with its own clock and log in tests. */
export async function createAuthServer(
  settings: Settings,
  given: { clock?: Clock; logger?: Logger } = {},
): Promise<HttpApp> {
  const clock = given.clock ?? systemClock;
  const logger =
    given.logger ??
    createLogger({ name: 'auth-server', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const server = await createHttpApp(AppModule.forRoot(settings, clock, logger), {
    name: 'auth-server',
    settings,
    render: renderer(settings),
    shape: oauthErrorShape,
    body: {
      parseForm: parseOAuthForm,
      limitOf: (url) => (url.startsWith('/oauth/') ? settings.MAX_OAUTH_BODY_BYTES : undefined),
    },
    cors: (request) => !isPage(request.url),
    logger,
  });
  const fastify = server.app.getHttpAdapter().getInstance();
  await server.app.register(cookie);
  fastify.server.on('connection', noteConnection);
  fastify.addHook('onRequest', async (request, reply) => {
    noteArrival(request);
    // scanners and prefetchers ask so; nothing may be consumed or begun by it
    if (request.method === 'HEAD' && isPage(request.url) && !request.is404) await reply.status(200).send();
  });
  const portalHosts = server.app.get(PortalHostService);
  fastify.addHook('preHandler', async (request, reply) => {
    const isOurs = /^\/(oauth|health)\//.test(request.url);
    if (isOurs || portalNameOf(request.hostname, settings.PORTAL_DOMAIN) === undefined) return;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw problemOfStatus(405, { allow: 'GET, HEAD' });
    await portalHosts.show(request, reply);
    return reply;
  });
  return server;
}
