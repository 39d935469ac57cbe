import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, freePort } from '@app/local-services';
import type { Program } from '../../start/supervisor.js';
import type { ImageFolder } from './image-folder.js';
import { cpuSecondsOf, memoryOf } from '../process-figures.js';

const LOOK_MS = 25;
const PATIENCE_MS = 120_000;

/** Tells its parent, when asked, which files it has loaded. */
const recorder = `
const loaded = new Map();
process.getBuiltinModule('module').registerHooks({
  load(url, context, next) {
    const result = next(url, context);
    const path = url.startsWith('file:') ? decodeURIComponent(new URL(url).pathname) : undefined;
    if (path) loaded.set(path, process.getBuiltinModule('fs').statSync(path).size);
    return result;
  },
});
process.on('message', () => process.send([...loaded]));
process.channel.unref();`;

/** A file and its size in bytes. */
export type LoadedFile = [path: string, bytes: number];

/** One more process of a server, started by the entry point of an image. */
export class StartedServer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    /** Milliseconds from its start until it was ready. */
    readonly readyMs: number,
    /** Milliseconds of processor time until then. */
    readonly cpuMs: number,
  ) {}

  /** @throws Error when it ends or does not get ready */
  static async start(
    { name, env }: Program,
    { entryPoint }: ImageFolder,
    isRecorded = false,
  ): Promise<StartedServer> {
    const [port, metricsPort, internalPort] = [await freePort(), await freePort(), await freePort()];
    const recording = `--import=data:text/javascript,${encodeURIComponent(recorder)}`;
    const ports = { PORT: port, METRICS_PORT: metricsPort, INTERNAL_PORT: internalPort };
    const own = Object.fromEntries(Object.entries(ports).map(([key, value]) => [key, String(value)]));
    const began = performance.now();
    const child = spawn('/bin/sh', [entryPoint, name], {
      cwd: dirname(entryPoint),
      env: {
        ...env,
        ...own,
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        ...(isRecorded && { NODE_OPTIONS: recording }),
      },
      stdio: ['ignore', 'ignore', 'inherit', ...(isRecorded ? ['ipc' as const] : [])],
    });
    const url = `http://127.0.0.1:${port}`;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || performance.now() - began > PATIENCE_MS)
        throw new Error(`${name} does not get ready`);
      await pause(LOOK_MS);
    }
    const readyMs = performance.now() - began;
    return new StartedServer(url, child, readyMs, cpuSecondsOf(child.pid!)! * 1000);
  }

  /** Megabytes. */
  get memory(): number {
    return memoryOf(this.process.pid!).now;
  }

  /** Only of one that is recorded. */
  loaded(): Promise<LoadedFile[]> {
    const answer = new Promise<LoadedFile[]>((resolve) => this.process.once('message', resolve));
    this.process.send('loaded');
    return answer;
  }

  async stop(): Promise<void> {
    await endProcess(this.process.pid!, 'SIGTERM');
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
