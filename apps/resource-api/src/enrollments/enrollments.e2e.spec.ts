import { Database, sql } from '@app/database';
import { unixSeconds } from '@app/kernel';
import type { TestAccount } from '../../test/resource-api.js';
import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';

const portal = useEnrollmentsPortal();
const { api, lo, enroll, list, detail } = portal;

/** An enrollment as listed, with the fields that filters use. */
interface ListedEnrollment {
  id: number;
  user_id: number;
  lo_id: number;
  status: string;
  isChild: boolean;
  /** Unix seconds. */
  changed: number;
  due: number | null;
}

const statuses = ['not-started', 'in-progress', 'completed'] as const;
/** The latest change; the others were earlier, five hours apart. */
const newest = Date.parse('2026-03-31T11:30:00Z') / 1000;
const yesterday = unixSeconds(api.clock.now()) - 86_400;
const tomorrow = yesterday + 2 * 86_400;
/** 66 live enrollments of 11 people in 6 objects, and their learners. */
let all: ListedEnrollment[];
let people: TestAccount[];
let knownNames: readonly string[];

beforeAll(async () => {
  knownNames = ['t0', 't1', 't2', 't3', 't4', 't5'];
  people = [];
  for (let index = 0; index < 11; index += 1) people.push(await portal.person());
  all = await api.db.many<ListedEnrollment>(sql`
    insert into learning.enrollments
      (portal_id, account_id, lo_id, lo_title, status, parent_enrollment_id, created_time, updated_time, due_date)
    select ${portal.admin.portal.id}, account_id, lo_id, 'Title', (${statuses}::text[])[1 + n % 3],
           case when n % 4 = 0 then 1 end,
           to_timestamp(${newest}::int - n * 18000), to_timestamp(${newest}::int - n * 18000),
           case n % 5 when 0 then to_timestamp(${yesterday}::int) when 1 then to_timestamp(${tomorrow}::int) end
      from (select account_id, lo_id, (row_number() over (order by lo_id, account_id) - 1)::int as n
              from unnest(${people.map(({ id }) => id)}::int[]) account_id cross
              join unnest(${knownNames.map((name) => lo(name))}::int[]) lo_id) pairs
    returning id, account_id as user_id, lo_id, status, parent_enrollment_id is not null as "isChild",
              extract(epoch from updated_time)::int as changed, extract(epoch from due_date)::int as due`);
  all.sort((one, other) => other.changed - one.changed);
});

const listIds = (hits: { id: number }[]) => hits.map(({ id }) => id);

