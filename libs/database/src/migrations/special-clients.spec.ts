import { useDatabase } from '@app/testing';
import { SpecialClients20261122630100 } from './20261122630100-special-clients.js';

describe('the migration of special clients', () => {
  const own = useDatabase();

  it('takes special permissions from who has no secret or implicit, says so, and leaves the others alone', async () => {
    const migration = new SpecialClients20261122630100();
    const runner = own.database.dataSource.createQueryRunner();
    await migration.down(runner);
    await own.db.many(
      `insert into auth.clients (client_id, name, secret_hash, grants, scopes, is_special, introspects_all, created_time, updated_time)
       values ('good', 'Good', '\\x00', '{client_credentials}', '{}', true, true, now(), now()),
              ('open', 'Open', null, '{authorization_code}', '{}', true, true, now(), now()),
              ('implicit', 'Implicit', '\\x00', '{implicit}', '{}', true, true, now(), now()),
              ('plain', 'Plain', null, '{implicit}', '{}', false, false, now(), now())`,
    );
    await migration.up(runner);
    await runner.release();
    expect(
      await own.db.many('select client_id, is_special, introspects_all from auth.clients order by 1'),
    ).toEqual([
      { client_id: 'good', is_special: true, introspects_all: true },
      { client_id: 'implicit', is_special: false, introspects_all: true },
      { client_id: 'open', is_special: false, introspects_all: false },
      { client_id: 'plain', is_special: false, introspects_all: false },
    ]);
    expect(await own.db.many('select event, client_id from auth.audit_log order by 2')).toEqual([
      { event: 'client.changed', client_id: 'implicit' },
      { event: 'client.changed', client_id: 'open' },
    ]);
  });
});
