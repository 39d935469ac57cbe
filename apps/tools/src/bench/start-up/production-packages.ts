import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Slim {
  slim: (modules: string) => number;
  neededPackages: (packages: object) => Set<string>;
}

/** Megabytes of the packages in the image: those of production, without what scripts/slim.mjs removes. */
export async function productionPackages(root: string): Promise<{ count: number; megabytes: number }> {
  const { slim, neededPackages } = (await import(
    pathToFileURL(join(root, 'scripts', 'slim.mjs')).href
  )) as Slim;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const paths = [...neededPackages(packages)].filter((path) => existsSync(join(root, path)));
  const folder = mkdtempSync(join(tmpdir(), 'production-packages-'));
  try {
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    for (const path of paths)
      if (path.lastIndexOf('node_modules/') === 0)
        cpSync(join(root, path), join(folder, path), { recursive: true });
    return { count: paths.length, megabytes: slim(join(folder, 'node_modules')) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
