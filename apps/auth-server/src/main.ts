import { keepRunning } from '@app/kernel';
import { createAuthServer } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const settings = loadSettings(process.env);
  const { app, logger } = await createAuthServer(settings);
  app.enableShutdownHooks();
  await app.listen(settings.PORT, settings.HOST);
  keepRunning(logger);
  logger.info(`listening on ${settings.HOST}:${settings.PORT}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1); // open connections would keep the process alive
});
