import { sql } from '@app/database';
import { limits } from '@app/limits';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';
import { UsersQueries } from '../users/users.queries.js';

const api = useResourceApi();

describe('GET /v2/custom-fields', () => {
  it('lists the portal’s own fields, by name', async () => {
    const admin = await api.administrator(await api.portal());
    const stranger = await api.administrator(await api.portal());
    await api.defineFields(admin.portal, { shoe_size: 'integer' });
    await api.defineFields(stranger.portal, { theirs: 'text' });
    await api.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type, options)
      values (${admin.portal.id}, 'department', 'choice', '{Sales,Support}')`);
    const { status, body } = await admin.get('/v2/custom-fields');
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 2,
      hits: [
        { name: 'department', type: 'choice', options: ['Sales', 'Support'] },
        { name: 'shoe_size', type: 'integer', options: null },
      ],
    });
  });
});

describe('GET /v2/users?custom_fields[name]=', () => {
  let admin: TestAccount;
  let ada: number;
  beforeAll(async () => {
    admin = await api.administrator();
    const { portal } = admin;
    await api.defineFields(portal, { badge_no: 'text', level: 'integer', remote: 'boolean' });
    const set = async (badge_no: string, level: number, remote: boolean) => {
      const { id } = await api.account(portal);
      const json = { custom_fields: { badge_no, level, remote } };
      const path = `/v2/users/${id}`;
      expect((await admin.patch(path, json)).status).toBe(200);
      return id;
    };
    ada = await set('E-4711', 3, true);
    await set('E-4712', 3, false);
    const elsewhere = await api.account(await api.portal());
    await api.db.many(sql`
    update identity.accounts set custom_fields = '{"badge_no": "E-4711"}' where id = ${elsewhere.id}`);
  });

  const list = (query: string, path = '/v2/users') => admin.get(`${path}?${query}`);
  const ids = async (query: string) => (await list(query)).body.hits.map(({ id }: { id: number }) => id);

  it('finds people by values of every type, in lists, by cursor and in exports', async () => {
    expect(await ids('custom_fields[badge_no]=E-4711')).toEqual([ada]);
    expect(await ids('custom_fields%5Bbadge_no%5D=E-4711&cursor=*')).toEqual([ada]);
    expect((await list('custom_fields[level]=3')).body.total).toBe(2);
    expect(await ids('custom_fields[level]=3&custom_fields[remote]=true')).toEqual([ada]);
    expect(await ids('custom_fields[badge_no]=E')).toEqual([]);
    const { text } = await list('custom_fields[badge_no]=E-4711&format=ndjson', '/v2/users/export');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([ada]);
  });

  it.each([
    ['custom_fields[shoe]=44', 'custom_fields.shoe'],
    ['custom_fields[level]=high', 'custom_fields.level'],
    ['custom_fields[a]=1&custom_fields[b]=1&custom_fields[c]=1&custom_fields[d]=1', 'custom_fields'],
  ])('answers 400 to %s', async (query, path) => {
    const { status, body } = await list(query);
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
  });

  it('uses the index for one person among many', async () => {
    await api.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'badge' || n || '@mass.example', 'A', 'B' from generate_series(1, 3000) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, custom_fields)
      select ${admin.portal.id}, id, 'A', 'B', jsonb_build_object('badge_no', 'M-' || id) from h`);
    await api.db.many(sql`analyze identity.accounts`);
    const plan = await api.db.many(sql`
      explain select id from identity.accounts a
       where a.portal_id = ${sql.raw(String(admin.portal.id))}
         and a.custom_fields <> '{}' and a.custom_fields @> '{"badge_no": "E-4711"}'`);
    expect(JSON.stringify(plan)).toContain('accounts_custom_fields');
  });
});

/** Texts that Postgres can hardly make smaller. */
const noise = (length: number) =>
  Array.from({ length: Math.ceil(length / 36) }, () => crypto.randomUUID())
    .join('')
    .slice(0, length);

