import 'reflect-metadata';
import './redis-alone.js'; // before anything imports BullMQ
import { waitForSchema } from '@app/http';
import { failToStart, keepRunning, returnMemory } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createWebhookWorker } from './app.js';
import { loadSettings } from './config.js';

/** By then each task has run once, and what it has loaded for that is there. */
const FIRST_TASKS_MS = 3_000;

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('webhook-worker', config);
  const { app, logger } = await createWebhookWorker(config);
  await app.init();
  returnMemory();
  await app.listen(config.PORT, config.HOST);
  keepRunning(logger, () => metrics.uncaught_errors_total.inc());
  setTimeout(returnMemory, FIRST_TASKS_MS).unref();
  logger.info(`webhook-worker listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('webhook-worker', process.env, error));
