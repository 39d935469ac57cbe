import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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

/** The servers as in production, with their own ports and data, and the demo data. */
export interface BenchStack {
  auth: string;
  api: string;
  /** How each server is started; the worker was not. */
  programs: Program[];
  /** How the resource API was started. */
  apiProgram: Program;
  /** For the resource API's database role. */
  databaseUrl: string;
  /** For the role that owns the database. */
  ownerUrl: string;
  /** A bearer token of client `acme-app`. */
  token(): Promise<string>;
  /** Runs one more program next to the servers and waits until it answers on `port`. */
  runBeside(program: Program, port: number): Promise<RunningProgram>;
  /** Ends the servers and starts all three, the worker too. @returns their process ids, by name */
  startAnew(): Promise<Map<string, number>>;
}

export interface RunningProgram {
  pid: number;
  /** Otherwise it ends with the stack. */
  stop(): Promise<void>;
}

const READY_PATIENCE_MS = 60_000;

/** Starts the servers, runs the work and stops them; data is only kept in the folder `BENCH_DATA`, for another run. */
export async function withBenchStack<T>(
  work: (stack: BenchStack) => Promise<T>,
  { settings = {} }: { settings?: Record<string, string> } = {},
): Promise<T> {
  return withDataFolder((folder) => withServers(folder, settings, work));
}

/** The work has the folder `BENCH_DATA`, which stays, or else a temporary one. */
export async function withDataFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const configuredFolder = process.env['BENCH_DATA'];
  const folder = configuredFolder
    ? resolve(configuredFolder)
    : mkdtempSync(join(tmpdir(), 'learning-platform-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // as root, databases run as another user
  try {
    return await work(folder);
  } finally {
    if (!configuredFolder) rmSync(folder, { recursive: true, force: true });
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
    const run = async (program: Program, port: number) => {
      supervisor.start(program);
      await untilAnswers(port);
      return { pid: supervisor.findPid(program.name)!, stop: () => supervisor.stopOne(program.name) };
    };
    const production = productionSettings(process.env['BENCH_PROFILE']);
    const programs = apps(config, secrets, services, resolve('.'))
      .filter(({ name }) => name !== 'console')
      .map((program) => ({ ...program, env: { ...program.env, ...production, ...settings } }));
    const servers = programs.filter(({ name }) => name !== 'webhook-worker');
    for (const program of servers) await run(program, Number(program.env['PORT']));
    const { auth, api } = listAddresses(config);
    const databaseUrl = withRole(services.databaseUrl, 'lp_api', secrets.roles.api);
    return await work({
      auth,
      api,
      programs,
      apiProgram: programs.find(({ name }) => name === 'resource-api')!,
      databaseUrl,
      ownerUrl: services.databaseUrl,
      token: () => tokenFrom(auth),
      runBeside: run,
      startAnew: async () => {
        for (const { name } of programs) await supervisor.stopOne(name);
        const pids = new Map<string, number>();
        for (const program of programs)
          pids.set(program.name, (await run(program, Number(program.env['PORT']))).pid);
        return pids;
      },
    });
  } finally {
    await supervisor.stop();
    await services.stop();
  }
}

/** Limits are on, as in production, but so high that they are never reached unless a benchmark sets them. */
function productionSettings(profileFolder: string | undefined): Record<string, string> {
  return {
    NODE_ENV: 'production',
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

async function tokenFrom(auth: string): Promise<string> {
  const client = {
    grant_type: 'client_credentials',
    client_id: 'acme-app',
    client_secret: 'acme-app-secret',
  };
  const response = await fetch(`${auth}/oauth/token`, { method: 'POST', body: new URLSearchParams(client) });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function untilAnswers(port: number): Promise<void> {
  for (const deadline = Date.now() + READY_PATIENCE_MS; Date.now() < deadline; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new LocalServiceError(`Nothing answers on port ${port}; the lines above say why.`);
}
