import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';

interface RedisBinary {
  command: string;
  env: NodeJS.ProcessEnv;
}

const run = promisify(execFile);
const PACKAGES = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1'];

/**
 * `redis-server` from the PATH, otherwise unpacked from its Debian packages into `toolsDir`.
 * @throws LocalServiceError when neither works
 */
export async function redisBinary(
  toolsDir: string,
  say: (line: string) => void = () => undefined,
): Promise<RedisBinary> {
  const onPath = findOnPath('redis-server');
  if (onPath) return { command: onPath, env: process.env };
  const unpacked = join(toolsDir, 'redis');
  if (!existsSync(unpacked)) {
    say(`No redis-server on the PATH: unpacking the Debian packages into ${unpacked}.`);
    await unpackDebianPackages(unpacked).catch((cause: unknown) => {
      throw new LocalServiceError(
        'Redis 7 or newer is needed and was not found. Install redis-server (on macOS: brew install redis), or set REDIS_URL to one that runs.',
        { cause },
      );
    });
  }
  return unpackedBinary(unpacked);
}

async function unpackDebianPackages(target: string): Promise<void> {
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

export function findOnPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