describe('GET /v2/enrollments', () => {
  it('lists the enrollments of the portal, last changed first, 50 by default', async () => {
    const { status, body } = await list('');
    expect([status, body.total]).toEqual([200, 66]);
    expect(listIds(body.hits)).toEqual(listIds(all.slice(0, 50)));
    expect(body).not.toHaveProperty('next_cursor');
  });

  it('shows each like its detail, without the goals', async () => {
    const [hit] = (await list('limit=1')).body.hits;
    const { goals, ...shown } = (await detail(hit.id)).body;
    expect([goals, hit]).toEqual([[], shown]);
    expect(hit).toMatchObject({ timestamp: newest, updated_time: '2026-03-31T11:30:00+00:00' });
  });

  it.each([
    ['limit=0', 0, 0],
    ['limit=3', 0, 3],
    ['limit=50&offset=50', 50, 66],
    ['offset=65', 65, 66],
    ['offset=66', 0, 0],
    ['offset=9950&limit=50', 0, 0],
  ])('pages with %s', async (query, start, end) => {
    const { body } = await list(query);
    expect([body.total, listIds(body.hits)]).toEqual([66, listIds(all.slice(start, end))]);
  });

  it('shows each once when all were changed at the same time', async () => {
    const admin = await api.administrator();
    const learners = await Promise.all(Array.from({ length: 7 }, () => api.account(admin.portal)));
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, updated_time)
      select ${admin.portal.id}, unnest(${learners.map(({ id }) => id)}::int[]), 1, 'T', now()`);
    const seen: number[] = [];
    for (let offset = 0; offset < 8; offset += 2)
      seen.push(...listIds((await list(`limit=2&offset=${offset}`, admin)).body.hits));
    expect(new Set(seen).size).toBe(7);
    expect(seen).toEqual([...seen].sort((one, other) => other - one));
  });

  describe('filters, separately and combined; the total counts all matches', () => {
    /** By name: the query, and which enrollments it keeps. */
    type Filter = [query: () => string, keeps: (one: ListedEnrollment) => boolean];
    const filters: Record<string, Filter> = {
      'lo_ids, comma-separated': [
        () => `lo_ids=${lo('t1')},${lo('t4')}`,
        (one) => [lo('t1'), lo('t4')].includes(one.lo_id),
      ],
      'one of lo_ids': [() => `lo_ids=${lo('t2')}`, (one) => one.lo_id === lo('t2')],
      lo_id: [() => `lo_id=${lo('t2')}`, (one) => one.lo_id === lo('t2')],
      'status, comma-separated': [
        () => 'status=completed,not-started',
        ({ status }) => status !== 'in-progress',
      ],
      'one status': [() => 'status=in-progress', ({ status }) => status === 'in-progress'],
      user_id: [() => `user_id=${people[3]!.id}`, (one) => one.user_id === people[3]!.id],
      exclude_child_enrollments: [() => 'exclude_child_enrollments=true', (one) => !one.isChild],
      overdue: [() => 'overdue=true', ({ due, status }) => due === yesterday && status !== 'completed'],
      'updated, at the very second': [
        () => `updated=${newest - 20 * 18_000}.75`,
        ({ changed }) => changed >= newest - 20 * 18_000,
      ],
      'updated, a second later': [
        () => `updated=${newest - 20 * 18_000 + 1}`,
        ({ changed }) => changed > newest - 20 * 18_000,
      ],
      'updated, at midnight': [
        () => `updated=${Date.parse('2026-03-28T00:00:00Z') / 1000}`,
        ({ changed }) => changed >= Date.parse('2026-03-28T00:00:00Z') / 1000,
      ],
      'updated, before everything': [() => 'updated=0', () => true],
      'updated, after everything': [() => 'updated=4102444800', () => false],
    };
    const names = Object.keys(filters);
    const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

    it.each(pairs)('%s / %s', async (one, other) => {
      const used = [...new Set([one, other])].map((name) => filters[name]!);
      // a parameter used by both would be sent twice
      const query = new Map(used.map(([text]) => text().split('=') as [string, string]));
      const sent = [...query].map(([name, value]) => `${name}=${value}`).join('&');
      if (query.size < used.length) return;
      const expectedRows = all.filter((each) => used.every(([, keeps]) => keeps(each)));
      const { status, body } = await list(sent);
      expect([sent, status, body.total]).toEqual([sent, 200, expectedRows.length]);
      expect(listIds(body.hits)).toEqual(listIds(expectedRows.slice(0, 50)));
    });

    it('are overdue if due before the time of the server', async () => {
      api.clock.advance(2 * 86_400);
      const later = await api.administrator(portal.admin.portal);
      const { body } = await list('overdue=true&archived=all&limit=0', later);
      api.clock.advance(-2 * 86_400);
      expect(body.total).toBe(all.filter(({ due, status }) => due && status !== 'completed').length);
    });

    it('return nothing for ids that no row has, and treat an empty value as absent', async () => {
      for (const query of ['lo_ids=123456789', 'lo_id=-1', `lo_ids=0,${lo('t9')}`])
        expect((await list(query)).body).toEqual({ total: 0, hits: [] });
      expect((await list('lo_ids=&status=&updated=&user_id=&limit=')).body.total).toBe(66);
    });
  });

  it('adds learning object data with include=lo, in as many statements for 50 as for one', async () => {
    const spy = jest.spyOn(Database.prototype, 'many');
    // a timer polls for revocations
    const count = () => spy.mock.calls.filter(([{ text }]) => !text.includes('revocations')).length;
    const one = await list('include=lo&limit=1');
    const forOne = count();
    spy.mockClear();
    const { body } = await list('include=foo,lo');
    expect(count()).toBe(forOne);
    spy.mockRestore();
    expect(body.hits).toHaveLength(50);
    for (const hit of [...one.body.hits, ...body.hits])
      expect(hit.lo).toMatchObject({ id: hit.lo_id, type: 'text', title: expect.stringMatching(/^Text/) });
    expect((await list('limit=1')).body.hits[0]).not.toHaveProperty('lo');
  });

  it('pages over 10,000 by cursor, oldest change first, with every filter', async () => {
    for (const [query, expectedRows] of [
      ['limit=7', all],
      ['limit=7&status=completed', all.filter(({ status }) => status === 'completed')],
      [`limit=2&lo_ids=${lo('t2')}`, all.filter(({ lo_id }) => lo_id === lo('t2'))],
      [`limit=50&updated=${newest - 86_400}`, all.filter(({ changed }) => changed >= newest - 86_400)],
    ] as const) {
      const seen: number[] = [];
      for (let cursor: string | undefined = '*'; cursor !== undefined;) {
        const { body } = await list(`${query}&cursor=${cursor}`);
        expect(body.total).toBe(expectedRows.length);
        seen.push(...listIds(body.hits));
        cursor = body.next_cursor;
      }
      expect([query, seen]).toEqual([query, listIds(expectedRows.toReversed())]);
    }
  });

  it.each([
    ['limit=51', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['offset=9951&limit=50', 'offset'],
    ['offset=9951', 'offset'],
    ['status=done', 'status'],
    ['status=completed,done', 'status'],
    ['lo_ids=1,x', 'lo_ids'],
    ['lo_ids=99999999999', 'lo_ids'],
    ['lo_id=x', 'lo_id'],
    ['user_id=x', 'user_id'],
    ['updated=yesterday', 'updated'],
    ['updated=-1', 'updated'],
    ['exclude_child_enrollments=maybe', 'exclude_child_enrollments'],
    ['cursor=nonsense', 'cursor'],
  ])('answers 400 to %s, naming the parameter', async (query, name) => {
    const { status, body } = await list(query);
    expect([status, body.additional_errors[0].path.split('.')[0]]).toEqual([400, name]);
  });

  it('answers 403 without user_id when the caller is no portal administrator', async () => {
    for (const actor of [portal.manager, portal.learner]) {
      const { status, body } = await list('', actor);
      expect([status, body.error_code]).toEqual([403, 'administrator_required']);
    }
    expect((await list('', await api.application(portal.admin.portal))).body.total).toBe(66);
  });

  it('answers 404 to the user_id of an invisible or unknown person', async () => {
    const managed = people[0]!;
    expect((await list(`user_id=${portal.other.id}`, portal.manager)).status).toBe(404);
    expect((await list(`user_id=${portal.other.id}`, managed)).status).toBe(404);
    expect((await list('user_id=999999')).status).toBe(404);
    expect((await list(`user_id=${managed.id}`, portal.manager)).body.total).toBe(6);
    expect((await list(`user_id=${managed.id}`, managed)).body.total).toBe(6);
  });
});

describe('GET /v2/enrollments/{enrollment-id}', () => {
  it('shows the enrollment with its goals, and the learning object with include=lo', async () => {
    const [one] = all;
    const plain = await detail(one!.id);
    expect([plain.status, plain.body]).toEqual([200, expect.objectContaining({ id: one!.id, goals: [] })]);
    expect(plain.body).not.toHaveProperty('lo');
    const { body } = await detail(one!.id, portal.admin, '?include=lo');
    expect(body).toEqual({ ...plain.body, lo: expect.objectContaining({ id: one!.lo_id }) });
  });

  it('answers 404 to an unknown id and to one the caller may not see, 400 to a malformed id', async () => {
    const { id } = (await enroll({ user_id: portal.other.id, lo_id: lo('t9') })).body;
    expect((await detail(999_999)).status).toBe(404);
    for (const actor of [portal.manager, portal.learner]) expect((await detail(id, actor)).status).toBe(404);
    expect((await detail(id, portal.other)).status).toBe(200);
    const bad = await portal.admin.get('/v2/enrollments/abc');
    expect([bad.status, bad.body.additional_errors[0].path]).toEqual([400, 'enrollmentId']);
    await portal.admin.delete(`/v2/enrollments/${id}`);
  });
});

describe('GET /v2/enrollment-aggregates', () => {
  const aggregates = (query: string, actor = portal.admin) => actor.get(`/v2/enrollment-aggregates?${query}`);
  /** The expected counts of an object: its live top-level enrollments. */
  const counted = (loId: number) => {
    const ownRows = all.filter((one) => one.lo_id === loId && !one.isChild);
    const countStatus = (wantedStatus: string) =>
      ownRows.filter(({ status }) => status === wantedStatus).length;
    return {
      lo_id: loId,
      enrollment_count: ownRows.length,
      completed_count: countStatus('completed'),
      in_progress_count: countStatus('in-progress'),
      not_started_count: countStatus('not-started'),
    };
  };
  const expectedRows = (names: readonly string[], minimum = 1) =>
    names
      .map((name) => counted(lo(name)))
      .filter((one) => one.enrollment_count >= minimum)
      .sort((one, other) => other.enrollment_count - one.enrollment_count || one.lo_id - other.lo_id);

  it('counts live top-level enrollments of learning objects, most enrollments first', async () => {
    const { status, body } = await aggregates('min_enrollment_count=1');
    expect([status, body]).toEqual([200, { total: 6, hits: expectedRows(knownNames) }]);
  });

  it('accepts min_enrollment_count, lo_ids[], or both, which must both hold', async () => {
    const most = Math.max(...expectedRows(knownNames).map((one) => one.enrollment_count));
    const hits = async (query: string) => (await aggregates(query)).body.hits;
    expect(await hits(`min_enrollment_count=${most}`)).toEqual(expectedRows(knownNames, most));
    expect(expectedRows(knownNames, most).length).toBeLessThan(6);
    const both = `lo_ids[]=${lo('t1')}&lo_ids[]=${lo('t2')}`;
    expect(await hits(both)).toEqual(expectedRows(['t1', 't2']));
    expect(await hits(`${both}&min_enrollment_count=${most}`)).toEqual(expectedRows(['t1', 't2'], most));
    expect(await hits(`min_enrollment_count=${most + 1}`)).toEqual([]);
    expect(await hits(`lo_ids=${lo('t1')},${lo('t2')}`)).toEqual(expectedRows(['t1', 't2']));
  });

  it('pages: the total counts the whole match', async () => {
    const { body } = await aggregates('min_enrollment_count=1&limit=2&offset=1');
    expect(body).toEqual({ total: 6, hits: expectedRows(knownNames).slice(1, 3) });
    expect((await aggregates('min_enrollment_count=1&limit=0')).body).toEqual({ total: 6, hits: [] });
  });

  it('shows 20 by default', async () => {
    const admin = await api.administrator();
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select ${admin.portal.id}, ${admin.id}, n, 'T' from generate_series(1, 25) n`);
    const { body } = await aggregates('min_enrollment_count=1', admin);
    expect([body.total, body.hits.length]).toEqual([25, 20]);
  });

  it('shows requested objects without enrollments with zeros, unless the portal may not see them', async () => {
    const none = (loId: number) => ({ ...counted(lo('t9')), lo_id: loId });
    const loIdsQuery = ['t1', 't9'].map((name) => `lo_ids[]=${lo(name)}`).join('&');
    await portal.seed.provider('others', (await api.portal()).id);
    const ids = await portal.seed.load([
      { provider: 'others', external_id: 'theirs', type: 'text', title: 'Theirs' },
      { provider: 'own', external_id: 'retired', type: 'text', title: 'Retired' },
    ]);
    await portal.admin.delete(`/v2/learning-objects/${ids.get('own retired')}`);
    const unseen = [ids.get('others theirs')!, ids.get('own retired')!, 999_999];
    const query = `${loIdsQuery}&${unseen.map((id) => `lo_ids[]=${id}`).join('&')}`;
    const expected = { total: 2, hits: [counted(lo('t1')), none(lo('t9'))] };
    expect((await aggregates(query)).body).toEqual(expected);
    expect((await aggregates(`${query}&min_enrollment_count=0`)).body).toEqual(expected);
    expect((await aggregates(`${query}&min_enrollment_count=1`)).body.hits).toEqual([counted(lo('t1'))]);
    // priced premium content can be seen by its id
    expect((await aggregates(`lo_ids=${lo('market dear')}`)).body.hits).toEqual([none(lo('market dear'))]);
  });

  it('shows everything that the portal owns and subscribes to with min_enrollment_count=0', async () => {
    const admin = await api.administrator();
    const other = (await api.portal()).id;
    await portal.seed.provider('mine', admin.portal.id);
    await portal.seed.provider('shared', other);
    await portal.seed.provider('unshared', other);
    const group = await portal.seed.group('a-group', other);
    await portal.seed.subscribe(admin.portal.id, group);
    const text = (provider: string, more: object = {}) => ({
      provider,
      external_id: 'one',
      type: 'text' as const,
      title: 'One',
      ...more,
    });
    const ids = await portal.seed.load([
      text('mine'),
      text('shared', { content_groups: ['a-group'] }),
      text('unshared', { premium: true }),
    ]);
    const [mine, shared] = [ids.get('mine one')!, ids.get('shared one')!];
    await admin.post('/v2/enrollments', { lo_id: shared });
    const { body } = await aggregates('min_enrollment_count=0', admin);
    expect(body).toEqual({
      total: 2,
      hits: [
        expect.objectContaining({ lo_id: shared, enrollment_count: 1, not_started_count: 1 }),
        expect.objectContaining({ lo_id: mine, enrollment_count: 0, not_started_count: 0 }),
      ],
    });
    const page = await aggregates('min_enrollment_count=0&limit=1&offset=1', admin);
    expect([page.body.total, page.body.hits[0].lo_id]).toEqual([2, mine]);
  });

  it.each([
    ['', 'min_enrollment_count'],
    ['min_enrollment_count=', 'min_enrollment_count'],
    ['min_enrollment_count=-1', 'min_enrollment_count'],
    ['min_enrollment_count=many', 'min_enrollment_count'],
    ['lo_ids[]=x', 'lo_ids'],
    ['min_enrollment_count=1&limit=51', 'limit'],
    ['min_enrollment_count=1&offset=9990', 'offset'],
  ])('answers 400 to "%s", naming the parameter', async (query, name) => {
    const { status, body } = await aggregates(query);
    expect([status, body.additional_errors[0].path.split('.')[0]]).toEqual([400, name]);
  });
});
