import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalServiceError } from './local-service-error.js';
import { endProcess, endWithThisProcess } from './processes.js';

export interface RunningServer {
  pid: number;
  logFile: string;
  /** Resolves when the server has ended, on request or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
  /** Ends it by kill -9. */
  kill(): Promise<void>;
}

interface ServerProgram {
  /** For messages. */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** By default the user of this process. */
  user?: { uid: number; gid: number } | undefined;
  /** What it reads from stdin. */
  input?: string;
  logFile: string;
  /** The signal that shuts it down cleanly. */
  stopSignal: 'INT' | 'TERM';
  startTimeoutMs: number;
  isReady: () => boolean | Promise<boolean>;
}

/**
 * Starts a server that writes to its log, and waits until it is ready. It ends with this process.
 * @throws LocalServiceError with the end of the log when it does not start
 */
export async function startServer(program: ServerProgram): Promise<RunningServer> {
  const { name, command, args, cwd, env, user, logFile, stopSignal } = program;
  const log = openSync(logFile, 'a', 0o600);
  const server = spawn(command, args, {
    cwd,
    env,
    ...(user && { uid: user.uid, gid: user.gid }),
    detached: true, // Ctrl-C in the terminal must reach the applications before their services
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  let isOver = false;
  const ended = new Promise<void>((done) => {
    server.once('exit', () => done());
    server.once('error', () => done());
  });
  void ended.then(() => (isOver = true));
  server.stdin?.on('error', () => undefined);
  server.stdin?.end(program.input);
  if (server.pid !== undefined) endWithThisProcess(server, stopSignal);
  const deadline = Date.now() + program.startTimeoutMs;
  for (; !(await program.isReady()); await pause(20)) {
    if (!isOver && Date.now() < deadline) continue;
    const end = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
    throw new LocalServiceError(`${name} did not start; the end of ${logFile}:\n${end}`);
  }
  server.unref();
  const pid = server.pid ?? 0;
  return {
    pid,
    logFile,
    ended,
    stop: () => endProcess(pid, `SIG${stopSignal}`),
    kill: () => endProcess(pid, 'SIGKILL'),
  };
}
