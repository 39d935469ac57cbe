import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { assertPortFree, freePort } from './ports.js';
import { findCommand, endProcess } from './processes.js';
import { redisBinary } from './redis-binary.js';
import { type RunningServer, startServer } from './start-server.js';

export interface RedisOptions {
  /** Folder of its files; created if missing. */
  dir: string;
  /** By default a free one. */
  port?: number;
  password?: string;
  /** Settings of redis.conf, such as `{ appendonly: 'yes' }`; default: nothing is written to disk. */
  settings?: Record<string, string | number>;
  /** Folder for unpacking Redis itself if this machine has none; default `dir`. */
  toolsDir?: string;
  /** Called with a message about longer steps. */
  say?: (line: string) => void;
}

export interface RunningRedis extends RunningServer {
  url: string;
  port: number;
}

const START_TIMEOUT_MS = 60_000;

/**
 * Starts a Redis on 127.0.0.1. It ends with this process; one left over in the same folder is stopped first.
 * @throws LocalServiceError with the end of the log when it does not start
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await endLeftover(dir);
  const binary = await redisBinary(options.toolsDir ?? dir, options.say);

  const port = options.port ?? (await freePort());
  await assertPortFree(port);
  const server = await startServer({
    ...binary,
    name: 'Redis',
    args: ['-', '--port', String(port)],
    cwd: dir,
    input: configuration(dir, options), // by stdin, so that the list of processes does not contain the password
    logFile: `${dir}.log`,
    stopSignal: 'TERM', // after writing to disk
    startTimeoutMs: START_TIMEOUT_MS,
    isReady: () => answersPing(port, options.password),
  });
  const credentials = options.password ? `:${encodeURIComponent(options.password)}@` : '';
  return { ...server, url: `redis://${credentials}127.0.0.1:${port}`, port };
}

function configuration(dir: string, { password, settings }: RedisOptions): string {
  const all: Record<string, string | number> = {
    bind: '127.0.0.1',
    dir: JSON.stringify(dir),
    pidfile: JSON.stringify(join(dir, 'redis.pid')),
    daemonize: 'no',
    save: '""',
    'maxmemory-policy': 'noeviction',
    ...(password && { requirepass: password }),
    ...settings,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

async function endLeftover(dir: string): Promise<void> {
  const file = join(dir, 'redis.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  if (pid > 0 && findCommand(pid)?.includes('redis-server')) await endProcess(pid, 'SIGTERM');
  rmSync(file, { force: true });
}

function answersPing(port: number, password?: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => socket.end(`${password ? `AUTH ${password}\r\n` : ''}PING\r\n`));
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => done(answer.includes('+PONG')));
  });
}
