import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { endProcess, isAlive } from './processes.js';
import { type RunningPostgres, startPostgres } from './postgres.js';

const fast = { fsync: 'off' };
let folder: string;
let running: RunningPostgres[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-services-'));
  chmodSync(folder, 0o755);
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(password = 'secret'): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir: join(folder, 'postgres'), password, settings: fast });
  running.push(server);
  return server;
}

async function runQuery<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  it('accepts the password, keeps its data across a restart and leaves no process behind', async () => {
    const first = await start();
    await runQuery(first.url, `create table kept as select 'yes' as answer`);
    await expect(runQuery(first.url.replace('secret', 'wrong'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start();
    expect(await runQuery(second.url, 'select answer from kept')).toEqual([{ answer: 'yes' }]);
  });

  it('folds case and accents in every language, whatever the machine’s locale', async () => {
    const { url } = await start();
    await runQuery(url, 'create extension unaccent');
    expect(await runQuery(url, `select lower('ÉCOLE ÄÖÜ ŁÓDŹ') as l, unaccent('Übung née') as u`)).toEqual([
      { l: 'école äöü łódź', u: 'Ubung nee' },
    ]);
  });

  it('takes over the folder of a server whose parent is gone', async () => {
    const leftPostgres = await start();
    const again = await start();
    expect(isAlive(leftPostgres.pid)).toBe(false);
    expect(await runQuery(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts even if the lock file names a process id now used by something else', async () => {
    const server = await start();
    const lock = join(server.dataDir, 'postmaster.pid');
    const content = readFileSync(lock, 'utf8');
    await server.stop();
    writeFileSync(lock, content.replace(/^\d+/, String(process.pid)));
    expect(await runQuery((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('reports its log when it cannot start', async () => {
    await (await start()).stop();
    await expect(
      startPostgres({
        dataDir: join(folder, 'postgres'),
        password: 'secret',
        settings: { work_mem: 'plenty' },
      }),
    ).rejects.toThrow(/Postgres did not start[\s\S]*work_mem/);
  });

  it('refuses data of another major version and says what to do', async () => {
    const server = await start();
    await server.stop();
    writeFileSync(join(server.dataDir, 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/Postgres 12.*npm run reset/);
  });
});

describe('a server whose starter is killed', () => {
  it('ends too, even after kill -9', async () => {
    const pids = await startAndKillStarter(folder);
    for (const pid of pids) {
      expect(await endsByItself(pid)).toBe(true);
    }
  });
});

/** Starts Postgres and Redis from another process and kills that with SIGKILL. @returns the pids of the servers */
async function startAndKillStarter(dir: string): Promise<number[]> {
  const script = join(dir, 'starter.cjs');
  const compiled = await compile();
  writeFileSync(
    script,
    `const { startPostgres } = require(${JSON.stringify(join(compiled, 'postgres.js'))});
     const { startRedis } = require(${JSON.stringify(join(compiled, 'redis.js'))});
     Promise.all([startPostgres({ dataDir: ${JSON.stringify(join(dir, 'pg'))}, password: 'x', settings: { fsync: 'off' } }),
                  startRedis({ dir: ${JSON.stringify(join(dir, 'redis'))} })])
       .then((all) => console.log(JSON.stringify(all.map((one) => one.pid))), (error) => { console.error(error); process.exit(1); });
     setInterval(() => {}, 1000);`,
  );
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(starter, 'exit').then(() =>
    Promise.reject(new Error('the starter has ended by itself')),
  );
  const [line] = (await Promise.race([once(starter.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  return JSON.parse(line.toString()) as number[];
}

/** These two as plain JavaScript inside the repository, where they find their packages. @returns their folder */
async function compile(): Promise<string> {
  const out = join(process.cwd(), 'node_modules', '.cache', 'local-services-spec');
  const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = [
    '--outDir',
    out,
    '--module',
    'node20',
    '--target',
    'es2024',
    '--types',
    'node',
    '--skipLibCheck',
    '--noCheck',
    '--ignoreConfig',
  ];
  await promisify(execFile)(process.execPath, [
    tsc,
    join(__dirname, 'postgres.ts'),
    join(__dirname, 'redis.ts'),
    ...flags,
  ]);
  return out;
}

async function endsByItself(pid: number): Promise<boolean> {
  const deadline = Date.now() + 60_000;
  while (isAlive(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
  if (!isAlive(pid)) return true;
  await endProcess(pid, 'SIGKILL');
  return false;
}
