import { temporaryFolder } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { isAlive } from './processes.js';
import { type RunningPostgres, startPostgres } from './postgres.js';

const fast = { fsync: 'off' };
let folder: string;
let running: RunningPostgres[];

beforeEach(() => {
  folder = temporaryFolder();
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
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

  it('takes over the folder of a server whose parent is gone', async () => {
    const leftPostgres = await start();
    const again = await start();
    expect(isAlive(leftPostgres.pid)).toBe(false);
    expect(await runQuery(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
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

  it('refuses data of another major version and prints the remedy', async () => {
    const server = await start();
    await server.stop();
    writeFileSync(join(server.dataDir, 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/Postgres 12.*npm run reset/);
  });
});
