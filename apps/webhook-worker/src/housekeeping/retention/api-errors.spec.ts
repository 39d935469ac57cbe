import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { removeApiErrors } from './retention.queries.js';

describe('records of refused requests', () => {
  const harness = useDatabase();

  it('are removed after seven days, oldest first, a batch at a time', async () => {
    await harness.db.many(sql`
      insert into maintenance.api_errors (portal_id, time, client_id, operation, status, error_code, ref, fields)
      select 1, now() - days * interval '1 day', 'app', 'GET /v2/users', 400, 'bad_request', days::text, '{}'
        from generate_series(5, 9) days`);
    const worker = await harness.open('worker');
    const kept = async () =>
      (await harness.db.many(sql`select ref from maintenance.api_errors order by id`)).map(({ ref }) => ref);
    expect(await removeApiErrors(worker, 7, 2)).toBe(2);
    expect(await kept()).toEqual(['5', '6', '7']);
    expect(await removeApiErrors(worker, 7, 2)).toBe(1);
    expect(await kept()).toEqual(['5', '6']);
  });
});
