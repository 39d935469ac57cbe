import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let number = 0;
beforeEach(async () => {
  admin = await api.administrator(await api.portal());
});

const seconds = (time: string) => String(Date.parse(time) / 1_000);
const statistics = (from: string, to: string, more: Record<string, string> = {}, account = admin) => {
  const query = new URLSearchParams({ from: seconds(from), to: seconds(to), ...more }).toString();
  return account.get(`/v2/enrollment-statistics?${query}`);
};
const answered = async (...query: Parameters<typeof statistics>) =>
  (await statistics(...query)).body.hits.map((hit: { time: string; created: number; completed: number }) => [
    hit.time.slice(0, 16),
    hit.created,
    hit.completed,
  ]);
/** An enrollment that was created then. @returns its id */
async function enroll(time: string, more: Record<string, unknown> = {}, { portal, id } = admin) {
  const values = { status: 'not-started', updated_time: time, parent_enrollment_id: null, ...more };
  const row = await api.db.one<{ id: number }>(sql`
    insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, created_time, updated_time, status,
                                      parent_enrollment_id)
    values (${portal.id}, ${id}, ${(number += 1)}, 'T', ${time}, ${values.updated_time}, ${values.status},
           ${values.parent_enrollment_id}) returning id`);
  return row.id;
}
const change = (id: number, status: string, time: string) =>
  api.db.many(sql`
    update learning.enrollments set status = ${status}, updated_time = ${time} where id = ${id}`);
const onMonday = (time: string) => `2026-03-02T${time}:00Z`;

describe('GET /v2/enrollment-statistics', () => {
  it('counts enrollments created and completed in each hour, including zeros', async () => {
    const first = await enroll(onMonday('09:10'));
    await enroll(onMonday('09:50'));
    await enroll(onMonday('11:00'), { status: 'completed' });
    await change(first, 'in-progress', onMonday('09:59'));
    await change(first, 'completed', onMonday('10:59'));
    await change(first, 'completed', onMonday('11:30')); // it is so already
    const { status, body } = await statistics(onMonday('08:59'), onMonday('11:00'));
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 4,
      hits: [
        { time: '2026-03-02T08:00:00+00:00', created: 0, completed: 0 },
        { time: '2026-03-02T09:00:00+00:00', created: 2, completed: 0 },
        { time: '2026-03-02T10:00:00+00:00', created: 0, completed: 1 },
        { time: '2026-03-02T11:00:00+00:00', created: 1, completed: 1 },
      ],
    });
  });

  it('still counts archived enrollments; does not count child enrollments', async () => {
    const course = await enroll(onMonday('09:00'), { status: 'completed' });
    const part = await enroll(onMonday('09:00'), { parent_enrollment_id: course });
    await change(part, 'completed', onMonday('09:30'));
    await api.db.many(sql`update learning.enrollments set archived_time = now() where id = ${course}`);
    expect(await answered(onMonday('09:00'), onMonday('09:00'))).toEqual([['2026-03-02T09:00', 1, 1]]);
  });

  it('includes the latest changes of the API', async () => {
    const seed = await api.catalogue();
    const provider = `own-${admin.portal.id}`;
    await seed.provider(provider, admin.portal.id);
    const text = { provider, external_id: 'lo', type: 'text' as const, title: 'T' };
    const [lo_id] = (await seed.load([text])).values();
    const token = admin.token;
    const json = { user_id: admin.id, lo_id };
    const { body } = await api.http.post('/v2/enrollments', { token, json });
    const completed = { token, json: { status: 'completed' } };
    expect((await api.http.patch(`/v2/enrollments/${body.id}`, completed)).status).toBe(200);
    const rows = await api.db.many(sql`
      select sum(created)::int as created, sum(completed)::int as completed
        from learning.enrollment_hour_changes where portal_id = ${admin.portal.id}`);
    expect(rows).toEqual([{ created: 1, completed: 1 }]);
  });

  it('adds up days of the zone, across a change of clocks, including the worker’s totals', async () => {
    // in Berlin, 29 March 2026 begins at 23:00 and ends at 22:00
    for (const [hour, created] of [
      ['28T22:00', 1],
      ['28T23:00', 2],
      ['29T21:00', 4],
      ['29T22:00', 8],
    ] as const)
      await api.db.many(sql`
        insert into learning.enrollment_hours
        values (${admin.portal.id}, ${`2026-03-${hour}:00Z`}, ${created}, 0)`);
    await enroll('2026-03-29T12:00:00Z');
    const berlin = { interval: 'day', time_zone: 'Europe/Berlin' };
    expect(await answered('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', berlin)).toEqual([
      ['2026-03-27T23:00', 1, 0],
      ['2026-03-28T23:00', 7, 0],
      ['2026-03-29T22:00', 8, 0],
    ]);
  });

  it('counts by the half hour for days that begin with one, and rows of whole hours as they are', async () => {
    const kolkata = { interval: 'day', time_zone: 'Asia/Kolkata' };
    // in Kolkata, 2 March ends at 18:30
    for (const time of ['18:00', '18:29', '18:30', '18:59']) await enroll(onMonday(time));
    await change(await enroll(onMonday('18:10')), 'completed', onMonday('18:40'));
    expect(await answered(onMonday('12:00'), onMonday('20:00'), kolkata)).toEqual([
      ['2026-03-01T18:30', 3, 0],
      ['2026-03-02T18:30', 2, 1],
    ]);
    expect(await answered(onMonday('18:00'), onMonday('18:59'))).toEqual([['2026-03-02T18:00', 5, 1]]);
    await api.db.many(sql`
      insert into learning.enrollment_hours values (${admin.portal.id}, ${'2026-03-01T18:00:00Z'}, 7, 0)`);
    expect(await answered('2026-03-01T12:00:00Z', '2026-03-01T18:30:00Z', kolkata)).toEqual([
      ['2026-02-28T18:30', 7, 0],
      ['2026-03-01T18:30', 3, 0],
    ]);
  });

  it('shows no number of another portal', async () => {
    const stranger = await api.administrator(await api.portal());
    await enroll(onMonday('09:00'), { status: 'completed' }, stranger);
    expect(await answered(onMonday('09:00'), onMonday('09:00'))).toEqual([['2026-03-02T09:00', 0, 0]]);
    expect(await answered(onMonday('09:00'), onMonday('09:00'), {}, stranger)).toEqual([
      ['2026-03-02T09:00', 1, 1],
    ]);
  });

  it('refuses a zone that is quarters of an hour from UTC, and too long a time', async () => {
    const refused = async (...query: Parameters<typeof statistics>) => {
      const { status, body } = await statistics(...query);
      return [status, body.additional_errors[0].path, body.additional_errors[0].error_code];
    };
    const nepal = { interval: 'day', time_zone: 'Asia/Kathmandu' };
    expect(await refused(onMonday('09:00'), onMonday('10:00'), nepal)).toEqual([
      400,
      'time_zone',
      'invalid_value',
    ]);
    expect((await refused('2026-01-01T00:00:00Z', onMonday('10:00'))).slice(0, 2)).toEqual([400, 'to']);
  });
});
