import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { assertPortFree, freePort } from './ports.js';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.js';
import { findCommand, endProcess } from './processes.js';
import { acceptsWrites } from './recovery.queries.js';
import { type RunningServer, startServer } from './start-server.js';
import { canReach, type SystemUser, unprivilegedUser } from './unprivileged-user.js';

export interface PostgresOptions {
  /** Created if missing; kept between starts. */
  dataDir: string;
  /** By default a free one. */
  port?: number;
  /** Password of the superuser `postgres`; used when the folder is created. */
  password: string;
  /** Server settings, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string | number>;
  /** Whether it follows another server and takes no writes. */
  isStandby?: boolean;
}

export interface RunningPostgres extends RunningServer {
  /** URL for the superuser, database `postgres`. */
  url: string;
  port: number;
  dataDir: string;
  /** Notices for the user, such as another location of the data than `dataDir`. */
  notices: string[];
}

/** Long, because recovery may take minutes; a server that cannot start ends by itself. */
const START_TIMEOUT_MS = 15 * 60_000;

/**
 * Starts a Postgres on 127.0.0.1. It ends with this process; one left over in the same folder is stopped first.
 * @throws LocalServiceError with the end of the log when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = unprivilegedUser();
  const binaries = postgresBinaries(user);
  const notices = binaries.notice ? [binaries.notice] : [];
  const dataDir = placeDataDir(resolve(options.dataDir), user, notices);
  await endLeftover(dataDir);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(dataDir, options.password, binaries, user);
  assertSameMajor(dataDir, binaries);

  const port = options.port ?? (await freePort());
  await assertPortFree(port);
  const settings = { ...DEFAULTS, ...options.settings, port };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`;
  const server = await startServer({
    name: 'Postgres',
    command: binaries.postgres,
    args: ['-D', dataDir, ...flags],
    ...ENVIRONMENT,
    user,
    logFile: `${resolve(options.dataDir)}.log`,
    stopSignal: 'INT', // open transactions are rolled back
    startTimeoutMs: START_TIMEOUT_MS,
    isReady: async () => {
      const state = status(dataDir);
      if (options.isStandby) return state === 'ready' || state === 'standby';
      return state === 'ready' && (await acceptsWrites(url));
    },
  });
  return { ...server, url, port, dataDir, notices };
}

const ENVIRONMENT = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };

const DEFAULTS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

function placeDataDir(linkPath: string, user: SystemUser | undefined, notices: string[]): string {
  mkdirSync(dirname(linkPath), { recursive: true });
  if (!user || canReach(dirname(linkPath), user)) return linkPath;
  const name = createHash('sha256').update(linkPath).digest('hex').slice(0, 12);
  const place = `/var/tmp/learning-platform-data-${name}`;
  mkdirSync(place, { recursive: true, mode: 0o755 });
  if (lstatSync(place).uid !== 0)
    throw new LocalServiceError(`${place} belongs to another user; remove it, then start again.`);
  const data = join(place, 'postgres');
  rmSync(linkPath, { force: true });
  symlinkSync(data, linkPath);
  notices.push(
    `Postgres runs as user ${user.name}, who cannot enter ${dirname(linkPath)}: its data is in ${data}.`,
  );
  return data;
}

async function initialise(
  dataDir: string,
  password: string,
  binaries: PostgresBinaries,
  user?: SystemUser,
): Promise<void> {
  const draft = `${dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `learning-platform-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    // the built-in locale sorts and folds case in the same way on every machine
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    await run(binaries.initdb, ['--pgdata', draft, ...access, ...locale, '--no-sync'], user);
    renameSync(draft, dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(command: string, args: string[], user?: SystemUser): Promise<void> {
  return new Promise((done, failed) => {
    const ids = user && { uid: user.uid, gid: user.gid };
    const child = spawn(command, args, { ...ENVIRONMENT, ...ids, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    child.once('error', (cause) => failed(new LocalServiceError(`${command}: ${cause.message}`, { cause })));
    child.once('close', (code) =>
      code === 0 ? done() : failed(new LocalServiceError(`${command} failed:\n${output.trim()}`)),
    );
  });
}

function assertSameMajor(dataDir: string, { majorVersion }: PostgresBinaries): void {
  const storedMajor = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (storedMajor === majorVersion) return;
  throw new LocalServiceError(
    `${dataDir} was made by Postgres ${storedMajor}, this is ${majorVersion}: npm run reset makes it anew.`,
  );
}

/**
 * Stops a server that a killed parent left behind, and removes a lock file whose process id now belongs to another
 * process.
 */
async function endLeftover(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (findCommand(pid)?.includes(dataDir)) await endProcess(pid, 'SIGINT');
  rmSync(file, { force: true });
}

/** The eighth line of the lock file, which says how far the server has started (pg_ctl reads it too). */
function status(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  } catch {
    return undefined;
  }
}
