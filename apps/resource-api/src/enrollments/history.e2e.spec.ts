import { sql } from '@app/database';
import { recordStatements } from '@app/testing';
import { parse } from 'csv-parse/sync';
import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';

const portal = useEnrollmentsPortal();
const { api, lo, person, enroll, enrolled, detail, list } = portal;

const remove = (path: string, actor = portal.admin) => actor.delete(path);
const listIds = (hits: { id: number }[]) => hits.map(({ id }) => id);

/** A learner with one enrollment of each kind: re-enrolled, deleted, live. */
async function history() {
  const learner = await person();
  const first = await enrolled('t0', { status: 'completed', pass: false, result: 12 }, learner);
  const again = { user_id: learner.id, lo_id: lo('t0') };
  const second = (await enroll(again, portal.manager, '?re-enroll=true')).body.id as number;
  const deleted = await enrolled('t1', {}, learner);
  await remove(`/v2/enrollments/${deleted}`);
  return { learner, first, second, deleted };
}

describe('archived enrollments', () => {
  it('are listed with archived=true or all, with time, actor and reason (contract 4.23)', async () => {
    const { learner, first, second, deleted } = await history();
    const query = `user_id=${learner.id}`;
    expect(listIds((await list(query)).body.hits)).toEqual([second]);
    expect((await list(query)).body.hits[0]).not.toHaveProperty('archived_time');
    const archived = (await list(`${query}&archived=true`)).body;
    expect([archived.total, archived.hits]).toEqual([
      2,
      [
        expect.objectContaining({ id: deleted, archived_by: portal.admin.id, archived_because: 'deleted' }),
        expect.objectContaining({
          id: first,
          archived_by: portal.manager.id,
          archived_because: 're-enrolled',
          result: 12,
        }),
      ],
    ]);
    const all = (await list(`${query}&archived=all`)).body;
    expect([all.total, listIds(all.hits)]).toEqual([3, [deleted, second, first]]);
    expect(all.hits[1]).toMatchObject({ archived_time: null, archived_by: null, archived_because: null });
  });

  it('are found by every filter, in pages and by cursor, each once', async () => {
    const { learner } = await history();
    const query = `user_id=${learner.id}&archived=all`;
    expect((await list(`${query}&lo_id=${lo('t0')}`)).body.total).toBe(2);
    expect((await list(`${query}&status=completed`)).body.total).toBe(1);
    const paged: number[] = [];
    for (let offset = 0; offset < 3; offset += 1)
      paged.push(...listIds((await list(`${query}&limit=1&offset=${offset}`)).body.hits));
    const read: number[] = [];
    for (let cursor: string | undefined = '*'; cursor;) {
      const { body } = await list(`${query}&limit=2&cursor=${encodeURIComponent(cursor)}`);
      read.push(...listIds(body.hits));
      cursor = body.next_cursor;
    }
    expect(new Set(paged).size).toBe(3);
    expect(read).toEqual(paged.toReversed());
    const everybody = await list('archived=all&limit=0');
    const [live, archived] = [await list('limit=0'), await list('archived=true&limit=0')];
    expect(everybody.body.total).toBe(live.body.total + archived.body.total);
  });

  it('appear in the detail only on request, for the same people as before', async () => {
    const { learner, first } = await history();
    expect((await detail(first)).status).toBe(404);
    for (const actor of [portal.admin, portal.manager, learner]) {
      const { status, body } = await detail(first, actor, '?archived=all');
      expect([status, body.archived_because]).toEqual([200, 're-enrolled']);
    }
    expect((await detail(first, portal.other, '?archived=true')).status).toBe(404);
    const live = await enrolled('t2');
    expect((await detail(live, portal.admin, '?archived=true')).status).toBe(404);
    expect((await detail(live, portal.admin, '?archived=maybe')).body.additional_errors[0].path).toBe(
      'archived',
    );
  });

  it('keep id, type, title and provider of an object deleted since', async () => {
    const learner = await person();
    const ids = await portal.seed.load([
      { provider: 'own', external_id: 'short-lived', type: 'document', title: 'Short-lived' },
    ]);
    const id = ids.get('own short-lived')!;
    const created = await enroll({ user_id: learner.id, lo_id: id });
    await remove(`/v2/learning-objects/${id}`);
    const { body } = await list(`user_id=${learner.id}&include=lo`);
    const keptObject = {
      id,
      type: 'document',
      title: 'Short-lived',
      provider: { id: expect.any(Number), name: 'own', logo: null },
    };
    expect(body.hits[0].lo).toEqual(keptObject);
    expect((await detail(created.body.id, learner, '?include=lo')).body.lo).toEqual(keptObject);
  });

  it('are available to administrators for people whose accounts were closed', async () => {
    const gone = await person();
    const id = await enrolled('t3', {}, gone);
    await remove(`/v2/users/${gone.id}`);
    expect((await list(`user_id=${gone.id}`)).status).toBe(404);
    const { body } = await list(`user_id=${gone.id}&archived=true`);
    expect(body.hits).toEqual([
      expect.objectContaining({ id, archived_by: portal.admin.id, archived_because: 'account_closed' }),
    ]);
    expect((await list(`user_id=${gone.id}&archived=true`, portal.manager)).status).toBe(404);
  });
});

