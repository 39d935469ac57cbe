import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@app/database';
import { freePort, LocalServiceError } from '@app/local-services';
import {
  listAddresses,
  apps,
  loadDemo,
  type Program,
  stackSecrets,
  type StartConfig,
  startServices,
  Supervisor,
  withRole,
} from '../../tools/src/index.js';
import { requestToken } from './load/post.js';

/** The servers as in production, with their own ports and data, and the demo data. */
export interface BenchStack {
  auth: string;
  api: string;
  /**
   * How a server is started, including the worker, which is not running at first.
   * @throws Error when there is none with this name
   */
  getProgram(name: string): Program;
  /** For the resource API's database role. */
  databaseUrl: string;
  /** For the role that owns the database. */
  ownerUrl: string;
  token(): Promise<string>;
  /** Runs another program next to the servers and waits until it answers. */
  runProgram(program: Program): Promise<void>;
  /**
   * The process id of one of the servers, or of the server that they are compared with.
   * @throws Error when it does not run
   */
  getPid(name: string): number;
  /**
   * Ends the servers and starts all three, including the worker.
   * @returns their process ids, by name
   */
  startAnew(): Promise<Map<string, number>>;
}

const READY_TIMEOUT_MS = 60_000;
const demoClient = { client_id: 'acme-app', client_secret: 'acme-app-secret' };

/**
 * Starts the servers with data in a temporary folder, runs the work and stops them.
 * @param settings of all servers
 */
export async function withBenchStack<T>(
  work: (stack: BenchStack) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-bench-'));
  chmodSync(folder, 0o755); // if this is root, databases run as another user
  try {
    return await withServers(folder, settings, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withServers<T>(
  folder: string,
  settings: Record<string, string>,
  work: (stack: BenchStack) => Promise<T>,
): Promise<T> {
  const supervisor = new Supervisor({
    log: (program, line) => process.stderr.write(`${program}: ${line}\n`),
  });
  const config = await configuration();
  const secrets = stackSecrets(join(folder, 'secrets.json'));
  const services = await startServices(config, secrets, folder, () => undefined);
  try {
    await migrate({ url: services.databaseUrl, passwords: secrets.roles });
    await loadDemo(services, listAddresses(config), resolve('.'), () => undefined);
    const run = async (program: Program) => {
      supervisor.start(program);
      await untilAnswers(program.env['PORT']!);
    };
    const getPid = (name: string) => {
      const pid = supervisor.findPid(name);
      if (pid === undefined) throw new Error(`${name} does not run`);
      return pid;
    };
    const production = productionSettings(process.env['BENCH_PROFILE']);
    const programs = apps(config, secrets, services, resolve('.'))
      .filter(({ name }) => name !== 'console')
      .map((program) => ({ ...program, env: { ...program.env, ...production, ...settings } }));
    const servers = programs.filter(({ name }) => name !== 'webhook-worker');
    for (const program of servers) await run(program);
    const { auth, api } = listAddresses(config);
    const databaseUrl = withRole(services.databaseUrl, 'lp_api', secrets.roles.api);
    return await work({
      auth,
      api,
      databaseUrl,
      ownerUrl: services.databaseUrl,
      getProgram: (name) => {
        const program = programs.find((one) => one.name === name);
        if (!program) throw new Error(`no server is called ${name}`);
        return program;
      },
      token: () => requestToken(`${auth}/oauth/token`, demoClient),
      runProgram: run,
      getPid,
      startAnew: async () => {
        for (const { name } of programs) await supervisor.stopOne(name);
        for (const program of programs) await run(program);
        return new Map(programs.map(({ name }) => [name, getPid(name)]));
      },
    });
  } finally {
    await supervisor.stop();
    await services.stop();
  }
}

/** Limits are on, as in production, but so high that they are reached only if a benchmark sets them. */
function productionSettings(profileFolder: string | undefined): Record<string, string> {
  return {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1', // as in scripts/docker-entrypoint.sh
    MAIL_FROM: 'bench@learning.localhost',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'on',
    API_REQUESTS_PER_MINUTE: '1000000000',
    TOKEN_REQUESTS_PER_MINUTE: '1000000000',
    PUBLIC_REQUESTS_PER_MINUTE: '1000000000',
    TRUSTED_PROXIES: '127.0.0.1', // load may come from many addresses
    ...(profileFolder && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
  };
}

async function configuration(): Promise<StartConfig> {
  const metrics = ['authMetrics', 'apiMetrics', 'workerMetrics', 'consoleMetrics'] as const;
  const servers = ['auth', 'api', 'worker', 'console'] as const;
  const services = ['mails', 'media', 'partner', 'internal', 'smtp', 'redis', 'postgres'] as const;
  const ports: Partial<StartConfig['ports']> = {};
  for (const name of [...servers, ...services, ...metrics]) ports[name] = await freePort();
  return {
    host: '127.0.0.1',
    logLevel: 'warn',
    dataDir: '', // everything is in the folder of the benchmark
    databaseUrl: undefined,
    rolePrefix: 'lp',
    redisUrl: undefined,
    ports: ports as StartConfig['ports'],
  };
}

async function untilAnswers(port: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new LocalServiceError(`Nothing answers on port ${port}; the lines above say why.`);
}
