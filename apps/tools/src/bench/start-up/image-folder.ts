import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Slim {
  slim: (modules: string) => number;
  neededPackages: (packages: object) => Set<string>;
}
interface Uncomment {
  uncomment: (modules: string) => number;
}

/** What an image has in /app, in a folder: dist and the packages of production, without what the scripts remove. */
export class ImageFolder {
  private constructor(
    private readonly folder: string,
    /** How many packages there are, and their megabytes. */
    readonly packages: { count: number; megabytes: number },
  ) {}

  /** @param root of the project, built */
  static async make(root: string): Promise<ImageFolder> {
    const script = async (name: string): Promise<unknown> =>
      import(pathToFileURL(join(root, 'scripts', name)).href);
    const { slim, neededPackages } = (await script('slim.mjs')) as Slim;
    const { uncomment } = (await script('uncomment.mjs')) as Uncomment;
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
    uncomment(join(folder, 'node_modules'));
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
