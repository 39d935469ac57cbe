import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** Megabytes of the packages in the image: those of production, without what scripts/slim.mjs removes. */
export async function productionPackages(root: string): Promise<{ count: number; megabytes: number }> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const names = Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev && existsSync(join(root, path)))
    .map(([path]) => path);
  const folder = mkdtempSync(join(tmpdir(), 'production-packages-'));
  try {
    for (const path of names)
      if (path.lastIndexOf('node_modules/') === 0)
        cpSync(join(root, path), join(folder, path), { recursive: true });
    const { slim } = (await import(pathToFileURL(join(root, 'scripts', 'slim.mjs')).href)) as {
      slim: (modules: string) => number;
    };
    return { count: names.length, megabytes: slim(join(folder, 'node_modules')) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
