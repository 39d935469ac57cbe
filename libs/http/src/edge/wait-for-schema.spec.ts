import { sql } from '@app/database';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, listen } from '@app/local-services';
import { useDatabase, SESSIONS_HERE, eventually } from '@app/testing';
import { waitForSchema } from './wait-for-schema.js';

describe('a server on a schema that is older than its build', () => {
  const harness = useDatabase();
  const createSettings = async (url: string) => ({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: await freePort(),
    LOG_LEVEL: 'silent' as const,
    LOG_FORMAT: 'json' as const,
  });

  it('waits: it lives, is not ready, and starts when the migration has run', async () => {
    const newest = await harness.db.one(sql`
      delete from schema_migrations where id = (select max(id) from schema_migrations)
      returning timestamp, name`);
    const settings = await createSettings(harness.urls.api);
    let isOver = false;
    const waiting = waitForSchema('resource-api', settings).finally(() => (isOver = true));
    const fetchPath = (path: string) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`).catch(() => undefined);
    const live = await eventually('an answer', () => fetchPath('/health/live'));
    expect(live?.status).toBe(200);
    const ready = (await fetchPath('/health/ready'))!;
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '1',
      { error_code: 'not_ready', message: 'Not ready: schema.' },
    ]);
    expect((await fetchPath('/v2/me'))?.status).toBe(503);
    expect(isOver).toBe(false);
    await harness.db.many(sql`
      insert into schema_migrations (timestamp, name) values (${newest['timestamp']}, ${newest['name']})`);
    await waiting;
    expect(await fetchPath('/health/live')).toBeUndefined(); // the port is free for the server itself
  });

  /** Waits in a separate process. */
  async function waiting(url: string) {
    const settings = await createSettings(url);
    const program = `
      const { waitForSchema } = require('./dist/libs/http/src/index.js');
      void waitForSchema('resource-api', ${JSON.stringify({ ...settings, LOG_LEVEL: 'warn' })});`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit') as Promise<[number]>;
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const answer = async (path: string) =>
      (await fetch(`http://127.0.0.1:${settings.PORT}${path}`).catch(() => undefined))?.status;
    await eventually('a line', () => answer('/health/live').then(() => said));
    return { child, ended, answer, said: () => said.trimEnd().split('\n') };
  }
  const changed = (change: (url: URL) => unknown): string => {
    const url = new URL(harness.urls.api);
    change(url);
    return String(url);
  };

  it.each([
    ['its role is not there', (url: URL) => (url.username = 'nobody_yet'), '28P01|28000'],
    ['its role has another password', (url: URL) => (url.password = 'not-yet'), '28P01'],
    ['there is no database', (url: URL) => (url.pathname = '/not_yet'), '3D000'],
    ['there is no such host', (url: URL) => (url.hostname = 'postgres.invalid'), 'ENOTFOUND|EAI_AGAIN'],
    ['there is no way to it', (url: URL) => (url.host = '[100::1]:5432'), 'ENETUNREACH|EHOSTUNREACH|timeout'],
    ['Postgres takes no connections', (url: URL) => (url.port = '1'), 'ECONNREFUSED'],
  ])('waits while %s: it is live but not ready, and logs why once', async (_, change, why) => {
    const { child, ended, answer, said } = await waiting(changed(change));
    expect([await answer('/health/live'), await answer('/health/ready')]).toEqual([200, 503]);
    expect(said()).toEqual([expect.stringMatching(new RegExp(`waits: .*(${why})`))]);
    child.kill();
    expect(await ended).toEqual([0, null]);
  });

  it('waits while packets to Postgres are lost', async () => {
    const silent = createServer(() => undefined);
    const port = await listen(silent);
    const { child, ended, answer } = await waiting(`postgres://lp_api:x@127.0.0.1:${port}/lp`);
    expect(await answer('/health/live')).toBe(200);
    child.kill();
    expect(await ended).toEqual([0, null]);
    silent.close();
  });

  it('continues once its role exists', async () => {
    const url = changed((one) => {
      one.username = 'made_later';
      one.password = 'a-long-password';
    });
    const { ended } = await waiting(url);
    await harness.db.many(sql`create role made_later login password 'a-long-password' in role lp_api`);
    expect(await ended).toEqual([0, null]);
    await harness.db.many(sql`drop role made_later`);
  });

  it('does not wait if the schema is there, and leaves no connection open', async () => {
    await waitForSchema('resource-api', await createSettings(harness.urls.api));
    const connections = () =>
      harness.db.many(sql`select 1 from ${sql.raw(SESSIONS_HERE)} s where application_name = 'resource-api'`);
    // Postgres ends a session a moment after its client
    await eventually('no connections', async () => (await connections()).length === 0);
  });
});