describe('People with long custom fields', () => {
  const { most } = limits.custom_fields_bytes;
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
    await api.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type)
      select ${admin.portal.id}, 'field_' || n, 'text' from generate_series(1, 100) n`);
  });

  const texts = (from: number, to: number) =>
    Object.fromEntries(
      Array.from({ length: to - from }, (_, index) => [`field_${from + index}`, noise(1_000)]),
    );
  const person = (custom_fields: object) => ({
    email: `${crypto.randomUUID()}@people.example`,
    first_name: 'A',
    last_name: 'B',
    send_login_email: false,
    custom_fields,
  });
  const create = (fields: object) => admin.post('/v2/users', person(fields));
  const change = (id: number, custom_fields: object) => admin.patch(`/v2/users/${id}`, { custom_fields });
  const refused = {
    error_code: 'validation_failed',
    additional_errors: [expect.objectContaining({ path: 'custom_fields' })],
  };

  it('are refused over the total size of one account’s fields', async () => {
    expect((await create(texts(1, 18))).body).toMatchObject(refused);
    const { body } = await create(texts(1, 17));
    expect(Buffer.byteLength(JSON.stringify(body.custom_fields))).toBeLessThanOrEqual(most);
    expect((await change(body.id, texts(20, 22))).body).toMatchObject(refused);
    expect((await change(body.id, { field_1: null, field_20: 'x' })).status).toBe(200);
  });

  const longName = '語'.repeat(255);
  /** As before there was a limit. */
  const insert = (people: number, fields: number) =>
    api.db.many(sql`
      with made as (
        insert into identity.persons (email, first_name, last_name)
        select 'many-' || n || '-' || gen_random_uuid() || '@people.example', ${longName}, ${longName}
          from generate_series(1, ${people}::int) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, custom_fields)
      select ${admin.portal.id}, id, ${longName}, ${longName},
             (select jsonb_object_agg('field_' || n, ${noise(1_000)}::text) from generate_series(1, ${fields}::int) n)
        from made`);

  it('can be reduced if they exceed the limit already', async () => {
    const { id } = await api.account(admin.portal);
    await api.db.many(sql`update identity.accounts set custom_fields = ${texts(1, 30)} where id = ${id}`);
    expect((await change(id, { field_40: 'x' })).body).toMatchObject(refused);
    expect((await change(id, { field_1: null })).status).toBe(200);
  });

  it('keep a page within the answer limit, even with the maximum number of managers', async () => {
    await insert(50, 16);
    await api.db.many(sql`
      insert into identity.account_managers (portal_id, account_id, manager_id)
      select ${admin.portal.id}, a.id, m.id
        from (select id from identity.accounts where portal_id = ${admin.portal.id} order by id desc limit
             50) a,
             (select id from identity.accounts where portal_id = ${admin.portal.id}) m where m.id <> a.id`);
    const page = await admin.get('/v2/users?limit=50');
    expect([page.status, page.body.hits.length]).toEqual([200, 50]);
    const managers = limits.managers.most * 11;
    expect(Buffer.byteLength(page.text) + 50 * managers).toBeLessThan(limits.page_bytes.most);
  });

  it.each(['', '?q=語'])('are exported in batches of bounded bytes, and all of them: %s', async (filter) => {
    await insert(100, 100);
    const byteCounts: number[] = [];
    const weigh = (rows: object[]) => void byteCounts.push(Buffer.byteLength(JSON.stringify(rows)));
    const queries = api.server.app.get(UsersQueries);
    const after = queries.after.bind(queries);
    jest.spyOn(queries, 'after').mockImplementation(async (...parameters) => {
      const batch = await after(...parameters);
      weigh(batch.rows);
      return batch;
    });
    const { status, text } = await admin.get(`/v2/users/export${filter}`);
    const [row] = await api.db.many<{ count: number }>(sql`
      select count(*)::int as count from identity.accounts where portal_id = ${admin.portal.id}
         and (first_name like '語%' or ${filter === ''})`);
    expect([status, text.trim().split('\n').length]).toEqual([200, row!.count]);
    expect(Math.max(...byteCounts)).toBeLessThan(2 * limits.page_bytes.most);
    jest.restoreAllMocks();
  });
});
