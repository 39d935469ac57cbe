import 'reflect-metadata';
import { keepRunning } from '@app/kernel';
import { createWebhookWorker } from './app.js';
import { loadSettings } from './config.js';
import { WorkerMetrics } from './metrics/index.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  const { app, logger } = await createWebhookWorker(config);
  await app.listen(config.PORT, config.HOST);
  keepRunning(logger, () => app.get(WorkerMetrics).uncaught.inc());
  logger.info(`webhook-worker listens on port ${config.PORT}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
