import { temporaryFolder } from '@app/testing';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

const ROOT = process.cwd();

/** The files to which every release adds a line. */
const SUMS = 'libs/database/src/schema/migrations/released.sha256';

/**
 * The last released version, and the commit that released it: the last one that changed the checksums. An archive or a
 * shallow clone has none.
 * @throws Error when the checksums name no version
 */
export function lastRelease(): { version: string; commit: string | undefined } {
  const version = [...readFileSync(join(ROOT, SUMS), 'utf8').matchAll(/^# (\S+)$/gm)].at(-1)?.[1];
  if (!version) throw new Error(`${SUMS} names no version`);
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%H', '--', SUMS], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { version, commit: stdout?.trim() || undefined };
}

/**
 * Builds a commit in its own folder, with the packages that are installed here.
 * @returns the folder, which the caller removes
 */
export function buildCommit(commit: string): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit, 'apps', 'libs', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 29,
  });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const group of ['apps', 'libs']) {
    for (const entry of readdirSync(join(folder, group), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name).slice(folder.length + 1);
      const isSource = /^(apps|libs)\/[^/]+\/src\//.test(file) && !file.startsWith('libs/testing/');
      if (entry.isFile() && isSource && !file.endsWith('.spec.ts')) compile(folder, file);
    }
  }
  return folder;
}

function compile(folder: string, file: string): void {
  const target = join(folder, 'dist', file);
  mkdirSync(dirname(target), { recursive: true });
  if (!file.endsWith('.ts')) return copyFileSync(join(folder, file), target);
  const { code } = transformSync(readFileSync(join(folder, file), 'utf8'), {
    swcrc: false,
    filename: join(folder, file),
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
      keepClassNames: true,
      baseUrl: folder,
      paths: { '@app/*': ['./libs/*/src/index.ts'] },
    },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  writeFileSync(target.replace(/\.ts$/, '.js'), code);
}
