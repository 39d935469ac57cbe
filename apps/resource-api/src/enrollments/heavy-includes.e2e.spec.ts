import { sql } from '@app/database';
import { limits } from '@app/limits';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('A page of enrollments with their objects', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const award = {
      provider: 'own',
      type: 'award' as const,
      title: 'Award',
      description: '語'.repeat(99_999),
    };
    ids = await seed.load([
      { ...award, external_id: 'one' },
      { ...award, external_id: 'two', description: 'x'.repeat(10_000) },
    ]);
    const longName = '語'.repeat(255);
    await api.db.many(sql`
      with people as (
        insert into identity.persons (email, first_name, last_name)
        select 'p' || n || '@people.example', ${longName}, ${longName} from generate_series(1, 60) n returning id),
      accounts as (
        insert into identity.accounts (portal_id, person_id, first_name, last_name)
        select ${admin.portal.id}, id, ${longName}, ${longName} from people returning id)
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, award_required)
      select ${admin.portal.id}, id,
             case when id % 10 = 0 then ${ids.get('own two')}::int else ${ids.get('own one')}::int end, 'Award',
             array(select generate_series(1000000, 1000999))
        from accounts`);
  });

  const read = async (filter: string) => {
    const path = `/v2/enrollments?limit=50&include=lo,user${filter}`;
    const { status, body, text } = await api.http.get(path, { token: admin.token });
    expect([status, body.hits?.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    return body.hits as { lo: { id: number; description: string; shortened?: string[] } }[];
  };

  it('is within the limit of an answer if all enrollments are in one object: it is shortened and marked', async () => {
    const [hit] = await read(`&lo_id=${ids.get('own one')}`);
    expect(hit!.lo.shortened).toEqual(['description']);
    expect(hit!.lo.description.length).toBeGreaterThan(1_000);
  });

  it('is within the limit of an answer if most enrollments are in one object', async () => {
    const hits = await read('');
    expect(new Set(hits.map(({ lo }) => lo.id)).size).toBe(2);
  });

  it('contains a single object unshortened', async () => {
    const path = `/v2/enrollments?limit=1&include=lo&lo_id=${ids.get('own one')}`;
    const { body } = await api.http.get(path, { token: admin.token });
    expect(body.hits[0].lo.description.length).toBe(99_999);
  });
});
