import { sql } from '@app/database';
import { EventOutbox } from '@app/events';
import { listCustomFields } from '@app/identity';
import { CatalogueSeed, temporaryFolder, TestClock, useDatabase } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSource } from '../tables/table-options.js';
import { enrollmentFields } from './enrollment-row.js';
import { importEnrollments, type ImportEnrollmentsOptions } from './import-enrollments.js';

describe('enrollments import', () => {
  const folder = temporaryFolder();
  const harness = useDatabase('api');
  let bad: { line: number; reason: string }[];
  let ids: Map<string, number>;
  const lo = (name: string) => ids.get(name)!;

  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
    await harness.db.many(sql`
      insert into identity.custom_fields values (1, 'badge_no', 'text', null), (1, 'level', 'integer', null)`);
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
        select n, 'p' || n || '@x.example', 'P' || n, 'X' from generate_series(1, 9) n`);
    await harness.db.many(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, custom_fields)
        select portal, n, 'P' || n, 'X', case when portal = 1 then
                 jsonb_build_object('badge_no', 'E-' || n, 'level', n % 2) else '{}' end
          from generate_series(1, 9) n, generate_series(1, 2) portal`);
    const seed = await CatalogueSeed.open(harness.urls.owner, new TestClock());
    for (const [slug, portalId] of [['acme', 1] as const, ['other', 2] as const])
      await seed.provider(slug, portalId);
    ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'fire',
        type: 'course',
        title: 'Fire safety',
        items: [{ external_id: 'fire-1', type: 'text', title: 'Exits' }],
      },
      { provider: 'acme', external_id: 'aid', type: 'text', title: 'First aid' },
      { provider: 'other', external_id: 'hidden', type: 'text', title: 'Hidden' },
      { provider: 'other', external_id: 'sold', type: 'text', title: 'Sold', premium: true },
    ]);
    await seed.close();
  });
  afterEach(async () => {
    await harness.db.many(sql`delete from learning.enrollments`);
    await harness.db.many(sql`delete from learning.outbox`);
  });

  async function run(csv: string, options: Partial<ImportEnrollmentsOptions> = {}) {
    const file = join(folder, 'history.csv');
    writeFileSync(file, csv);
    bad = [];
    const fields = enrollmentFields(await listCustomFields(harness.database, options.portalId ?? 1));
    const { lines, unused } = await openSource(file, {}, fields, false);
    expect(unused).toEqual([]);
    const { created, unchanged } = await importEnrollments(lines, {
      database: harness.database,
      portalId: 1,
      outbox: undefined,
      dryRun: false,
      onBadLine: (one) => bad.push(one),
      onBatch: () => Promise.resolve(),
      ...options,
    });
    return { created, unchanged, bad: bad.length };
  }
  const stored = (portalId = 1) =>
    harness.db.many<Record<string, unknown>>(sql`
      select h.email, lo_id, lo_title, e.status, result::float8 as result, pass, start_date, end_date,
             archived_time is not null as archived,
             archived_because as because
        from learning.enrollments e join identity.accounts a on a.portal_id = e.portal_id and a.id = e.account_id
        join identity.persons h on h.id = a.person_id where e.portal_id = ${portalId} order by h.email, end_date`);
  const count = async (text: string) =>
    Number((await harness.db.one(sql`select count(*) from ${sql.raw(text)}`))['count']);

  it('imports completions of people by address or custom field, in objects by id or external id', async () => {
    const table = `email,custom_fields.badge_no,lo_id,provider,external_id,score,passed,started,completion date
P1@x.example,,${lo('acme fire')},,,85.5,yes,2024-03-01,2024-03-02
,E-2,,acme,aid,,no,,2023-05-06T07:08:09+02:00
p3@x.example,,,other,sold,,,,1700000000
`;
    expect(await run(table)).toEqual({ created: 3, unchanged: 0, bad: 0 });
    const [common, day] = [
      { archived: false, because: null, status: 'completed' },
      (text: string) => new Date(text),
    ];
    expect(await stored()).toEqual([
      {
        ...common,
        email: 'p1@x.example',
        lo_id: lo('acme fire'),
        lo_title: 'Fire safety',
        result: 85.5,
        pass: true,
        start_date: day('2024-03-01'),
        end_date: day('2024-03-02'),
      },
      {
        ...common,
        email: 'p2@x.example',
        lo_id: lo('acme aid'),
        lo_title: 'First aid',
        result: null,
        pass: false,
        start_date: null,
        end_date: day('2023-05-06T05:08:09Z'),
      },
      {
        ...common,
        email: 'p3@x.example',
        lo_id: lo('other sold'),
        lo_title: 'Sold',
        result: null,
        pass: true,
        start_date: null,
        end_date: day('2023-11-14T22:13:20Z'),
      },
    ]);
    expect(await run(table)).toEqual({ created: 0, unchanged: 3, bad: 0 });
    expect(await count('learning.outbox')).toBe(0);
    expect(await count('learning.enrollment_hour_changes')).toBe(0);
    expect(await count('learning.popularity_changes')).toBe(3);
  });

  it('changes nothing in a dry run, and names the lines that are bad', async () => {
    const table = `email,custom_fields.level,lo_id,status,result,end_date
p1@x.example,,${lo('acme aid')},completed,,2024-01-01
nobody@x.example,,${lo('acme aid')},completed,,2024-01-01
p2@x.example,,${lo('other hidden')},completed,,2024-01-01
p2@x.example,,${lo('acme aid')},completed,,
p2@x.example,,${lo('acme aid')},done,101,2024-01-01
p2@x.example,,${lo('acme aid')},completed,,01.02.2024
p2@x.example,,,completed,,2024-01-01
,1,${lo('acme aid')},completed,,2024-01-01
,,${lo('acme aid')},completed,,2024-01-01
p2@x.example,,${lo('acme aid')},completed,,2999-01-01
`;
    expect(await run(table, { dryRun: true })).toEqual({ created: 1, unchanged: 0, bad: 9 });
    expect(await count('learning.enrollments')).toBe(0);
    const reasons = Object.fromEntries(bad.map(({ line, reason }) => [line, reason]));
    expect(reasons).toEqual({
      3: expect.stringContaining('no such user'),
      4: expect.stringContaining('no such learning object'),
      5: expect.stringContaining('end_date: is required'),
      6: expect.stringMatching(/status: .*; result: /),
      7: expect.stringContaining('end_date: must be a date'),
      8: expect.stringContaining('names no learning object'),
      9: expect.stringContaining('several users'),
      10: expect.stringContaining('names no person'),
      11: expect.stringContaining('in the future'),
    });
    await run(table);
    expect([await count('learning.enrollments'), bad.length]).toEqual([1, 9]);
  });

  it('keeps the latest of several completions live, whatever their order and batches', async () => {
    const header = 'email,lo_id,end_date\n';
    const rows = ['2022-01-01', '2024-01-01', '2023-01-01'].map(
      (day) => `p1@x.example,${lo('acme aid')},${day}\n`,
    );
    for (const row of rows) await run(header + row);
    const expected = [
      ['2022-01-01', true],
      ['2023-01-01', true],
      ['2024-01-01', false],
    ];
    const days = async () =>
      (await stored()).map((row) => [(row['end_date'] as Date).toISOString().slice(0, 10), row['archived']]);
    expect(await days()).toEqual(expected);
    expect(await run(header + rows.join(''))).toEqual({ created: 0, unchanged: 3, bad: 0 });
    await harness.db.many(sql`delete from learning.enrollments`);
    expect(await run(header + rows.join(''))).toEqual({ created: 3, unchanged: 0, bad: 0 });
    expect(await days()).toEqual(expected);
  });

  it('does not change a live enrollment: a past completion becomes history, any other line is refused', async () => {
    const header = 'email,lo_id,status,end_date\n';
    await run(`${header}p1@x.example,${lo('acme aid')},in-progress,\n`);
    await run(
      `${header}p1@x.example,${lo('acme aid')},completed,2022-01-01\np1@x.example,${lo('acme aid')},not-started,\n`,
    );
    expect(bad).toEqual([{ line: 3, reason: expect.stringContaining('already enrolled') }]);
    expect((await stored()).map(({ status, archived }) => [status, archived])).toEqual([
      ['completed', true],
      ['in-progress', false],
    ]);
  });

  it('notifies webhooks only if asked to, and of live enrollments only', async () => {
    const header = 'email,lo_id,end_date\n';
    const row = (day: string) => `p1@x.example,${lo('acme aid')},${day}\n`;
    const outbox = EventOutbox.withoutHints();
    await run(header + row('2022-01-01') + row('2023-01-01'), { outbox });
    await run(header + row('2024-01-01'), { outbox });
    const events = await harness.db.many<{ type: string }>(sql`select type from learning.outbox order by id`);
    expect(events.map(({ type }) => type)).toEqual([
      'enrolment.create',
      'enrolment.delete',
      'enrolment.create',
    ]);
  });

  it('imports an exported history: parents, archived ones and their times', async () => {
    const header =
      'id,user_email,user_first_name,lo_type,lo_title,lo_id,parent_lo_id,parent_enrollment_id,type,status,result,pass,created_time,updated_time,start_date,end_date,due_date,award_required,archived_time,archived_by,archived_because\n';
    const table = `${header}12,p1@x.example,P1,text,Exits,${lo('acme fire-1')},${lo('acme fire')},31,enrollment,completed,90,true,2024-01-01T10:00:00+00:00,2024-01-01T10:00:00+00:00,,2024-01-02T10:00:00+00:00,,,,,
31,p1@x.example,P1,course,Old name,${lo('acme fire')},,,enrollment,in-progress,,,2024-01-01T09:00:00+00:00,2024-01-01T10:00:00+00:00,2024-01-01T09:00:00+00:00,,2030-01-01T00:00:00+00:00,${lo('acme aid')},,,
40,p2@x.example,P2,text,First aid,${lo('acme aid')},,,enrollment,not-started,,,2023-01-01T09:00:00+00:00,2023-02-01T09:00:00+00:00,,,,,2023-02-01T09:00:00+00:00,7,deleted
41,p2@x.example,P2,text,First aid,${lo('acme aid')},,77,enrollment,completed,,true,2023-01-01T09:00:00+00:00,2023-02-01T09:00:00+00:00,,2023-02-01T09:00:00+00:00,,,,,
`;
    expect(await run(table)).toEqual({ created: 4, unchanged: 0, bad: 1 });
    expect(bad).toEqual([{ line: 5, reason: expect.stringContaining('no line has the id 77') }]);
    const rows = await harness.db.many<Record<string, unknown>>(sql`
      select e.lo_title, e.created_time, e.due_date, e.award_required, e.archived_time, e.archived_because,
             e.parent_lo_id, p.lo_title as parent
        from learning.enrollments e left join learning.enrollments p on p.id = e.parent_enrollment_id
       order by e.created_time, e.archived_time`);
    const [deleted, aid, course, part] = rows;
    expect([deleted!['archived_time'], deleted!['archived_because']]).toEqual([
      new Date('2023-02-01T09:00:00Z'),
      'deleted',
    ]);
    expect(aid!['archived_time']).toBeNull();
    expect(course).toMatchObject({
      lo_title: 'Old name',
      created_time: new Date('2024-01-01T09:00:00Z'),
      due_date: new Date('2030-01-01T00:00:00Z'),
      award_required: [lo('acme aid')],
      parent: null,
    });
    expect(part).toMatchObject({ parent: 'Old name', parent_lo_id: lo('acme fire') });
    expect(await run(table)).toEqual({ created: 0, unchanged: 4, bad: 1 });
  });
});
