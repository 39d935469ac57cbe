import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalServiceError } from './local-service-error.js';
import { freePort } from './ports.js';
import { endProcess, endWithThisProcess } from './processes.js';
import { canReach, unprivilegedUser } from './unprivileged-user.js';

/** The release that `npm run opensearch` fetches from Maven Central. */
export const OPENSEARCH_VERSION = '3.3.0';
/** What it needs, at least. */
const JAVA_VERSION = 21;
const START_PATIENCE_MS = 5 * 60_000;

export interface OpenSearchOptions {
  /** The unpacked distribution. */
  home: string;
  /** Created if missing; kept between starts. */
  dataDir: string;
  /** By default a free one. */
  port?: number;
  /** Of the heap, in megabytes. */
  heapMb?: number;
}

export interface RunningOpenSearch {
  url: string;
  pid: number;
  /** Settles when the server has ended, stopped by us or not. */
  ended: Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The unpacked distribution: `OPENSEARCH_HOME`, or what `npm run opensearch` has fetched; undefined without one. */
export function openSearchHome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const candidates = [
    env['OPENSEARCH_HOME'],
    join('.data', 'opensearch', `opensearch-${OPENSEARCH_VERSION}`),
  ];
  const found = candidates.find((home) => home !== undefined && existsSync(join(home, 'bin', 'opensearch')));
  return found === undefined ? undefined : resolve(found);
}

/** A Java that is new enough: `OPENSEARCH_JAVA_HOME`, `JAVA_HOME` or one of the system's; undefined without one. */
export function javaHome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const system = existsSync('/usr/lib/jvm')
    ? readdirSync('/usr/lib/jvm').map((name) => join('/usr/lib/jvm', name))
    : [];
  return [env['OPENSEARCH_JAVA_HOME'], env['JAVA_HOME'], ...system].find(
    (home): home is string => home !== undefined && versionOf(home) >= JAVA_VERSION,
  );
}

function versionOf(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'java'))) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

/**
 * Starts one node of OpenSearch on 127.0.0.1, without security. It ends with this process.
 * @throws LocalServiceError with the end of the log when it does not come up, or without a Java
 */
export async function startOpenSearch(options: OpenSearchOptions): Promise<RunningOpenSearch> {
  const java = javaHome();
  if (!java)
    throw new LocalServiceError(`OpenSearch needs a JDK of ${JAVA_VERSION} or later (OPENSEARCH_JAVA_HOME).`);
  const user = unprivilegedUser();
  const dataDir = resolve(options.dataDir);
  const port = options.port ?? (await freePort());
  const config = prepare(options.home, dataDir, port, options.heapMb ?? 512);
  if (user) {
    if (!canReach(options.home, user) || !canReach(dataDir, user))
      throw new LocalServiceError(
        `User ${user.name}, as whom OpenSearch runs, cannot enter ${options.home} or ${dataDir}.`,
      );
    for (const folder of ['', 'data', 'logs', 'tmp', 'config']) own(join(dataDir, folder), user);
  }
  const logFile = join(dataDir, 'server.log');
  const log = openSync(logFile, 'a', 0o600);
  const { JAVA_HOME: _java, JAVA_TOOL_OPTIONS: _options, ...env } = process.env;
  const server = spawn(join(options.home, 'bin', 'opensearch'), [], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: dataDir,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...env,
      OPENSEARCH_JAVA_HOME: java,
      OPENSEARCH_PATH_CONF: config,
      OPENSEARCH_TMPDIR: join(dataDir, 'tmp'),
    },
  });
  closeSync(log);
  const state = { hasEnded: false };
  const ended = new Promise<void>((done) => {
    const end = () => {
      state.hasEnded = true;
      done();
    };
    server.once('exit', end);
    server.once('error', end);
  });
  if (server.pid !== undefined) endWithThisProcess(server, 'TERM');
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, state, logFile);
  server.unref();
  const pid = server.pid ?? 0;
  return { url, pid, ended, stop: (signal = 'SIGTERM') => endProcess(pid, signal, 30_000) };
}

/** @returns the folder of its configuration */
function prepare(home: string, dataDir: string, port: number, heapMb: number): string {
  for (const folder of ['data', 'logs', 'tmp', 'config'])
    mkdirSync(join(dataDir, folder), { recursive: true });
  const config = join(dataDir, 'config');
  cpSync(join(home, 'config'), config, { recursive: true });
  const jvm = readFileSync(join(config, 'jvm.options'), 'utf8');
  writeFileSync(
    join(config, 'jvm.options'),
    jvm
      .replace(/^-Xms.*$/m, `-Xms${heapMb}m`)
      .replace(/^-Xmx.*$/m, `-Xmx${heapMb}m`)
      // relative to the distribution, which may be somebody else's
      .replaceAll(/(?<=[=\s])logs\//g, `${join(dataDir, 'logs')}/`),
  );
  const settings = {
    'cluster.name': 'learning-platform',
    'path.data': join(dataDir, 'data'),
    'path.logs': join(dataDir, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': '20000-32767',
    'discovery.type': 'single-node',
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(join(config, 'opensearch.yml'), `${lines.join('\n')}\n`);
  chmodSync(dataDir, 0o755);
  return config;
}

function own(path: string, user: { uid: number; gid: number }): void {
  chownSync(path, user.uid, user.gid);
  if (path.endsWith('config')) for (const file of readdirSync(path)) own(join(path, file), user);
}

async function untilReady(url: string, state: { hasEnded: boolean }, logFile: string): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    if (state.hasEnded || Date.now() > deadline) {
      const end = readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n');
      throw new LocalServiceError(`OpenSearch does not come up. The end of ${logFile}:\n${end}`);
    }
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=30s`).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await pause(100);
  }
}
