import { spawn } from 'node:child_process';
import { freePort } from '@app/local-services';
import { PATIENCE_MS, useDatabase, SESSIONS_HERE } from '@app/testing';
import { waitForSchema } from './wait-for-schema.js';

describe('a server on a schema that is older than its build', () => {
  const harness = useDatabase();
  const settingsOf = async (url: string) => ({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: await freePort(),
    LOG_LEVEL: 'silent' as const,
    LOG_FORMAT: 'json' as const,
  });

  it('waits: it lives, is not ready, and starts when the migration has run', async () => {
    const newest = await harness.db.one(
      'delete from schema_migrations where id = (select max(id) from schema_migrations) returning timestamp, name',
    );
    const settings = await settingsOf(harness.urls.api);
    let isOver = false;
    const waiting = waitForSchema('resource-api', settings).finally(() => (isOver = true));
    const answerOf = (path: string) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`).catch(() => undefined);
    let live: Response | undefined;
    for (const deadline = Date.now() + PATIENCE_MS; !live && Date.now() < deadline;)
      live = await answerOf('/health/live');
    expect(live?.status).toBe(200);
    const ready = (await answerOf('/health/ready'))!;
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '1',
      { error_code: 'not_ready', message: 'Not ready: schema.' },
    ]);
    expect((await answerOf('/v2/me'))?.status).toBe(503);
    expect(isOver).toBe(false);
    await harness.db.many('insert into schema_migrations (timestamp, name) values ($1, $2)', [
      newest['timestamp'],
      newest['name'],
    ]);
    await waiting;
    expect(await answerOf('/health/live')).toBeUndefined(); // the port is free for the server itself
  });

  it.each([
    ['its role has another password', (url: URL) => (url.password = 'not-yet'), '28P01'],
    ['there is no database', (url: URL) => (url.pathname = '/not_yet'), '3D000'],
    ['there is no such host', (url: URL) => (url.hostname = 'postgres.invalid'), 'ENOTFOUND|EAI_AGAIN'],
  ])('waits while %s, and says so', async (_, change, code) => {
    const url = new URL(harness.urls.api);
    change(url);
    const settings = await settingsOf(String(url));
    const program = `
      const { waitForSchema } = require('./dist/libs/http/src/index.js');
      void waitForSchema('resource-api', ${JSON.stringify({ ...settings, LOG_LEVEL: 'warn' })});`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const answer = async () =>
      (await fetch(`http://127.0.0.1:${settings.PORT}/health/live`).catch(() => undefined))?.status;
    for (const end = Date.now() + PATIENCE_MS; (await answer()) !== 200 && Date.now() < end;);
    for (const end = Date.now() + PATIENCE_MS; said === '' && Date.now() < end;) await answer();
    expect([await answer(), said]).toEqual([200, expect.stringMatching(new RegExp(`waits: .*(${code})`))]);
    child.kill();
  });

  it('has nothing to wait for where the schema is there, or Postgres is not', async () => {
    await waitForSchema('resource-api', await settingsOf(harness.urls.api));
    await waitForSchema(
      'resource-api',
      await settingsOf(`postgres://lp_api:x@127.0.0.1:${await freePort()}/lp`),
    );
    const connections = () =>
      harness.db.many(`select 1 from ${SESSIONS_HERE} s where application_name = 'resource-api'`);
    // Postgres ends a session a moment after its client
    for (const end = Date.now() + PATIENCE_MS; (await connections()).length > 0 && Date.now() < end;);
    expect(await connections()).toEqual([]);
  });
});
