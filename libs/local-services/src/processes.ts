import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process, or undefined when there is none. */
export function findCommand(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

const END_TIMEOUT_MS = 30_000;

/** Sends `signal` and waits for the process to end; sends SIGKILL when it takes too long. */
export async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (!trySignal(pid, signal)) return;
  const deadline = Date.now() + END_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) trySignal(pid, 'SIGKILL');
    await pause(20);
  }
}

/**
 * Makes `child` end when this process ends in any way, even by kill -9. A shell waits for the end of its input, which
 * the kernel closes.
 */
export function endWithThisProcess(child: ChildProcess, signal: 'INT' | 'TERM' | 'QUIT'): void {
  const script = 'trap "" HUP INT TERM; read -r line && exit 0; kill -s "$2" "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid), signal], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  child.once('exit', () => guard.stdin.end('done\n'));
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
