import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
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
    expect((await api.http.patch(path, { token: admin.token, json })).status).toBe(200);
    return id;
  };
  ada = await set('E-4711', 3, true);
  await set('E-4712', 3, false);
  const elsewhere = await api.account(await api.portal());
  await api.db.many(sql`
    update identity.accounts set custom_fields = '{"badge_no": "E-4711"}' where id = ${elsewhere.id}`);
});

const list = (query: string, path = '/v2/users') => api.http.get(`${path}?${query}`, { token: admin.token });
const ids = async (query: string) => (await list(query)).body.hits.map(({ id }: { id: number }) => id);

describe('GET /v2/users?custom_fields[name]=', () => {
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
