import { useDatabase } from '@app/testing';
import { FactorUsed20261122650000 } from './20261122650000-factor-used.js';

describe('the migration that notes when a session used the second factor', () => {
  const own = useDatabase();

  it('knows of the sessions of before which of them did', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new FactorUsed20261122650000();
    await migration.down(runner);
    await own.db.many(`
      insert into identity.persons (id, email, first_name, last_name)
        select n, n || '@a.test', 'A', 'A' from generate_series(1, 3) n;
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at, proposed_to)
        values (1, 'x', '2026-01-02', 'set-up'), (2, 'x', null, 'proposed');
      insert into auth.sessions
        (hash, id, person_id, authenticated_at, by_password, created_time, last_seen_time, expires_at)
        select id::bytea, id, person_id, time::timestamptz, true, now(), now(), now()
          from (values ('older', 1, '2026-01-01'), ('set-up', 1, '2026-01-01'), ('younger', 1, '2026-01-03'),
                       ('proposed', 2, '2026-01-03'), ('none', 3, '2026-01-03')) s(id, person_id, time);
    `);
    await migration.up(runner);
    expect(
      await own.db.many(
        `select id, factor_time::date::text as used from auth.sessions order by factor_time nulls first, id`,
      ),
    ).toEqual([
      { id: 'none', used: null },
      { id: 'older', used: null },
      { id: 'proposed', used: null },
      { id: 'set-up', used: '2026-01-02' },
      { id: 'younger', used: '2026-01-03' },
    ]);
    await runner.release();
  });
});
