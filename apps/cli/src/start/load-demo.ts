import { join } from 'node:path';
import { openDatabase } from '@app/database';
import { readBootstrap } from '../apply/read-bootstrap.js';
import { loadDemoData } from '../demo-data/index.js';
import type { Services } from './services.js';

/** Applies the demo bootstrap file and loads the demo data, unless that was done. */
export async function loadDemo(services: Services, root: string, say: (line: string) => void): Promise<void> {
  const folder = join(root, 'apps', 'cli', 'demo');
  const bootstrap = readBootstrap(join(folder, 'bootstrap.yaml'), process.env);
  const database = await openDatabase({
    url: services.databaseUrl,
    applicationName: 'demo',
    poolSize: 2,
    statementTimeoutMs: 120_000,
  });
  try {
    await loadDemoData(database, bootstrap, { folder, now: new Date(), env: process.env, say });
  } finally {
    await database.dataSource.destroy();
  }
}
