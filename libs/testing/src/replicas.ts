import { endProcess, freePort } from '@app/local-services';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_TIMEOUT_MS } from './wait-timeout.js';
import { testServices } from './test-services-address.js';

export interface ServerProcessOptions {
  /** A folder below apps/, already built. */
  app: 'auth-server' | 'resource-api' | 'webhook-worker' | 'console';
  env: Record<string, string>;
  /** The folder above dist/ of another version; by default this version's. */
  root?: string;
  /** Called with every line that a replica prints. */
  log?: (line: string) => void;
  /** Whether {@link ServerProcess.modules} will be called. */
  listsModules?: boolean;
}

const listing = `
process.getBuiltinModule('module').registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(decodeURIComponent(new URL(url).pathname));
    return next(url, context);
  },
});`;

/** Code with which a server reports its costs on request, and throws an uncaught error on request. */
const reporter = (listsModules: boolean): string => `
const loaded = new Set();${listsModules ? listing : ''}
process.on('message', (asked) => {
  if (asked === 'fail') throw new Error('asked to fail');
  process.send(asked === 'modules' ? [...loaded] : process.cpuUsage());
});
process.channel.unref();`;

/** Environment variables that let a process of Node use the code that an earlier one of this run has compiled. */
export const compiledOnce = (): Record<string, string> => ({
  NODE_COMPILE_CACHE: testServices().compileCache,
});

/** Without this option, the young generation is collected constantly while modules are loaded: a tenth of the start. */
const FEWER_COLLECTIONS = ['--max-semi-space-size=64'];

/** A built server in its own process. */
export class ServerProcess {
  private constructor(
    readonly url: string,
    readonly metricsUrl: string,
    private readonly process: ChildProcess,
  ) {}

  /**
   * Starts it on a free port and waits until it is ready.
   * @throws Error when it ends or does not become ready
   */
  static async start({
    app,
    env,
    root = process.cwd(),
    log = () => undefined,
    listsModules = false,
  }: ServerProcessOptions): Promise<ServerProcess> {
    const script = join(root, 'dist', 'apps', app, 'src', 'main.js');
    const port = await freePort();
    const metricsPort = await freePort();
    const ports = {
      PORT: String(port),
      INTERNAL_PORT: String(await freePort()),
      METRICS_PORT: String(metricsPort),
    };
    const preloaded = `data:text/javascript,${encodeURIComponent(reporter(listsModules))}`;
    const child = spawn(process.execPath, [...FEWER_COLLECTIONS, '--import', preloaded, script], {
      env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...compiledOnce(), ...env, ...ports },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const said: string[] = [];
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (said.length < 20) said.push(line);
        log(line);
      });
    }
    const replica = new ServerProcess(
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${metricsPort}/metrics`,
      child,
    );
    for (const deadline = Date.now() + WAIT_TIMEOUT_MS; !(await replica.isReady()); await pause(50)) {
      if (child.exitCode === null && Date.now() < deadline) continue;
      await replica.stop();
      throw new Error(`${script} does not get ready; npm run build makes it.\n${said.join('\n')}`);
    }
    return replica;
  }

  /** Whether the process has ended, on request or not. */
  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    return answer?.ok ?? false;
  }

  /** Processor time of its threads since the start, in milliseconds. */
  async cpuMs(): Promise<number> {
    const usage = new Promise<NodeJS.CpuUsage>((resolve) => this.process.once('message', resolve));
    this.process.send('cpu');
    const { user, system } = await usage;
    return (user + system) / 1000;
  }

  /**
   * Limits its memory like a container: exceeding the limit ends it. Needs `prlimit`, which also counts reserved memory
   * that is never used, so that amount is added.
   * @param bytes of memory
   */
  limitMemory(bytes: number): void {
    const untouched = this.#memory('VmData') - this.#memory('VmRSS');
    execFileSync('prlimit', [`--pid=${this.process.pid}`, `--data=${bytes + untouched}`]);
  }

  /** Its maximum memory so far, in bytes; on Linux. */
  peakMemory(): number {
    return this.#memory('VmHWM');
  }

  #memory(name: 'VmData' | 'VmHWM' | 'VmRSS'): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) * 1024;
  }

  /** The files of its loaded modules, CommonJS and others, if it was started with `listsModules`. */
  async modules(): Promise<string[]> {
    const answer = new Promise<string[]>((resolve) => this.process.once('message', resolve));
    this.process.send('modules');
    return answer;
  }

  /** Makes it throw an uncaught error. */
  fail(): void {
    this.process.send('fail');
  }

  /** Sends SIGSTOP or SIGCONT: a frozen process does nothing, as on a machine without free processors. */
  freeze(isFrozen: boolean): void {
    this.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Requests a clean shutdown, and waits. */
  async stop(): Promise<void> {
    if (this.process.pid !== undefined) await endProcess(this.process.pid, 'SIGTERM');
  }

  /** Ends it by kill -9. */
  async kill(): Promise<void> {
    if (this.process.pid !== undefined) await endProcess(this.process.pid, 'SIGKILL');
  }
}
