import type { FastifyInstance } from 'fastify';
import { checkSecretsKey } from '@app/database';
import { createHttpApp, type HttpApp } from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import { WebhookWorkerModule } from './app.module.js';
import { serveQueueBoard } from './board/queue-board.js';
import type { WorkerConfig } from './config.js';
import type { WorkerSettings } from './settings.js';

/** The webhook worker; it begins to work with `init` or `listen`. */
export async function createWebhookWorker(
  config: WorkerConfig,
  {
    clock = systemClock,
    settings = {},
    logger = createLogger({ name: 'webhook-worker', level: config.LOG_LEVEL, format: config.LOG_FORMAT }),
  }: { clock?: Clock; settings?: Partial<WorkerSettings>; logger?: Logger } = {},
): Promise<HttpApp> {
  await checkSecretsKey(config.DATABASE_URL, 'webhook-worker', config.SECRETS_KEY);
  const http = await createHttpApp(WebhookWorkerModule.forRoot(config, settings, clock, logger), {
    name: 'webhook-worker',
    settings: config,
    // probes, Prometheus and operators: nothing here is for pages of other sites
    cors: () => false,
    logger,
  });
  const fastify: FastifyInstance = http.app.getHttpAdapter().getInstance();
  const redis = { url: config.REDIS_URL, prefix: config.REDIS_PREFIX };
  await serveQueueBoard(fastify, redis, {
    password: config.QUEUE_BOARD_PASSWORD,
    hosts: config.QUEUE_BOARD_HOSTS,
  });
  http.app.enableShutdownHooks();
  return http;
}
