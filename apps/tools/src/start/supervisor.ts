import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endWithThisProcess } from '@app/local-services';

/** The flags in scripts/docker-entrypoint.sh, for the reasons in ADR 7. */
const NODE_FLAGS = ['--enable-source-maps', '--no-memory-reducer', '--expose-gc'];

export interface Program {
  name: string;
  /** Run with the same Node as this process. */
  script: string;
  flags?: readonly string[];
  args?: string[];
  env: Record<string, string>;
}

export interface SupervisorOptions {
  /** Called with each line that a program prints, and with each start and end. */
  log: (program: string, line: string) => void;
  /** Milliseconds before the first restart; doubled for each that follows. */
  firstDelay?: number;
  longestDelay?: number;
  /** Milliseconds in which a program may end normally. */
  patience?: number;
}

/** After running this long, a program gets the first delay again. */
const STEADY_MS = 30_000;

/** Keeps programs running: one that ends is restarted, after a longer pause each time. */
export class Supervisor {
  readonly #running = new Map<string, ChildProcess>();
  readonly #endings = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Programs that are ended on request and must not be restarted. */
  readonly #ended = new Set<ChildProcess>();
  #stopping = false;

  constructor(private readonly options: SupervisorOptions) {}

  findPid(name: string): number | undefined {
    return this.#running.get(name)?.pid;
  }

  /** Number of times that a program has ended unexpectedly. */
  countEndings(name: string): number {
    return this.#endings.get(name) ?? 0;
  }

  start(program: Program): void {
    this.#launch(program, this.options.firstDelay ?? 500);
  }

  /** Requests the end of all programs and waits; those that do not end in time are killed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#running.keys()].map((name) => this.stopOne(name)));
  }

  /** Requests the end of a program and waits; it is killed if it does not end in time. */
  async stopOne(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (!child) return;
    this.#ended.add(child);
    const ended = once(child, 'exit');
    const impatience = setTimeout(() => {
      this.options.log(name, 'does not end and is killed');
      child.kill('SIGKILL');
    }, this.options.patience ?? 25_000);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(impatience);
  }

  kill(): void {
    this.#stopping = true;
    for (const child of this.#running.values()) child.kill('SIGKILL');
  }

  #launch(program: Program, delay: number): void {
    const { name, script, flags = [], args = [], env } = program;
    const started = Date.now();
    const child = spawn(process.execPath, [...NODE_FLAGS, ...flags, script, ...args], {
      env,
      detached: true, // Ctrl-C reaches only this process, which ends the programs in order
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.set(name, child);
    endWithThisProcess(child, 'TERM');
    for (const stream of [child.stdout, child.stderr]) this.#readLines(name, stream);
    child.once('exit', (code, signal) => {
      this.#running.delete(name);
      if (this.#stopping || this.#ended.has(child)) return;
      this.#endings.set(name, this.countEndings(name) + 1);
      const next = Date.now() - started > STEADY_MS ? (this.options.firstDelay ?? 500) : delay;
      this.options.log(name, `ended (${signal ?? `exit code ${code}`}); starting again in ${next / 1000} s`);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#launch(program, Math.min(next * 2, this.options.longestDelay ?? 10_000));
      }, next);
      this.#timers.add(timer);
    });
  }

  #readLines(name: string, stream: Readable): void {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) =>
      this.options.log(name, line),
    );
  }
}
