import { join } from 'node:path';
import { followAddresses, readBootstrap } from '@app/bootstrap-files';
import { openDatabase } from '@app/database';
import { updateMediaUrls, loadDemoData } from '../demo-data/index.js';
import type { Addresses } from './apps.js';
import type { Services } from './services.js';

/**
 * Applies the demo bootstrap file and loads the demo data, unless already done. The addresses of Swagger UI,
 * the console, the demo partner and the media are always updated, because the ports may have changed.
 */
export async function loadDemo(
  services: Services,
  { api, partner, media, console: consoleAddress }: Addresses,
  root: string,
  say: (line: string) => void,
): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    API_PUBLIC_URL: api,
    CONSOLE_PUBLIC_URL: consoleAddress,
    DEMO_PARTNER_URL: partner,
  };
  const bootstrap = readBootstrap(join(root, 'apps', 'tools', 'demo', 'bootstrap.yaml'), env);
  const database = await openDatabase({
    url: services.databaseUrl,
    applicationName: 'demo',
    poolSize: 2,
    statementTimeoutMs: 120_000,
  });
  try {
    await loadDemoData(database, bootstrap, { now: new Date(), env, media, say });
    await followAddresses(database, bootstrap, env);
    await updateMediaUrls(database, media);
  } finally {
    await database.dataSource.destroy();
  }
}
