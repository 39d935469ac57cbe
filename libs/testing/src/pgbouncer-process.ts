import { temporaryFolder } from './temporary-folder.js';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, endWithThisProcess, findOnPath, freePort, LocalServiceError } from '@app/local-services';
import { WAIT_TIMEOUT_MS } from './wait-timeout.js';

/** The first version that supports named prepared statements in transaction mode. */
const KNOWS_NAMES = [1, 21];

/** The program: the one that `PGBOUNCER` names, or the one on the PATH. */
const pgbouncer = (): string | undefined => process.env['PGBOUNCER'] ?? findOnPath('pgbouncer');

/** Whether this machine's PgBouncer works with our statements, which are all prepared by name. */
export function pgbouncerKnowsNames(): boolean {
  const program = pgbouncer();
  if (program === undefined) return false;
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(
    execFileSync(program, ['--version'], { encoding: 'utf8' }),
  )!;
  return (
    Number(major) > KNOWS_NAMES[0]! || (Number(major) === KNOWS_NAMES[0] && Number(minor) >= KNOWS_NAMES[1]!)
  );
}

interface PgBouncerOptions {
  /** URL of the Postgres; its database and role do not matter. */
  postgres: string;
  /** Server connections for each role and database. */
  poolSize: number;
  /** The lines of pgbouncer.ini except addresses and pool. */
  settings: Record<string, string>;
  /** Roles and passwords, in the format of the auth_file. */
  users: Record<string, string>;
}

/** The settings of the component for Kubernetes, without those that name its own addresses. */
export function pgbouncerSettings(): Record<string, string> {
  const ini = readFileSync(join('k8s', 'components', 'pgbouncer', 'pgbouncer.ini'), 'utf8');
  const lines = [...ini.slice(ini.indexOf('[pgbouncer]')).matchAll(/^(\w+) = (.*)$/gm)];
  const ownSettings =
    /^(listen_|unix_socket_dir|auth_file|auth_dbname|default_pool_size|max_|min_|reserve_|server_tls|client_tls|logfile|pidfile)/;
  return Object.fromEntries(
    lines
      .map(([, name, value]) => [name!, value!] as const)
      .filter(([name]) => !ownSettings.test(name) || name === 'max_prepared_statements'),
  );
}

/** A separate PgBouncer, in transaction mode. */
export class PgBouncer {
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;
  port = 0;

  private constructor(private readonly options: PgBouncerOptions) {}

  /** @throws LocalServiceError with its log when it does not start, or is not on this machine */
  static async start(options: PgBouncerOptions): Promise<PgBouncer> {
    const pooler = new PgBouncer(options);
    pooler.port = await freePort();
    chmodSync(pooler.#folder, 0o755);
    pooler.#configure();
    await pooler.run();
    return pooler;
  }

  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8');
  }

  /** The URL of the same database and role, through the pooler. */
  before(url: string): string {
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  async run(): Promise<void> {
    const program = pgbouncer();
    if (program === undefined)
      throw new LocalServiceError('PgBouncer was not found: on the PATH, or where PGBOUNCER says.');
    const asUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const child = spawn(program, ['-q', join(this.#folder, 'pgbouncer.ini')], {
      ...asUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text: Buffer) => writeFileSync(join(this.#folder, 'log'), text, { flag: 'a' }));
    endWithThisProcess(child, 'QUIT');
    this.#process = child;
    for (const end = performance.now() + WAIT_TIMEOUT_MS; !(await this.#answers()); await pause(20))
      if (child.exitCode !== null || performance.now() > end)
        throw new LocalServiceError(`PgBouncer does not start:\n${this.log}`);
  }

  /** Ends it like an upgrade: every connection is lost. */
  async stop(): Promise<void> {
    if (this.#process?.pid !== undefined) await endProcess(this.#process.pid, 'SIGQUIT');
  }

  #configure(): void {
    const { postgres, poolSize, settings, users } = this.options;
    const { hostname, port } = new URL(postgres);
    const users_ = Object.entries(users).map(([name, password]) => `"${name}" "${password}"`);
    const file = join(this.#folder, 'users.txt');
    writeFileSync(file, `${users_.join('\n')}\n`);
    writeFileSync(join(this.#folder, 'log'), '');
    const all = {
      ...settings,
      listen_addr: '127.0.0.1',
      listen_port: this.port,
      unix_socket_dir: '',
      auth_file: file,
      default_pool_size: poolSize,
      max_client_conn: 2_000,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    writeFileSync(
      join(this.#folder, 'pgbouncer.ini'),
      ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'),
    );
  }

  #answers(): Promise<boolean> {
    return new Promise((done) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
  }
}
