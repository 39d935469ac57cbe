import { startListening, waitForSchema } from '@app/http';
import { failToStart, handleUncaughtErrors, warnOfRemovedSettings } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createAuthServer } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const settings = loadSettings(process.env);
  await waitForSchema('auth-server', settings);
  const { app, logger } = await createAuthServer(settings);
  warnOfRemovedSettings(process.env, logger);
  app.enableShutdownHooks([], { useProcessExit: true }); // exit status 0, not 143, after a requested stop
  await startListening(app, settings, ['/docs-json']);
  handleUncaughtErrors(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`listening on ${settings.HOST}:${settings.PORT}`);
}

main().catch((error: unknown) => failToStart('auth-server', process.env, error));
