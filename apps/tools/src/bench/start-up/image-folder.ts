import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Slim {
  slim: (modules: string) => number;
  neededPackages: (packages: object) => Set<string>;
}

/** What an image has in /app, in a folder: the packages of production, without what scripts/slim.mjs removes, and dist. */
export class ImageFolder {
  private constructor(
    private readonly folder: string,
    /** How many packages there are, and their megabytes. */
    readonly packages: { count: number; megabytes: number },
  ) {}

  /** @param root of the project, built */
  static async make(root: string): Promise<ImageFolder> {
    const slimming = pathToFileURL(join(root, 'scripts', 'slim.mjs')).href;
    const { slim, neededPackages } = (await import(slimming)) as Slim;
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
    const paths = [...neededPackages(lock.packages)].filter((path) => existsSync(join(root, path)));
    const folder = mkdtempSync(join(tmpdir(), 'image-folder-'));
    for (const path of paths)
      if (path.lastIndexOf('node_modules/') === 0)
        cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const path of ['package.json', 'package-lock.json', 'dist'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    const entryPoint = readFileSync(join(root, 'scripts', 'docker-entrypoint.sh'), 'utf8');
    writeFileSync(join(folder, 'entrypoint.sh'), entryPoint.replaceAll('/app/', `${folder}/`));
    const megabytes = slim(join(folder, 'node_modules')) / 1e6;
    return new ImageFolder(folder, { count: paths.length, megabytes });
  }

  /** Of the shell: starts the program that its first argument names. */
  get entryPoint(): string {
    return join(this.folder, 'entrypoint.sh');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
