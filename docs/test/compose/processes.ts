import { endWithThisProcess } from '@app/local-services';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  user?: { uid: number; gid: number } | undefined;
}

/** A process and what it printed. */
export class Running {
  output = '';
  readonly #child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(readonly program: Program) {
    const { command, args, env, cwd, user } = program;
    this.#child = spawn(command, args, {
      cwd,
      env,
      ...(user && { uid: user.uid, gid: user.gid }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (bytes: Buffer) => (this.output += bytes.toString()));
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
    if (this.#child.pid !== undefined) endWithThisProcess(this.#child, 'TERM');
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits until `isReady` holds. @throws Error with what it printed when it ends before */
  async until(isReady: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + WAIT_TIMEOUT_MS; !(await isReady());) {
      if (this.hasEnded || Date.now() > end)
        throw new Error(`${this.program.command} ${this.program.args.join(' ')}:\n${this.output}`);
      await pause(100);
    }
  }

  /** Ends it as a container is ended. @returns its exit code; undefined when it took longer than the grace period */
  async stop(graceSeconds: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null | undefined> {
    if (this.hasEnded) return this.#child.exitCode;
    this.#child.kill(signal);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceSeconds * 1000);
    const code = await this.ended;
    clearTimeout(timer);
    return this.#child.signalCode === 'SIGKILL' ? undefined : code;
  }
}

/** Runs a program to its end. */
export async function runToEnd(program: Program): Promise<{ code: number | null; output: string }> {
  const running = new Running(program);
  return { code: await running.ended, output: running.output };
}
