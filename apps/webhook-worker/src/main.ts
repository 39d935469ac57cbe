import 'reflect-metadata';
import './redis-alone.js'; // before anything imports BullMQ
import { waitForSchema } from '@app/http';
import { failToStart, keepRunning, returnMemory } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createWebhookWorker } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('webhook-worker', config);
  const { app, logger } = await createWebhookWorker(config);
  await app.init();
  returnMemory();
  await app.listen(config.PORT, config.HOST);
  keepRunning(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`webhook-worker listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('webhook-worker', process.env, error));
