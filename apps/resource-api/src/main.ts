import 'reflect-metadata';
import { keepRunning } from '@app/kernel';
import { createResourceApi } from './app.js';
import { loadSettings } from './config.js';

async function main(): Promise<void> {
  const config = loadSettings(process.env);
  const { app, logger } = await createResourceApi(config);
  await app.listen(config.PORT, config.HOST);
  keepRunning(logger);
  logger.info(`resource-api listens on port ${config.PORT}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
