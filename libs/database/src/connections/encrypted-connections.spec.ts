import { copyFileSync, chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from '@app/kernel';
import { startPostgres, type RunningPostgres } from '@app/local-services';
import {
  type Certificates,
  describeWith,
  eventually,
  makeCertificates,
  OutageProxy,
  temporaryFolder,
} from '@app/testing';
import pg from 'pg';
import { migrate, openDatabase, sql, translateError } from '../index.js';
import { migrations } from '../schema/migrations/index.js';
import { DedicatedConnection } from './dedicated-connection.js';
import { DatabaseReadiness } from './readiness.js';

const passwords = { auth: 'of-auth', api: 'of-api', worker: 'of-worker' };
const ssl = { text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()' };

describeWith('openssl', 'Postgres that wants TLS, with a certificate of an authority of one’s own', () => {
  const folder = temporaryFolder();
  let certificates: Certificates;
  let postgres: RunningPostgres;

  /** A file in the data folder, as the server's own user has to own it. */
  function writeKeyFile(name: string, sourceFile: string): void {
    const file = join(postgres.dataDir, name);
    copyFileSync(sourceFile, file);
    const { uid, gid } = statSync(postgres.dataDir);
    chownSync(file, uid, gid);
    chmodSync(file, 0o600);
  }

  async function asSuperuser(address: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Postgres reads its configuration some time after it was told to. */
  async function untilEncrypted(isOn: boolean): Promise<void> {
    const isSo = () =>
      asSuperuser(url()).then(
        () => isOn,
        () => !isOn,
      );
    await eventually(`TLS is ${isOn ? 'on' : 'off'}`, isSo);
  }

  beforeAll(async () => {
    certificates = makeCertificates(folder);
    postgres = await startPostgres({
      dataDir: join(folder, 'postgres'),
      password: 'test',
      settings: { fsync: 'off' },
    });
    writeKeyFile('server.crt', certificates.certificate);
    writeKeyFile('server.key', certificates.key);
    writeFileSync(
      join(postgres.dataDir, 'pg_hba.conf'),
      `hostssl all postgres all scram-sha-256
       hostssl all trusted_auth,trusted_api,trusted_worker,trusting all trust
       hostssl all all all scram-sha-256\n`,
    );
    await asSuperuser(postgres.url, 'alter system set ssl = on', 'select pg_reload_conf()');
    await untilEncrypted(true);
  });
  afterAll(() => postgres?.stop());

  const url = (authority = certificates.authority, host = 'localhost', sslmode = 'verify-full'): string => {
    const address = new URL(postgres.url);
    address.hostname = host;
    address.search = new URLSearchParams({ sslmode, sslrootcert: authority }).toString();
    return address.href;
  };

  it('is migrated', async () => {
    expect(await migrate({ url: url(), passwords })).toHaveLength(migrations.length);
  });

  it('serves every kind of connection', async () => {
    const database = await openDatabase({ url: url(), applicationName: 'test', poolSize: 2 });
    const ownConnection = new DedicatedConnection({ connectionString: url() });
    const readiness = new DatabaseReadiness(ownConnection);
    expect(await database.one(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)).toEqual({
      ssl: true,
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => database.pool.query(ssl)));
    expect(answers.every(({ rows }) => (rows as { ssl: boolean }[])[0]!.ssl)).toBe(true);
    expect((await ownConnection.query(ssl)).rows).toEqual([{ ssl: true }]);
    expect(await readiness.state()).toMatchObject({ isPrimary: true, isMigrated: true });
    await Promise.all([database.onApplicationShutdown(), readiness.onApplicationShutdown()]);
    await database.dataSource.destroy();
  });

  it('is noticed when it falls silent', async () => {
    const proxy = await OutageProxy.before(url());
    const address = Object.assign(new URL(proxy.url), { hostname: 'localhost' }).href;
    // long enough for a handshake on a busy machine
    const limits = { statementTimeoutMs: 200, silenceMs: 3_000 };
    const database = await openDatabase({ url: address, applicationName: 'test', poolSize: 1, ...limits });
    const one = sql`select 1 as one`;
    expect(await database.one(one)).toEqual({ one: 1 });
    proxy.dropPackets();
    await expect(database.one(one)).rejects.toThrow(Unavailable);
    await proxy.reconnect();
    expect(await database.one(one)).toEqual({ one: 1 });
    await database.close();
    await proxy.disconnect();
  });

  describe.each([
    [
      'a certificate of an unknown authority',
      () => url(certificates.stranger),
      /self-signed certificate|unable to verify the first certificate/,
    ],
    [
      'a certificate for another host',
      () => url(undefined, '127.0.0.1'),
      /IP: 127\.0\.0\.1 is not in the cert/,
    ],
    ['no TLS', () => postgres.url, /no pg_hba\.conf entry .* no encryption/],
  ])('%s', (_what, address, words) => {
    const options = () => ({ connectionString: address() });
    it.each<[string, () => Promise<unknown>]>([
      ['the pool', () => openDatabase({ url: address(), applicationName: 'test', poolSize: 1 })],
      ['migrate', () => migrate({ url: address(), passwords })],
      ['a connection of its own', () => new DedicatedConnection(options()).query(ssl)],
    ])('is refused in words: %s', async (_kind, connect) => {
      await expect(connect()).rejects.toThrow(words);
      const translated = await connect().catch(translateError);
      expect(translated).toBeInstanceOf(Unavailable);
      expect((translated as { cause: Error }).cause.message).toMatch(words);
    });
  });

  it('an owner who may not read hashes sets passwords even if the server trusts every login', async () => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    const hashes = async (): Promise<string[]> => {
      const { rows } = await client.query<{ hash: string }>(
        `select rolpassword as hash from pg_authid where rolname ~ '^trusted_' order by rolname`,
      );
      return rows.map(({ hash }) => hash);
    };
    await client.query(`create role trusting login createrole`);
    await client.query(`create database trusting owner trusting`);
    const ownUrl = Object.assign(new URL(url()), { username: 'trusting', pathname: 'trusting' }).href;
    const settings = { url: ownUrl, rolePrefix: 'trusted' };
    await migrate({ ...settings, passwords });
    const before = await hashes();
    await migrate({ ...settings, passwords: { auth: 'new-auth', api: 'new-api', worker: 'new-worker' } });
    const after = await hashes();
    expect([before.length, after.length]).toEqual([3, 3]);
    expect(after.filter((hash) => before.includes(hash))).toEqual([]);
    await client.end();
  });

  it('a server without TLS is refused in words', async () => {
    await asSuperuser(url(), 'alter system set ssl = off', 'select pg_reload_conf()');
    await untilEncrypted(false);
    const connection = new DedicatedConnection({ connectionString: url() });
    const translated = await connection.query(ssl).catch(translateError);
    expect(translated).toBeInstanceOf(Unavailable);
    expect((translated as { cause: Error }).cause.message).toMatch(/does not support SSL/);
  });
});
