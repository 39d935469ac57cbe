import cookie from '@fastify/cookie';
import { checkSecretsKey } from '@app/database';
import {
  createHttpApp,
  MAX_OAUTH_BODY_BYTES,
  loggedPath,
  prefersHtml,
  problemOfStatus,
  RequestWarnings,
  type ErrorRenderer,
  type HttpApp,
} from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import { parsePortalName } from '@app/onboarding';
import { AppModule } from './app.module.js';
import type { Settings } from './config.js';
import { oauthErrorShape, renderOAuthError } from './edge/errors/index.js';
import { serveAuthDocument } from './edge/openapi/index.js';
import { pageHeaders, PageSender } from './edge/pages/index.js';
import { PortalHostService } from './sign-in/portal-hosts/index.js';
import { oauthForm, strictPairs } from './edge/request/index.js';
import type { FastifyRequest } from 'fastify';

/** Whether the path is for programs only. */
const isClientApi = (request: FastifyRequest): boolean =>
  /^\/(client|applications)(\/|$)/.test(loggedPath(request));
/** Whether the request is for a page, or for the URL that leads to one; these do not answer other origins. */
const isPage = (request: FastifyRequest): boolean =>
  /^\/oauth\/(authorize|account|logout|password|portal|sign-out)(\/|$)/.test(loggedPath(request));
/** Whether every host answers the path. Any other path on a portal's host shows its page. */
const isOfEveryHost = (request: FastifyRequest): boolean => /^\/(oauth|health)\//.test(loggedPath(request));

/**
 * Displays errors of pages as a page. A program that uses an unsupported method gets JSON; a browser that requests an
 * unknown URL gets a page. /client and /applications are for programs only.
 */
const renderer =
  (settings: Settings, pages: () => PageSender): ErrorRenderer =>
  (problem, request, reply) => {
    const isPlace = isPage(request) || parsePortalName(request.hostname, settings) !== undefined;
    const isForPeople =
      problem.status === 405
        ? isPlace && prefersHtml(request)
        : isPlace ||
          (problem.status === 404 && request.is404 && !isClientApi(request) && prefersHtml(request));
    if (isForPeople) void pages().refuse(problem, request, reply);
    else renderOAuthError(problem, request, reply);
  };

/** The authorization server, ready to listen; tests supply clock and log. */
export async function createAuthServer(
  settings: Settings,
  overrides: { clock?: Clock; logger?: Logger } = {},
): Promise<HttpApp> {
  const clock = overrides.clock ?? systemClock;
  const isPortalPage = (request: FastifyRequest): boolean =>
    !isOfEveryHost(request) && parsePortalName(request.hostname, settings) !== undefined;
  const logger =
    overrides.logger ??
    createLogger({ name: 'auth-server', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  await checkSecretsKey(settings.DATABASE_URL, 'auth-server', settings);
  const server: HttpApp = await createHttpApp(AppModule.forRoot(settings, clock, logger), {
    name: 'auth-server',
    settings,
    render: renderer(settings, () => pages),
    shape: oauthErrorShape,
    body: {
      formPairs: strictPairs,
      formBody: oauthForm,
      chooseLimit: (url) => (url.startsWith('/oauth/') ? MAX_OAUTH_BODY_BYTES : undefined),
    },
    cors: (request) => !isPage(request) && !isPortalPage(request),
    logger,
  });
  server.app.useGlobalGuards(new RequestWarnings(isClientApi));
  const pages = server.app.get(PageSender);
  const fastify = server.app.getHttpAdapter().getInstance();
  await server.app.register(cookie);
  fastify.addHook('onRequest', async (request, reply) => {
    // scanners and prefetchers send HEAD, so it must have no effects
    if (request.method === 'HEAD' && isPage(request) && !request.is404)
      await reply.status(200).headers(pageHeaders()).send();
  });
  serveAuthDocument(server.app, settings);
  const portalHosts = server.app.get(PortalHostService);
  fastify.addHook('preHandler', async (request, reply) => {
    if (!isPortalPage(request)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw problemOfStatus(405, { allow: 'GET, HEAD' });
    const { status, headers, body } = await pages.answer(await portalHosts.show(request), request, reply);
    return reply.status(status).headers(headers).send(body);
  });
  return server;
}
