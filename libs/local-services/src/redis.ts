import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalServiceError } from './local-service-error.js';
import { assertPortFree, freePort } from './ports.js';
import { findCommand, endProcess, endWithThisProcess } from './processes.js';
import { redisBinary } from './redis-binary.js';

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

export interface RunningRedis {
  url: string;
  port: number;
  pid: number;
  logFile: string;
  /** Resolves when the server has ended, on request or not. */
  ended: Promise<void>;
  /** Shuts it down cleanly, after writing to disk. */
  stop(): Promise<void>;
  /** Ends it by kill -9. */
  kill(): Promise<void>;
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
  const logFile = `${dir}.log`;
  const log = openSync(logFile, 'a', 0o600);
  const server = spawn(binary.command, ['-', '--port', String(port)], {
    cwd: dir,
    env: binary.env,
    detached: true, // Ctrl-C in the terminal must reach the applications before their Redis
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((done) => {
    server.once('exit', () => done());
    server.once('error', () => done());
  });
  server.stdin?.on('error', () => undefined);
  server.stdin?.end(configuration(dir, options)); // by stdin, so that the list of processes does not contain the password
  await untilReady(port, options.password, ended, logFile);
  server.unref();
  endWithThisProcess(server, 'TERM');
  const pid = server.pid ?? 0;
  const credentials = options.password ? `:${encodeURIComponent(options.password)}@` : '';
  return {
    url: `redis://${credentials}127.0.0.1:${port}`,
    port,
    pid,
    logFile,
    ended,
    stop: () => endProcess(pid, 'SIGTERM'),
    kill: () => endProcess(pid, 'SIGKILL'),
  };
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

async function untilReady(
  port: number,
  password: string | undefined,
  ended: Promise<void>,
  logFile: string,
): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !over; await pause(20)) {
    if (await answersPing(port, password)) return;
  }
  const log = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
  throw new LocalServiceError(`Redis did not start; the end of ${logFile}:\n${log}`);
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
