import { endProcess, startPostgres, type RunningPostgres } from '@app/local-services';
import { PgBouncer, pgbouncerSettings, temporaryFolder } from '@app/testing';
import { migrate, openDatabase, sql } from '@app/database';
import type { RedisSettings } from '@app/redis';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startRedisGroup, startSingleRedis, type ChaosRedis } from './chaos-redis.js';

/** The compiled worker. */
const WORKER = join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js');
const PASSWORD = 'chaos';
const DATABASE = 'chaos';
const POOLER_ROLE = 'pgbouncer';
/** Connections to Postgres for each role. */
const POOLER_SIZE = 2;

/** Postgres, Redis and workers as separate processes, which can be killed and restarted. */
export class ChaosStack {
  readonly sealingKey = randomBytes(32).toString('base64');
  readonly #folder = temporaryFolder();
  #postgres!: RunningPostgres;
  #pooler: PgBouncer | undefined;
  redis!: ChaosRedis;
  readonly #workers: (ChildProcess | undefined)[] = [];
  #stopped = false;

  /**
   * @param options.env more variables for the workers
   * @param options.sentinels Redis as a group that fails over, instead of a single one
   * @param options.pooler between all apps and Postgres a PgBouncer, with two connections for each role
   */
  constructor(
    private readonly workerCount: number,
    private readonly options: {
      env?: Record<string, string>;
      sentinels?: boolean | undefined;
      pooler?: boolean | undefined;
    } = {},
  ) {}

  async start(): Promise<void> {
    const startRedis = this.options.sentinels ? startRedisGroup : startSingleRedis;
    [this.redis] = await Promise.all([startRedis(this.#folder), this.#startPostgres()]);
    await this.#asAdministrator(`create database ${DATABASE}`);
    const passwords = { auth: PASSWORD, api: PASSWORD, worker: PASSWORD };
    if (this.options.pooler) {
      await this.#asAdministrator(`create role ${POOLER_ROLE} login password '${PASSWORD}'`);
      await migrate({ url: this.url('postgres'), passwords, poolerRole: POOLER_ROLE });
      this.#pooler = await PgBouncer.start({
        postgres: this.#postgres.url,
        poolSize: POOLER_SIZE,
        settings: { ...pgbouncerSettings(), auth_user: POOLER_ROLE },
        users: { [POOLER_ROLE]: PASSWORD },
      });
    } else await migrate({ url: this.url('postgres'), passwords });
    for (let index = 0; index < this.workerCount; index += 1) this.#startWorker(index);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers.map(async (worker) => worker?.pid && endProcess(worker.pid, 'SIGKILL')));
    await Promise.all([this.#pooler?.stop(), this.#postgres?.stop(), this.redis?.stop()]);
  }

  /** The owner's goes to Postgres directly, the apps' through the pooler where there is one. */
  url(user: 'postgres' | 'lp_api' | 'lp_worker'): string {
    const direct = `postgres://${user}:${PASSWORD}@127.0.0.1:${this.#postgres.port}/${DATABASE}`;
    return user === 'postgres' || !this.#pooler ? direct : this.#pooler.before(direct);
  }

  /** kill -9; it is restarted at once. */
  async killWorker(index: number): Promise<void> {
    const worker = this.#workers[index];
    this.#workers[index] = undefined;
    if (worker?.pid) await endProcess(worker.pid, 'SIGKILL');
    this.#startWorker(index);
  }

  /** Freezes it until the returned function is called; it can be killed meanwhile. */
  freeze(index: number): () => void {
    const worker = this.#workers[index];
    worker?.kill('SIGSTOP');
    return () => void worker?.kill('SIGCONT');
  }

  /** Ends it abruptly, as a crash does; it recovers from its log. */
  async crashPostgres(awayMs: number): Promise<void> {
    await endProcess(this.#postgres.pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await this.#startPostgres(this.#postgres.port);
  }

  /** Ends the pooler, as a new version of it would: every connection is lost. */
  async restartPooler(awayMs: number): Promise<void> {
    await this.#pooler!.stop();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await this.#pooler!.run();
  }

  async #startPostgres(port?: number): Promise<void> {
    this.#postgres = await startPostgres({
      dataDir: join(this.#folder, 'postgres'),
      password: PASSWORD,
      settings: { max_connections: 200 },
      ...(port && { port }),
    });
  }

  #startWorker(index: number): void {
    if (this.#stopped) return;
    const worker = spawn(process.execPath, [WORKER], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: '0',
        DATABASE_URL: this.url('lp_worker'),
        DATABASE_POOL_SIZE: '12',
        ...toEnvironment(this.redis.settings),
        AUTH_PUBLIC_URL: 'https://auth.example',
        API_PUBLIC_URL: 'https://api.example',
        PORTAL_DOMAIN: 'learning.example',
        LOG_LEVEL: 'silent',
        SECRETS_KEY: this.sealingKey,
        SMTP_URL: 'smtp://127.0.0.1:1',
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        WEBHOOK_PORTAL_RATE: '10000',
        WEBHOOK_HOST_CONCURRENCY: '1000',
        ...this.options.env,
      },
    });
    this.#workers[index] = worker;
    // one that exits on its own (because Postgres was down when it started) is restarted, as an orchestrator
    // would do
    worker.once('exit', () => {
      if (this.#workers[index] === worker && !this.#stopped) setTimeout(() => this.#startWorker(index), 500);
    });
  }

  async #asAdministrator(statement: string): Promise<void> {
    const database = await openDatabase({ url: this.#postgres.url, applicationName: 'chaos', poolSize: 1 });
    try {
      await database.many(sql`${sql.raw(statement)}`.unprepared());
    } finally {
      await database.dataSource.destroy();
    }
  }
}

/** Settings as environment variables write them. */
const toEnvironment = (settings: RedisSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
