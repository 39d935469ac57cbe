import { migrate, sql } from '@app/database';
import { freePort } from '@app/local-services';
import { createEmptyDatabase, Owner, programOnPath, temporaryFolder, testServices } from '@app/testing';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const scripts = join(__dirname, '..', '..', 'scripts', 'backup');
/** Of the Postgres that the service needs. */
const NEEDED = 18;

const readVersion = (program: string): number =>
  programOnPath(program)
    ? Number(/(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))![1])
    : 0;
const dumps = programOnPath('psql') && programOnPath('pg_restore') ? readVersion('pg_dump') : 0;
/** Where Debian keeps the server that belongs to this pg_dump. */
const debianPrograms = `/usr/lib/postgresql/${dumps}/bin`;

const describeIf = (isThere: boolean, name: string, needs: string, tests: () => void): void =>
  isThere ? describe(name, tests) : describe.skip(`${name} (needs ${needs})`, tests);

function run(
  script: string,
  file: string,
  env: Record<string, string>,
): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(join(scripts, script), [file], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return { status, said: `${stdout}${stderr}` };
}

/** Rows of each table with a checksum, and what each role may do. */
async function contents(owner: Owner): Promise<object> {
  const tables = await owner.many<{ name: string; acl: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name, coalesce(c.relacl::text, '') as acl
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('identity', 'learning', 'auth') order by 1`);
  const contentByName: Record<string, string> = {};
  for (const { name, acl } of tables) {
    const row = await owner.one<{ sum: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum
        from ${sql.raw(name)} t`);
    const rights = acl.split(/[{},]/).filter((one) => one.includes('lp_'));
    contentByName[name] = `${row.sum} ${rights
      .map((one) => one.replace(/\/.*/, ''))
      .sort()
      .join()}`;
  }
  return contentByName;
}

describeIf(dumps >= NEEDED, 'a dump of the whole service', `pg_dump ${NEEDED}`, () => {
  it('holds every row and every right, in another database', async () => {
    const folder = temporaryFolder();
    const sourceDatabase = await createEmptyDatabase();
    const targetDatabase = await createEmptyDatabase();
    const [source, target] = [new Owner(sourceDatabase.url), new Owner(targetDatabase.url)];
    try {
      await migrate({ url: sourceDatabase.url, passwords: testServices().passwords });
      await source.many(sql`insert into identity.portals (name, title) values ('p.example', 'P')`);
      const file = join(folder, 'platform.dump');
      expect(run('dump.sh', file, { DATABASE_URL: sourceDatabase.url })).toMatchObject({ status: 0 });
      expect(run('restore-dump.sh', file, { DATABASE_URL: targetDatabase.url })).toMatchObject({ status: 0 });
      expect(await contents(target)).toEqual(await contents(source));
      expect(await migrate({ url: targetDatabase.url, passwords: testServices().passwords })).toEqual([]);
    } finally {
      await source.end();
      await target.end();
      await sourceDatabase.drop();
      await targetDatabase.drop();
    }
  });
});

/** The scripts themselves, with whichever Postgres Debian has. */
describeIf(
  dumps > 0 && existsSync(join(debianPrograms, 'initdb')),
  'dump.sh and restore-dump.sh',
  'pg_dump, and the server of its version',
  () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const file = join(folder, 'the dump');
    let port: number;
    const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
    /** As root, Postgres runs as somebody else. */
    const asServer = (program: string, ...args: string[]) =>
      userInfo().uid === 0
        ? execFileSync('setpriv', [
            ...['--reuid=65534', '--regid=65534', '--clear-groups', join(debianPrograms, program)],
            ...args,
          ])
        : execFileSync(join(debianPrograms, program), args);
    const runQuery = (name: string, text: string): string =>
      execFileSync('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', url(name), '-c', text], {
        encoding: 'utf8',
      }).trim();

    beforeAll(async () => {
      chmodSync(folder, 0o777);
      port = await freePort();
      asServer('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8');
      const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
      asServer('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
      for (const name of ['old', 'new', 'third']) runQuery('postgres', `create database ${name}`);
      runQuery('postgres', 'create role lp_auth; create role lp_api; create role lp_worker');
      runQuery(
        'old',
        `create schema identity; create table identity.persons (id int primary key, email text);
         insert into identity.persons select n, 'p' || n from generate_series(1, 1000) n;
         grant usage on schema identity to lp_api; grant select on identity.persons to lp_api`,
      );
    });
    afterAll(() => {
      asServer('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    });

    it('bring rows and rights into an empty database, and make the roles that are missing', () => {
      expect(run('dump.sh', file, { DATABASE_URL: url('old') }).said).toContain('is complete');
      runQuery('old', 'drop owned by lp_api; drop role lp_auth; drop role lp_api; drop role lp_worker');
      expect(run('restore-dump.sh', file, { DATABASE_URL: url('new') }).said).toContain('is restored');
      expect(
        runQuery('new', 'select count(*), md5(string_agg(email, chr(44) order by id)) from identity.persons'),
      ).toBe(
        runQuery('old', 'select count(*), md5(string_agg(email, chr(44) order by id)) from identity.persons'),
      );
      expect(runQuery('new', `select has_table_privilege('lp_api', 'identity.persons', 'select')`)).toBe('t');
      expect(
        runQuery('new', `select count(*) from pg_roles where rolname like 'lp\\_%' and not rolcanlogin`),
      ).toBe('3');
    });

    it('are analysed by Postgres, so that the first requests are planned well', () =>
      expect(runQuery('new', `select attname from pg_stats where tablename = 'persons' order by 1`)).toBe(
        'email\nid',
      ));

    it('refuse a restore that would overwrite or be incomplete', () => {
      const env = { DATABASE_URL: url('new') };
      expect(run('dump.sh', file, env)).toEqual({
        status: 1,
        said: expect.stringContaining('there already'),
      });
      expect(run('restore-dump.sh', file, env).said).toContain('not empty');
      const half = join(folder, 'half');
      writeFileSync(half, 'PGDMP');
      expect(run('restore-dump.sh', half, { DATABASE_URL: url('third') }).said).toContain('not a dump');
      expect(run('restore-dump.sh', join(folder, 'none'), env).said).toContain('there is no');
      const prefix = { DATABASE_URL: url('third'), DATABASE_ROLE_PREFIX: "x'; drop" };
      expect(run('restore-dump.sh', file, prefix).said).toContain('DATABASE_ROLE_PREFIX');
      expect(run('dump.sh', join(folder, 'x'), {}).said).toContain('DATABASE_URL is not set');
    });

    it('leave no incomplete file behind', () => {
      const target = join(folder, 'unfinished');
      expect(run('dump.sh', target, { DATABASE_URL: url('nowhere') })).toMatchObject({ status: 1 });
      expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
    });

    it('name a pg_dump that is older than the server', () => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6"\n', { mode: 0o755 });
      const PATH = `${bin}:${process.env['PATH']}`;
      expect(run('dump.sh', join(folder, 'y'), { DATABASE_URL: url('old'), PATH }).said).toContain(
        `version 9, and cannot dump a Postgres of version ${dumps}`,
      );
    });
  },
);
