import 'reflect-metadata';
import { waitForSchema } from '@app/http';
import { failToStart, handleUncaughtErrors, warnOfRemovedSettings } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createConsole } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  await waitForSchema('console', config);
  const { app, logger } = await createConsole(config);
  warnOfRemovedSettings(process.env, logger);
  app.enableShutdownHooks([], { useProcessExit: true }); // 0, not 143: it ended as it was asked to
  await app.init();
  // what loading has left behind goes back to the system; the entry point exposes it (ADR 7)
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  await app.listen(config.PORT, config.HOST);
  handleUncaughtErrors(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`console listens on port ${config.PORT}`);
}

main().catch((error: unknown) => failToStart('console', process.env, error));
