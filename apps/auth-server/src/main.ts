import { waitForSchema } from '@app/http';
import { failToStart, keepRunning, returnMemory } from '@app/kernel';
import { metrics } from '@app/metrics';
import { createAuthServer } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const settings = loadSettings(process.env);
  await waitForSchema('auth-server', settings);
  const { app, logger } = await createAuthServer(settings);
  app.enableShutdownHooks();
  await app.init();
  returnMemory();
  await app.listen(settings.PORT, settings.HOST);
  keepRunning(logger, () => metrics.uncaught_errors_total.inc());
  logger.info(`listening on ${settings.HOST}:${settings.PORT}`);
}

main().catch((error: unknown) => failToStart('auth-server', process.env, error));
