import { sql } from '@app/database';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase, Owner } from '@app/testing';

/** The test runs the built program. */
const program = join(process.cwd(), 'dist', 'apps', 'cli', 'src', 'main.js');
const isBuilt = existsSync(program);

(isBuilt ? describe : describe.skip)(isBuilt ? 'migrate' : 'migrate (needs npm run build)', () => {
  it('says in one sentence that an older database cannot be upgraded', async () => {
    const database = await createEmptyDatabase();
    const owner = new Owner(database.url);
    await owner.many(sql`create table schema_migrations (id serial, timestamp bigint, name varchar)`);
    await owner.many(sql`
      insert into schema_migrations (timestamp, name) values (2026112100000, 'Base20261121000000')`);
    const password = 'a-long-password';
    const command = spawn(process.execPath, [program, 'migrate'], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        AUTH_DATABASE_PASSWORD: password,
        API_DATABASE_PASSWORD: password,
        WORKER_DATABASE_PASSWORD: password,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    command.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code] = (await once(command, 'close')) as [number];
    expect([code, said]).toEqual([
      1,
      'The database was created by a version that this one cannot upgrade (Base20261121000000 has run there): set DATABASE_URL to an empty database.\n',
    ]);
    expect(await owner.many(sql`select nspname from pg_namespace where nspname = 'identity'`)).toEqual([]);
    await owner.end();
    await database.drop();
  });
});