describe('GET /v2/enrollments/export', () => {
  const file = (query: string, actor = portal.admin) => actor.get(`/v2/enrollments/export?${query}`);
  const parseRows = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('writes every enrollment on a line, with the person and the object', async () => {
    const { learner, second } = await history();
    const answer = await file(`user_id=${learner.id}`);
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/x-ndjson',
      'attachment; filename="enrollments.ndjson"',
    ]);
    expect(parseRows(answer.text)).toEqual([
      expect.objectContaining({
        id: second,
        user_id: learner.id,
        lo_id: lo('t0'),
        status: 'not-started',
        user: { email: learner.email, first_name: 'Ana', last_name: 'Silva', closed_time: null },
        lo: { type: 'text', title: 'Text 0', provider: 'own' },
        archived_time: null,
      }),
    ]);
  });

  it('includes the whole history of a person who has left, with retired learning objects', async () => {
    const { learner, first, second, deleted } = await history();
    await remove(`/v2/users/${learner.id}`);
    const rows = parseRows((await file(`user_id=${learner.id}&archived=all`)).text);
    expect(listIds(rows)).toEqual([first, second, deleted]);
    expect(rows.map((row) => [row.archived_because, row.user.email, row.user.closed_time !== null])).toEqual([
      ['re-enrolled', learner.email, true],
      ['account_closed', learner.email, true],
      ['deleted', learner.email, true],
    ]);
  });

  it('writes CSV that every parser reads and no spreadsheet evaluates', async () => {
    const learner = await api.account(portal.admin.portal, {
      first_name: '=cmd|"calc"',
      last_name: 'O;+1, "x"\n',
    });
    const id = await enrolled('t1', { result: 12.5, pass: false, status: 'completed' }, learner);
    const { headers, text } = await file(`format=csv&user_id=${learner.id}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toMatch(/^\uFEFFid,/);
    const [row] = parse(text, { columns: true, bom: true });
    expect(row).toMatchObject({
      id: String(id),
      user_first_name: `'=cmd|"calc"`,
      user_last_name: `O;'+1, "x"\n`,
      lo_title: 'Text 1',
      result: '12.5',
      pass: 'false',
      due_date: '',
      archived_time: '',
    });
    expect(parse((await file('format=csv&user_id=999999')).text)).toHaveLength(1);
    expect((await file('format=csv&bom=false&user_id=999999')).text).toMatch(/^id,/);
  });

  it.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['text/csv, */*;q=0.1', 'text/csv; charset=utf-8'],
    ['*/*', 'application/x-ndjson'],
    ['application/json', 'application/x-ndjson'],
  ])('Accept: %s is answered with %s, unless the query names a format', async (accept, type) => {
    const listWith = async (query: string) =>
      (await portal.admin.get(`/v2/enrollments/export?user_id=999999${query}`, { headers: { accept } }))
        .headers['content-type'];
    expect(await listWith('')).toBe(type);
    expect(await listWith('&format=ndjson')).toBe('application/x-ndjson');
    expect(await listWith('&format=csv')).toBe('text/csv; charset=utf-8');
  });

  it('accepts the filters of the list, and is for administrators', async () => {
    const { body } = await list(`lo_ids=${lo('t0')},${lo('t1')}&status=completed&archived=all&limit=0`);
    const rows = parseRows((await file(`lo_ids=${lo('t0')},${lo('t1')}&status=completed&archived=all`)).text);
    expect(rows).toHaveLength(body.total);
    expect((await file('', portal.manager)).status).toBe(403);
    expect((await file('', await person())).status).toBe(403);
    const stranger = await api.administrator();
    expect((await file('archived=all', stranger)).text).toBe('');
    expect((await file('format=xlsx')).body.additional_errors[0].path).toBe('format');
  });
});

describe('GET /v2/users/export', () => {
  it('exports people with their custom fields, closed accounts on request', async () => {
    const boss = await api.administrator();
    await api.defineFields(boss.portal, { level: 'integer' });
    const gone = await api.account(boss.portal, { first_name: '@gone' });
    const stays = await api.account(boss.portal);
    await boss.patch(`/v2/users/${stays.id}`, {
      custom_fields: { level: 3 },
      managers: [boss.id],
      roles: ['Content administrator', 'Learner'],
    });
    await remove(`/v2/users/${gone.id}`, boss);
    const file = (query: string, actor = boss) => actor.get(`/v2/users/export?${query}`);
    const rows = parse<Record<string, string>>((await file('format=csv&closed=all')).text, {
      columns: true,
      bom: true,
    });
    expect(
      rows.map((row) => [
        row['id'],
        row['first_name'],
        row['custom_fields_level'],
        row['roles'],
        row['managers'],
        row['closed_time'] === '',
      ]),
    ).toEqual([
      // prettier-ignore
      [String(boss.id), 'Ada', '', 'Administrator', '', true],
      [String(gone.id), "'@gone", '', 'Learner', '', false],
      [String(stays.id), 'Ana', '3', 'Content administrator;Learner', boss.email, true],
    ]);
    const lines = (await file('roles=Learner')).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([expect.objectContaining({ id: stays.id, custom_fields: { level: 3 } })]);
    expect((await file('', stays)).status).toBe(403);
  });

  it('searches for the people of q once, for any number of batches', async () => {
    const boss = await api.administrator();
    const people = await api.db.many<{ id: number }>(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'batch' || n || '@file.example', 'Many', 'People' from generate_series(1, 1001) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name)
      select ${boss.portal.id}, id, 'Many', 'People' from h returning id`);
    const ids = people.map(({ id }) => id).toSorted((one, other) => one - other);
    let rows: number[] = [];
    const statements = await recordStatements(async () => {
      const { text } = await boss.get('/v2/users/export?q=many');
      rows = text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id);
    });
    expect(rows).toEqual(ids);
    expect(statements.filter(({ text }) => text.includes('upper(f.first_name'))).toHaveLength(1);
  });
});
