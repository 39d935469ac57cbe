import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';

export interface RedisBinary {
  command: string;
  env: NodeJS.ProcessEnv;
}

const run = promisify(execFile);
const PACKAGES = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1'];

/**
 * `redis-server` from the PATH, otherwise installed by apt as root, otherwise unpacked from its Debian packages into
 * `toolsDir`.
 * @throws LocalServiceError when none of these works
 */
export async function redisBinary(
  toolsDir: string,
  say: (line: string) => void = () => undefined,
): Promise<RedisBinary> {
  const onPath = findOnPath('redis-server');
  if (onPath) return { command: onPath, env: process.env };
  const unpacked = join(toolsDir, 'redis');
  if (existsSync(unpacked)) return unpackedBinary(unpacked);
  if (findOnPath('apt-get')) {
    if (process.getuid?.() === 0) {
      say('No redis-server on the PATH: installing it with apt-get.');
      const installed = await tryTo(installWithApt);
      if (installed) return { command: installed, env: process.env };
    }
    say(`No redis-server on the PATH: unpacking the Debian packages into ${unpacked}.`);
    if (await tryTo(() => unpackDebianPackages(unpacked))) return unpackedBinary(unpacked);
  }
  throw new LocalServiceError(
    'Redis is needed and was not found: install redis-server (7 or newer) so that it is on the PATH, or set REDIS_URL.',
  );
}

async function installWithApt(): Promise<string | undefined> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { env });
  await install().catch(async () => {
    await run('apt-get', ['update'], { env });
    await install();
  });
  return findOnPath('redis-server');
}

async function unpackDebianPackages(target: string): Promise<true> {
  const draft = `${target}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    await run('apt-get', ['download', ...PACKAGES], { cwd: draft });
    for (const file of readdirSync(draft)) {
      await run('dpkg', ['-x', join(draft, file), draft]);
      rmSync(join(draft, file));
    }
    renameSync(draft, target);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function unpackedBinary(folder: string): RedisBinary {
  const libraries = readdirSync(join(folder, 'usr', 'lib'))
    .map((triplet) => join(folder, 'usr', 'lib', triplet))
    .join(delimiter);
  return {
    command: join(folder, 'usr', 'bin', 'redis-server'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  };
}

async function tryTo<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function findOnPath(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      continue;
    }
  }
  return undefined;
}
