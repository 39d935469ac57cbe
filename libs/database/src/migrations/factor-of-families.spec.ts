import { useDatabase } from '@app/testing';
import { FactorOfFamilies20261122670000 } from './20261122670000-factor-of-families.js';

describe('the migration that notes on a family when its login used the second factor', () => {
  const own = useDatabase();

  it('leaves families and codes of before the rule that they were under', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new FactorOfFamilies20261122670000();
    await migration.down(runner);
    await own.db.many(`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name)
        select n, n || '@a.test', 'A', 'A' from generate_series(1, 2) n;
      insert into identity.accounts (id, portal_id, person_id, first_name, last_name, roles)
        select n, 1, n, 'A', 'A', '{Administrator}' from generate_series(1, 2) n;
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at) values (1, 'x', '2026-01-02');
      insert into auth.grant_families
        (id, portal_id, account_id, client_id, scopes, created_time, last_used_time, expires_at)
        select id, 1, account, 'c', '{}', time::timestamptz, now(), now()
          from (values ('older', 1, '2026-01-01'), ('with', 1, '2026-01-02'), ('younger', 1, '2026-01-03'),
                       ('none', 2, '2026-01-03')) f(id, account, time);
      insert into auth.codes
        (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes, expires_at, used_at)
        select current_date, id::bytea, id, 'c', account, 1, '', '{}', now() + seconds * interval '1 s', used
          from (values ('waits', 1, 60, null), ('spent', 1, 60, now()), ('late', 1, -1, null), ('other', 2, 60, null))
            c(id, account, seconds, used);
    `);
    await migration.up(runner);
    expect(
      await own.db.many(
        `select id, factor_time::date::text as used from auth.grant_families order by factor_time nulls first, id`,
      ),
    ).toEqual([
      { id: 'none', used: null },
      { id: 'older', used: null },
      { id: 'with', used: '2026-01-02' },
      { id: 'younger', used: '2026-01-03' },
    ]);
    expect(await own.db.many(`select family_id from auth.codes where factor_time is not null`)).toEqual([
      { family_id: 'waits' },
    ]);
    await runner.release();
  });
});
