import type { ResolveHookSync } from 'node:module';
import { join } from 'node:path';

/** Whether a module is our TypeScript, not that of a package. */
export const isOurs = (url: string | undefined): boolean =>
  !!url?.endsWith('.ts') && !url.includes('/node_modules/');

/**
 * Resolves imports in our source code by the names that the compiler understands: `@app/x`, and `.js` where the
 * source is `.ts`.
 * @param root the folder of the repository
 */
export const resolveOurs =
  (root: string): ResolveHookSync =>
  (specifier, context, next) => {
    const lib = /^@app\/([^/]+)$/.exec(specifier)?.[1];
    if (lib) return next(join(root, 'libs', lib, 'src', 'index.ts'), context);
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && isOurs(context.parentURL))
      return next(specifier.replace(/\.js$/, '.ts'), context);
    return next(specifier, context);
  };
