import { readBootstrap } from '@app/bootstrap-files';
import { registerClient } from '@app/clients';
import { migrate, openDatabase, writeBaseBackup, type Database } from '@app/database';
import { startPostgres, type RunningPostgres } from '@app/local-services';
import { eventually, ServerProcess, temporaryFolder, testRedis } from '@app/testing';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadDemoData } from '../../apps/tools/src/demo-data/index.js';

const scripts = join(__dirname, '..', '..', 'scripts', 'backup');
const passwords = { auth: 'of-auth', api: 'of-api', worker: 'of-worker' };
const client = { clientId: 'app', name: 'App', secret: 'app-secret-0123456789' };
const isBuilt = existsSync(join(process.cwd(), 'dist', 'apps', 'resource-api', 'src', 'main.js'));
const describeBuilt = isBuilt ? describe : describe.skip;

/** A folder that the user of Postgres can read, with a server that archives its WAL there. */
class Drill {
  readonly folder = temporaryFolder();
  readonly data = join(this.folder, 'postgres');
  readonly archive = join(this.folder, 'the archive');
  readonly backups = join(this.folder, 'backups');
  postgres!: RunningPostgres;

  constructor() {
    for (const path of [this.archive, this.backups]) mkdirSync(path);
    for (const name of ['archive-wal.sh', 'restore.sh']) {
      copyFileSync(join(scripts, name), join(this.folder, name));
      chmodSync(join(this.folder, name), 0o755);
    }
  }

  async start(): Promise<void> {
    const settings = {
      fsync: 'off',
      jit: 'off',
      archive_mode: 'on',
      archive_command: `${join(this.folder, 'archive-wal.sh')} "${this.archive}" "%p" "%f"`,
    };
    const port = this.postgres === undefined ? {} : { port: this.postgres.port };
    this.postgres = await startPostgres({ dataDir: this.data, password: 'test', settings, ...port });
  }

  /** Folders that Postgres itself writes to. */
  deleteFolders(): void {
    const { uid, gid } = statSync(this.postgres.dataDir);
    for (const path of [this.archive, this.backups]) chownSync(path, uid, gid);
  }

  get owner(): string {
    const { uid, gid } = statSync(this.archive);
    return `${uid}:${gid}`;
  }

