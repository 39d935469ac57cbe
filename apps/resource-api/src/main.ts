import 'reflect-metadata';
import { startListening, waitForSchema } from '@app/http';
import { failToStart, handleUncaughtErrors, warnOfRemovedSettings } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createResourceApi } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('resource-api', config);
  const { app, logger } = await createResourceApi(config);
  warnOfRemovedSettings(process.env, logger);
  await startListening(app, config, ['/docs-json']);
  handleUncaughtErrors(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`resource-api listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('resource-api', process.env, error));
