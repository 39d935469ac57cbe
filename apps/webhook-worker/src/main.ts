import 'reflect-metadata';
import { startListening, waitForSchema } from '@app/http';
import { failToStart, handleUncaughtErrors, warnOfRemovedSettings } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createWebhookWorker } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('webhook-worker', config);
  const { app, logger } = await createWebhookWorker(config);
  warnOfRemovedSettings(process.env, logger);
  await startListening(app, config);
  handleUncaughtErrors(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`webhook-worker listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('webhook-worker', process.env, error));