  restore(...args: string[]): { status: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync(join(this.folder, 'restore.sh'), args, { encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  }

  as(role: string, password: string): string {
    return Object.assign(new URL(this.postgres.url), { username: role, password }).href;
  }

  async stop(): Promise<void> {
    await this.postgres?.stop();
  }
}

/** The superuser, with a connection for each statement: the server is stopped in between. */
class Owner {
  constructor(private readonly url: string) {}

  async many<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  }

  async one<T = Record<string, unknown>>(text: string): Promise<T> {
    return (await this.many<T>(text))[0]!;
  }
}

/** Number of rows and a checksum of each table of people, portals, learning and applications. */
async function contents(owner: Owner): Promise<Record<string, string>> {
  const tables = await owner.many<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname in ('identity', 'learning') or c.oid in ('auth.clients'::regclass, 'auth.passwords'::regclass))
      order by 1`,
  );
  const contentByName: Record<string, string> = {};
  for (const { name } of tables) {
    const row = await owner.one<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
    );
    contentByName[name] = row.sum;
  }
  return contentByName;
}

/** The way of docs/operations/backup.md. */
describeBuilt('a restore drill', () => {
  const drill = new Drill();
  const replicas: ServerProcess[] = [];
  let owner: Owner;
  let database: Database;
  let before: Record<string, string>;
  let early: string;
  let target: string;
  let api: ServerProcess;
  let auth: ServerProcess;

  /** Of the servers. */
  let env: Record<string, string>;
  /** How many people the demo has. */
  let demoPeople: number;

  const start = async (
    app: Parameters<typeof ServerProcess.start>[0]['app'],
    more: Record<string, string>,
  ) => {
    const replica = await ServerProcess.start({ app, env: { ...env, ...more } });
    replicas.push(replica);
    return replica;
  };
  const countPeople = async () =>
    (await owner.one<{ people: number }>('select count(*)::int as people from identity.persons')).people;
  const people = (offset: number, count: number) =>
    owner.many(
      `with portal as (select id from identity.portals where name = 'p.learning.localhost'), people as (
         insert into identity.persons (email, first_name, last_name)
         select 'p' || n || '@p.example', 'P', n::text from generate_series($1::int, $1::int + $2::int - 1) n returning id)
       insert into identity.accounts (portal_id, person_id, first_name, last_name, roles)
       select portal.id, people.id, 'P', 'P', '{Learner}' from portal, people`,
      [offset, count],
    );
  const token = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.secret,
    });
    const answer = await fetch(`${auth.url}/oauth/token`, { method: 'POST', body });
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const status = async (bearer: string): Promise<number> =>
    (await fetch(`${api.url}/v2/me`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  const revoke = (bearer: string) =>
    fetch(`${auth.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: bearer, client_id: client.clientId, client_secret: client.secret }),
    });
  async function refusedSoon(bearer: string): Promise<void> {
    await eventually('refused', async () => (await status(bearer)) === 401);
  }

  beforeAll(async () => {
    await drill.start();
    drill.deleteFolders();
    await migrate({ url: drill.postgres.url, passwords });
    owner = new Owner(drill.postgres.url);
    database = await openDatabase({ url: drill.postgres.url, applicationName: 'test', poolSize: 1 });
    const variables = { NODE_ENV: 'development', API_PUBLIC_URL: 'https://api.test' };
    const bootstrap = readBootstrap('apps/tools/demo/bootstrap.yaml', variables);
    await loadDemoData(database, bootstrap, {
      now: new Date(),
      env: variables,
      media: 'http://localhost:4004',
      say: () => undefined,
    });
    const { id: portalId } = await owner.one<{ id: number }>(
      `insert into identity.portals (name, title) values ('p.learning.localhost', 'P') returning id`,
    );
    await database.write((tx) =>
      registerClient(
        tx,
        { ...client, redirectUri: 'https://app.example/cb', portalId, scopes: ['user.read'] },
        new Date(),
      ),
    );
    await database.dataSource.destroy();
    demoPeople = await countPeople();
    await people(1, 500);
    env = {
      NODE_ENV: 'test',
      ...testRedis(),
      AUTH_PUBLIC_URL: 'https://auth.test',
      API_PUBLIC_URL: 'https://api.test',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1',
      RATE_LIMITS: 'off',
    };
    auth = await start('auth-server', { DATABASE_URL: drill.as('lp_auth', passwords.auth) });
    const JWKS_URL = `${auth.url}/.well-known/jwks.json`;
    api = await start('resource-api', { DATABASE_URL: drill.as('lp_api', passwords.api), JWKS_URL });
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await drill.stop();
  });

  it('a base backup is written by Postgres, for a role with no other rights', async () => {
    await owner.many(
      `create role backup login replication password 'of-backup' in role pg_write_server_files`,
    );
    await writeBaseBackup(drill.as('backup', 'of-backup'), join(drill.backups, 'base'));
    expect(readdirSync(join(drill.backups, 'base')).toSorted()).toEqual(['backup_manifest', 'base.tar']);
  });

  it('a backup that Postgres refuses is refused in its words', async () => {
    const url = drill.as('backup', 'of-backup');
    await expect(writeBaseBackup(url, join(drill.backups, 'base'))).rejects.toThrow(
      /^Postgres refuses the backup: directory ".*base" exists but is not empty\.$/,
    );
    await expect(writeBaseBackup(url, 'base')).rejects.toThrow(/relative path not allowed/);
    const api = drill.as('lp_api', passwords.api);
    await expect(writeBaseBackup(api, join(drill.backups, 'x'))).rejects.toThrow(/permission denied/);
  });

  it('changes after it are archived, and later ones are lost with the data', async () => {
    early = (await owner.one<{ now: string }>('select clock_timestamp()::text as now')).now;
    await people(1_001, 500);
    await owner.many(`update identity.persons set locale = 'de' where id % 7 = 0`);
    await revoke(await token());
    before = await contents(owner);
    expect(await countPeople()).toBe(demoPeople + 1_000);
    target = (await owner.one<{ now: string }>('select clock_timestamp()::text as now')).now;

    await people(5_001, 20);
    await owner.many(
      `delete from identity.accounts where id % 2 = 0 and person_id is not null and last_name = 'P'`,
    );
    const { file } = await owner.one<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    await eventually('archived', async () => existsSync(join(drill.archive, file)));
    expect(await contents(owner)).not.toEqual(before);

    await drill.postgres.stop();
    rmSync(drill.data, { recursive: true });
  });

  it('the data folder is restored only from complete files, in an empty folder', async () => {
    const all = ['--base', join(drill.backups, 'base'), '--archive', drill.archive, '--data', drill.data];
    const without = (option: string) =>
      all.filter((_, index) => index !== all.indexOf(option) && index !== all.indexOf(option) + 1);
    for (const option of ['--base', '--archive', '--data'])
      expect(drill.restore(...without(option))).toEqual({ status: 1, said: expect.stringContaining(option) });
    for (const time of ["2026-01-01' x", '2026-01-01 12:00:00', 'now'])
      expect(drill.restore(...all, '--until', time).said).toMatch(/--until/);
    expect(drill.restore(...all, '--timeline', "1'").said).toMatch(/--timeline/);
    expect(drill.restore(...all, '--archive', '$(reboot)').said).toMatch(/no folder/);
    const half = join(drill.backups, 'half');
    mkdirSync(half);
    copyFileSync(join(drill.backups, 'base', 'base.tar'), join(half, 'base.tar'));
    expect(drill.restore(...all, '--base', half).said).toMatch(/not complete/);
    rmSync(half, { recursive: true });
    expect(drill.restore(...all, '--data', drill.archive).said).toMatch(/is not empty/);
    expect(existsSync(drill.data)).toBe(false);
  });

  const restore = (backup: string, ...until: string[]) =>
    drill.restore(
      ...['--base', join(drill.backups, backup), '--archive', drill.archive, '--data', drill.data, ...until],
      ...(process.getuid?.() === 0 ? ['--owner', drill.owner] : []),
    );
  async function wipe(): Promise<void> {
    await drill.postgres.stop();
    rmSync(drill.data, { recursive: true });
  }

  it('a first try may end too early, and be repeated', async () => {
    expect(restore('base', '--until', early)).toEqual({ status: 0, said: expect.stringContaining(early) });
    await drill.start();
    expect(await countPeople()).toBe(demoPeople + 500);
    await people(7_001, 5);
    await wipe();
  });

  it('every row is as it was at that time', async () => {
    expect(restore('base', '--until', target)).toEqual({ status: 0, said: expect.stringContaining(target) });
    await drill.start();
    expect(await contents(owner)).toEqual(before);
    expect(await owner.one('select pg_is_in_recovery() as recovers')).toEqual({ recovers: false });
  });

  it('servers that went on running work again, and see each revocation within a second', async () => {
    await eventually('both are ready', async () => (await auth.isReady()) && (await api.isReady()));
    for (let n = 0; n < 5; n += 1) {
      const bearer = await token();
      expect(await status(bearer)).toBe(200);
      expect((await revoke(bearer)).status).toBe(200);
      await refusedSoon(bearer);
    }
  });

  it('the demo succeeds on the restored data', async () => {
    const worker = await start('webhook-worker', { DATABASE_URL: drill.as('lp_worker', passwords.worker) });
    await eventually('the worker is ready', () => worker.isReady());
    const facts = {
      addresses: { authorization_server: auth.url, resource_api: api.url },
      clients: [{ client_id: 'acme-app', client_secret: 'acme-app-secret' }],
    };
    writeFileSync(join(drill.folder, 'demo.json'), JSON.stringify(facts));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join('dist', 'apps', 'tools', 'src', 'main.js'), 'demo'],
      { env: { ...process.env, DATA_DIR: drill.folder } },
    );
    expect(stdout).toContain('The tour is complete');
    await worker.stop();
    replicas.splice(replicas.indexOf(worker), 1);
  });

  it('the settings of the restore are taken back, and the next backup restores as well', async () => {
    for (const name of [
      'restore_command',
      'recovery_target_time',
      'recovery_target_timeline',
      'recovery_target_action',
      'hot_standby',
    ])
      await owner.many(`alter system reset ${name}`);
    await people(9_001, 10);
    await writeBaseBackup(drill.as('backup', 'of-backup'), join(drill.backups, 'second'));
    const last = await contents(owner);
    await owner.many('select pg_switch_wal()');
    await wipe();
    expect(restore('second')).toEqual({ status: 0, said: expect.stringContaining('the end of the archive') });
    await drill.start();
    expect(await contents(owner)).toEqual(last);
  });
});

describe('archive-wal.sh', () => {
  const folder = temporaryFolder();
  const archive = (sourcePath: string): number | null =>
    spawnSync(join(scripts, 'archive-wal.sh'), [join(folder, 'archive'), join(folder, sourcePath), '0001'], {
      stdio: 'ignore',
    }).status;

  it('keeps a file once, accepts the same again, and never replaces it by another', () => {
    const write = (name: string, text: string) =>
      execFileSync('sh', ['-c', 'printf %s "$2" > "$1"', 'sh', join(folder, name), text]);
    write('one', 'first');
    write('two', 'second');
    expect(archive('one')).not.toBe(0); // there is no archive yet: Postgres tries again
    mkdirSync(join(folder, 'archive'));
    expect([archive('one'), archive('one'), archive('two')]).toEqual([0, 0, 1]);
    expect(readdirSync(join(folder, 'archive'))).toEqual(['0001']);
    expect(execFileSync('cat', [join(folder, 'archive', '0001')], { encoding: 'utf8' })).toBe('first');
  });
});
