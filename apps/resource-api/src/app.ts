import { checkSecretsKey } from '@app/database';
import { createHttpApp, RequestWarnings, type HttpApp, type RequestLimits } from '@app/http';
import { limits } from '@app/limits';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import type { OpenSearchTiming } from '@app/opensearch';
import { ApiErrorRecorder } from './api-errors/index.js';
import { ResourceApiModule } from './app.module.js';
import type { Settings } from './config.js';
import { renderRefusal } from './learning-objects/player/busy-page.js';
import { serveApiDocument } from './openapi.js';

/** Overrides for tests: a clock, a log, and smaller values that no environment sets. */
export interface AppOptions {
  clock?: Clock;
  logger?: Logger;
  limits?: Partial<RequestLimits>;
  openSearchTiming?: Partial<OpenSearchTiming>;
}

export async function createResourceApi(settings: Settings, overrides: AppOptions = {}): Promise<HttpApp> {
  const logger =
    overrides.logger ??
    createLogger({ name: 'resource-api', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  await checkSecretsKey(settings.DATABASE_URL, 'resource-api', settings);
  const http = await createHttpApp(
    ResourceApiModule.forRoot(
      { ...settings, openSearchTiming: overrides.openSearchTiming },
      overrides.clock ?? systemClock,
      logger,
    ),
    {
      name: 'resource-api',
      settings,
      logger,
      limits: overrides.limits,
      render: renderRefusal,
      onRefusal: (problem, request) => recorder.record(problem, request),
      body: {
        chooseLimit: (url) =>
          url.startsWith('/v2/branding/') ? limits.branding_image_bytes.most : undefined,
        // an existing client declares its urlencoded body as JSON here
        readsAnyTypeAsForm: (request) =>
          request.method === 'POST' && request.routeOptions.url === '/v2/users',
      },
    },
  );
  const recorder = http.app.get(ApiErrorRecorder);
  http.app.useGlobalGuards(new RequestWarnings());
  serveApiDocument(http.app, settings);
  http.app.enableShutdownHooks([], { useProcessExit: true }); // exit status 0, not 143, after a requested stop
  return http;
}
