import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@app/database';
import { isAlive, startPostgres, startRedis } from '@app/local-services';
import { Client } from 'pg';
import { PgBouncer, pgbouncerKnowsNames, pgbouncerSettings } from '../pgbouncer-process.js';
import { announceTestServices, type TestServices } from '../test-services-address.js';

declare global {
  var stopTestServices: (() => Promise<void>) | undefined;
}

const FOLDER = 'learning-platform-test-';
/**
 * A file system in memory: a clone of the template is a thousand small files, which are written ten times faster there.
 * ext4 also checks recently deleted files before it creates new ones.
 */
const MEMORY = '/dev/shm';
/** Bytes that must be free there; containers have 64 MB by default. */
const ROOM = 3 * 2 ** 30;
/** Trades safety for speed, because these servers' data is temporary. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_connections: 300,
  autovacuum: 'off',
  jit: 'off',
  scram_iterations: 1, // thousands of connections are opened, and each costs that many hashes on both sides
};

/** Starts Postgres and Redis, creates the template database and passes their addresses to the test files. */
export async function startTestServices(): Promise<void> {
  removeLeftovers();
  const folder = mkdtempSync(join(roomyMemory() ? MEMORY : tmpdir(), `${FOLDER}${process.pid}-`));
  chmodSync(folder, 0o755); // if this is root, Postgres runs as another user
  // for the workers, which start later, and their child processes
  process.env['TMPDIR'] = temporaryFolder(folder);
  const password = 'test';
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), password, settings: SETTINGS }),
    startRedis({ dir: join(folder, 'redis'), toolsDir: join(process.cwd(), '.data', 'tools') }),
  ]);
  let pooler: PgBouncer | undefined;
  globalThis.stopTestServices = async () => {
    await pooler?.stop();
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const services: TestServices = {
    postgres: postgres.url,
    redis: redis.url,
    template: 'template_test',
    passwords: { auth: 'test-auth', api: 'test-api', worker: 'test-worker', console: 'test-console' },
    compileCache: join(folder, 'compiled'),
  };
  try {
    await createTemplate(services);
    const poolSize = Number(process.env['TEST_POOLER'] ?? 0);
    if (poolSize > 0) {
      pooler = await poolerBefore(services, poolSize);
      services.pooler = `127.0.0.1:${pooler.port}`;
    }
  } catch (error) {
    await globalThis.stopTestServices();
    throw error;
  }
  announceTestServices(services);
}

/**
 * Connects every test's servers through PgBouncer, with this many connections to Postgres for each role and database.
 */
async function poolerBefore({ postgres, passwords }: TestServices, poolSize: number): Promise<PgBouncer> {
  if (!pgbouncerKnowsNames()) throw new Error('TEST_POOLER needs PgBouncer 1.21 or newer (PGBOUNCER=<path>)');
  const admin = new Client({ connectionString: postgres });
  await admin.connect();
  for (const app of Object.keys(passwords)) {
    await admin.query(`alter role lp_${app} set statement_timeout = '30s'`);
    const idle = app === 'api' ? '5s' : '60s';
    await admin.query(`alter role lp_${app} set idle_in_transaction_session_timeout = '${idle}'`);
  }
  await admin.end();
  const users = Object.fromEntries(
    Object.entries(passwords).map(([app, password]) => [`lp_${app}`, password]),
  );
  const { auth_query: _, auth_user: __, query_wait_timeout: ___, ...settings } = pgbouncerSettings();
  return PgBouncer.start({ postgres, poolSize, settings, users });
}

async function createTemplate({ postgres, template, passwords }: TestServices): Promise<void> {
  const admin = new Client({ connectionString: postgres });
  await admin.connect();
  try {
    await admin.query(`create database ${template}`);
    await migrate({ url: Object.assign(new URL(postgres), { pathname: template }).href, passwords });
    await admin.query(`alter role postgres password '${new URL(postgres).password}'`); // set again, because initdb used 4,096 iterations
    await admin.query(`alter database ${template} with allow_connections false is_template true`);
  } finally {
    await admin.end();
  }
}

/** Folders of runs that were killed before they could clean up. */
function removeLeftovers(): void {
  for (const parent of [tmpdir(), MEMORY].filter((path) => existsSync(path))) {
    for (const name of readdirSync(parent)) {
      const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split('-')[0]) : 0;
      if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

/** The folder for temporary files of tests, including whole Postgres servers; like /tmp, writable for all users. */
function temporaryFolder(parent: string): string {
  const path = join(parent, 'tmp');
  mkdirSync(path);
  chmodSync(path, 0o1777);
  return path;
}

function roomyMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false; // does not exist on this system, or not accessible
  }
}
