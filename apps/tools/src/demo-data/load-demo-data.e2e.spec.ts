import { readBootstrap } from '@app/bootstrap-files';
import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { join } from 'node:path';
import { updateMediaUrls } from './local-media.js';
import { loadDemoData } from './load-demo-data.js';

const folder = join(__dirname, '../../demo');
const now = new Date('2026-11-21T10:00:00Z');

interface Ages {
  oldest: Date;
  newest: Date;
  months: number;
  distinct: number;
  fingerprint: string;
}

describe('the demo data', () => {
  const harness = useDatabase();
  const load = () =>
    loadDemoData(harness.database, readBootstrap(join(folder, 'bootstrap.yaml'), { NODE_ENV: 'test' }), {
      now,
      env: { NODE_ENV: 'test', API_PUBLIC_URL: 'https://api.example' },
      media: 'http://localhost:4004',
      say: () => undefined,
    });

  beforeAll(load);

  const ages = () =>
    harness.database.one<Ages>(sql`
      select min(created_time) as oldest, max(updated_time) as newest,
             count(distinct date_trunc('month', created_time))::int as months,
             count(distinct created_time) as distinct,
             md5(string_agg(external_id || created_time || updated_time, ',' order by provider_id,
                    external_id)) as fingerprint
        from learning.learning_objects where external_id is not null`);
  const count = async (condition: string) =>
    await harness.db.value<number>(sql`select count(*)::int as n from ${sql.raw(condition)}`);

  it('spreads learning objects over two years, always in the same way', async () => {
    const spread = (await ages())!;
    expect(spread.months).toBeGreaterThanOrEqual(20);
    expect(spread.distinct).toBeGreaterThan(100);
    expect(spread.oldest.getTime()).toBeGreaterThan(Date.parse('2024-10-01T00:00:00Z'));
    expect(spread.newest.getTime()).toBeLessThanOrEqual(Date.parse('2026-11-01T00:00:00Z'));
    expect(spread.fingerprint).toMatchInlineSnapshot(`"38cee5ac0d105afb1bfff48bbc2d1a43"`);
  });

  it('notifies no webhook, because none can be subscribed yet', async () => {
    expect(await count('learning.outbox')).toBe(0);
  });

  it('makes nothing newer than its last change, its course or its first enrollment, also in search', async () => {
    expect(await count('learning.learning_objects where updated_time < created_time')).toBe(0);
    expect(
      await count(
        'learning.enrollments e join learning.learning_objects o on o.id = e.lo_id where e.created_time < o.created_time',
      ),
    ).toBe(0);
    expect(
      await count(`learning.search_doc d join learning.learning_objects o on o.id = d.lo_id
                    where (d.created_time, d.updated_time) <> (o.created_time, o.updated_time)`),
    ).toBe(0);
  });

  it('changes nothing the second time', async () => {
    const before = await ages();
    await load();
    expect(await ages()).toEqual(before);
  });

  it('has its media on this machine, and follows them to another port', async () => {
    const media = async () => {
      const rows = await harness.database.many<{ text: string }>(sql`
        select concat_ws(' ', o.image, o.url, o.content::text, p.logo) as text
          from learning.learning_objects o join learning.providers p on p.id = o.provider_id`);
      const addresses = rows.flatMap(({ text }) => text.match(/https?:[^"\s]+/g) ?? []);
      return new Set(addresses.map((address) => new URL(address).origin));
    };
    await updateMediaUrls(harness.database, 'http://localhost:4004');
    expect([...(await media())]).toEqual(['http://localhost:4004']);
    await updateMediaUrls(harness.database, 'http://localhost:7004');
    expect([...(await media())]).toEqual(['http://localhost:7004']);
  });

  it('has courses about teams that acme itself has, each with a quiz', async () => {
    const rows = await harness.database.many<{ title: string; questions: number }>(sql`
      select o.title, sum(jsonb_array_length(q.content -> 'questions'))::int as questions
        from learning.learning_objects o
        join learning.learning_object_items m on m.parent_id = o.id
        join learning.learning_object_items i on i.parent_id = m.child_id
        join learning.learning_objects q on q.id = i.child_id and q.type = 'quiz'
        join identity.portals p on p.id = o.portal_id
       where p.name = 'acme.learning.localhost' and not o.premium group by o.title order by o.title`);
    expect(rows).toEqual([
      { title: 'Phishing: think before you click', questions: 4 },
      { title: 'Welcome to Acme', questions: 4 },
      { title: 'Working in a team at Acme', questions: 4 },
    ]);
  });
});
