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
    `Redis 7 or newer is needed and was not found. ${howToInstall(process.platform, (name) => findOnPath(name) !== undefined)} Or set REDIS_URL to one that runs.`,
  );
}

/** Package managers and how each installs Redis; the first available one is named. */
const INSTALLERS: [manager: string, command: string][] = [
  ['brew', 'brew install redis'],
  ['apt-get', 'sudo apt-get install redis-server'],
  ['dnf', 'sudo dnf install redis'],
  ['yum', 'sudo yum install redis'],
  ['pacman', 'sudo pacman -S redis'],
  ['zypper', 'sudo zypper install redis'],
  ['apk', 'sudo apk add redis'],
];

/** A sentence with the command that installs Redis on this system. */
export function howToInstall(platform: NodeJS.Platform, isThere: (program: string) => boolean): string {
  const command = INSTALLERS.find(([manager]) => isThere(manager))?.[1];
  if (command !== undefined) return `Install it with: ${command}.`;
  return platform === 'darwin'
    ? 'Install Homebrew (https://brew.sh), then Redis with: brew install redis.'
    : 'Install redis-server so that it is on the PATH.';
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

/** The path of an executable. */
export function findOnPath(name: string): string | undefined {
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
