import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listCopies } from './build-context.js';

/** Made by a RUN of the build; k8s/test/image-contents.spec.ts makes and reads it. */
const MADE_BY_RUN = ['sbom.cdx.json'];

/** An image as a folder: its files are below it, and its paths begin there. */
export interface ImageFolder {
  folder: string;
  entrypoint: string[];
  /** Where its commands are, for a PATH. */
  bin: string;
}

/**
 * Lays out what the Dockerfile's last stage copies, from this checkout as it was built.
 * @throws Error at a file that is not there
 */
export function layOutImage(folder: string): ImageFolder {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const { sources, target } of listCopies(stage)) {
    for (const path of sources.map((source) => source.replace(/^\/app\//, ''))) {
      if (MADE_BY_RUN.includes(path)) continue;
      const place = inImage(folder, target);
      copy(path, target.endsWith('/') ? join(place, basename(path)) : place, folder);
    }
  }
  const [, entrypoint] = /^ENTRYPOINT (.*)$/m.exec(stage)!;
  return { folder, entrypoint: JSON.parse(entrypoint!) as string[], bin: join(folder, 'usr/local/bin') };
}

const inImage = (folder: string, path: string): string =>
  path.startsWith('/') ? join(folder, path) : join(folder, 'app', path);

function copy(from: string, to: string, folder: string): void {
  if (!existsSync(from)) throw new Error(`${from} is not there: npm run build`);
  mkdirSync(dirname(to), { recursive: true });
  if (from === 'node_modules') symlinkSync(join(process.cwd(), from), to);
  else cpSync(from, to, { recursive: true });
  // scripts name the folder of the image
  if (from.endsWith('.sh')) {
    const text = readFileSync(from, 'utf8').replaceAll('/app/', `${folder}/app/`);
    writeFileSync(to, text, { mode: 0o755 });
  }
}
