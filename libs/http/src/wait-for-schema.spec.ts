import { freePort } from '@app/local-services';
import { patienceMs, useDatabase } from '@app/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { waitForSchema } from './wait-for-schema.js';

describe('a server on a schema that is older than its build', () => {
  const own = useDatabase();
  const settingsOf = async (url: string) => ({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: await freePort(),
    LOG_LEVEL: 'silent' as const,
    LOG_FORMAT: 'json' as const,
  });

  it('waits: it lives, is not ready, and starts when the migration has run', async () => {
    const newest = await own.db.one(
      'delete from schema_migrations where id = (select max(id) from schema_migrations) returning timestamp, name',
    );
    const settings = await settingsOf(own.urls.api);
    let isOver = false;
    const waiting = waitForSchema('resource-api', settings).finally(() => (isOver = true));
    const answerOf = (path: string) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`).catch(() => undefined);
    let live: Response | undefined;
    for (const deadline = Date.now() + patienceMs; !live && Date.now() < deadline;)
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
    await own.db.many('insert into schema_migrations (timestamp, name) values ($1, $2)', [
      newest['timestamp'],
      newest['name'],
    ]);
    await waiting;
    expect(await answerOf('/health/live')).toBeUndefined(); // the port is free for the server itself
  });

  it('has nothing to wait for where the schema is there, or Postgres is not', async () => {
    await waitForSchema('resource-api', await settingsOf(own.urls.api));
    await waitForSchema(
      'resource-api',
      await settingsOf(`postgres://lp_api:x@127.0.0.1:${await freePort()}/lp`),
    );
    // servers of other test files have databases of their own, and a backend ends some time after its connection
    const connected = () =>
      own.db.many(
        `select 1 from pg_stat_activity where application_name = 'resource-api' and datname = current_database()`,
      );
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline && (await connected()).length > 0;)
      await pause(20);
    expect(await connected()).toEqual([]);
  });
});
