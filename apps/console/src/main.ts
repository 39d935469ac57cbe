import 'reflect-metadata';
import { startListening, waitForSchema } from '@app/http';
import { failToStart, handleUncaughtErrors, warnOfRemovedSettings } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createConsole } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('console', config);
  const { app, logger } = await createConsole(config);
  warnOfRemovedSettings(process.env, logger);
  app.enableShutdownHooks([], { useProcessExit: true }); // exit code 0 instead of 143, because SIGTERM is a normal end
  await startListening(app, config);
  handleUncaughtErrors(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`console listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('console', process.env, error));
