import { createHttpApp, type HttpApp } from '@app/http';
import { createLogger, systemClock, type Clock } from '@app/kernel';
import { ResourceApiModule } from './app.module.js';
import type { ResourceApiConfig } from './config.js';
import { serveOpenApi } from './openapi.js';

/** The resource API, ready to listen. */
export async function createResourceApi(
  config: ResourceApiConfig,
  clock: Clock = systemClock,
): Promise<HttpApp> {
  const logger = createLogger({ name: 'resource-api', level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const http = await createHttpApp(ResourceApiModule.forRoot(config, clock, logger), {
    name: 'resource-api',
    settings: config,
    logger,
    body: {
      // a known client labels its urlencoded body as JSON here
      formWhateverTheLabel: (request) =>
        request.method === 'POST' && request.routeOptions.url === '/v2/users',
    },
  });
  await serveOpenApi(http.app, config);
  http.app.enableShutdownHooks();
  return http;
}
