import type { FastifyInstance } from 'fastify';
import { checkSecretsKey } from '@app/database';
import { createHttpApp, type HttpApp } from '@app/http';
import { createLogger, systemClock, type Clock, type Logger } from '@app/kernel';
import { WebhookWorkerModule } from './app.module.js';
import { serveQueueBoard } from './edge/board/queue-board.js';
import type { Settings } from './config.js';
import { DEFAULT_TIMING, type WorkerTiming } from './timing.js';

/**
 * The webhook worker; it starts working on `init` or `listen`.
 * @param given.timing overrides for {@link DEFAULT_TIMING}; for tests
 */
export async function createWebhookWorker(
  config: Settings,
  {
    clock = systemClock,
    timing = {},
    logger = createLogger({ name: 'webhook-worker', level: config.LOG_LEVEL, format: config.LOG_FORMAT }),
  }: { clock?: Clock; timing?: Partial<WorkerTiming>; logger?: Logger } = {},
): Promise<HttpApp> {
  await checkSecretsKey(config.DATABASE_URL, 'webhook-worker', config);
  const settings = { ...config, timing: { ...DEFAULT_TIMING, ...timing } };
  const http = await createHttpApp(WebhookWorkerModule.forRoot(settings, clock, logger), {
    name: 'webhook-worker',
    settings,
    // only for probes and operators, not for other sites' pages
    cors: () => false,
    logger,
  });
  const fastify: FastifyInstance = http.app.getHttpAdapter().getInstance();
  await serveQueueBoard(fastify, config, {
    password: config.QUEUE_BOARD_PASSWORD,
    hosts: config.QUEUE_BOARD_HOSTS,
  });
  http.app.enableShutdownHooks([], { useProcessExit: true }); // exit code 0 instead of 143, because SIGTERM is a normal end
  return http;
}
