import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { resolveOurs } from './our-typescript.mts';

/** One Postgres and one Redis for the whole run, with a migrated template database that each test file clones. */
export default async function globalSetup(): Promise<void> {
  const hooks = registerHooks({ resolve: resolveOurs(join(__dirname, '..', '..', '..', '..')) });
  try {
    const { startTestServices } = await import('./test-services.js');
    await startTestServices();
  } finally {
    hooks.deregister();
  }
}
