import { registerHooks } from 'node:module';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');

/**
 * One Postgres and one Redis for the whole run, with a migrated template database that each test file clones.
 * Jest maps module names in tests only, hence the hook.
 */
export default async function globalSetup(): Promise<void> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const lib = /^@app\/([^/]+)$/.exec(specifier)?.[1];
      if (lib) return next(join(root, 'libs', lib, 'src', 'index.ts'), context);
      const ours = context.parentURL?.endsWith('.ts') && !context.parentURL.includes('/node_modules/');
      if (ours && /^\.{1,2}\/.*\.js$/.test(specifier))
        return next(specifier.replace(/\.js$/, '.ts'), context);
      return next(specifier, context);
    },
  });
  try {
    const { startTestServices } = await import('./test-services.js');
    await startTestServices();
  } finally {
    hooks.deregister();
  }
}
