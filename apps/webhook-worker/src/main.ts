import 'reflect-metadata';
import { createWebhookWorker } from './app.js';
import { readConfig } from './config.js';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { app, logger } = await createWebhookWorker(config);
  await app.listen(config.PORT, config.HOST);
  logger.info(`webhook-worker listens on port ${config.PORT}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
