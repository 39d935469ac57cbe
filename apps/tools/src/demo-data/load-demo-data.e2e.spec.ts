import { readBootstrap } from '@app/bootstrap-files';
import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { join } from 'node:path';
import { ImportItem, ImportRecord } from '@app/catalogue';
import { sampleCatalogue } from '@app/sample-content';
import { updateMediaUrls } from './local-media.js';
import { loadDemoData } from './load-demo-data.js';
import { demoEnrollments, demoPeople } from './index.js';

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

const records = [...sampleCatalogue(now)];
const all = (items: (ImportRecord | ImportItem)[]): (ImportRecord | ImportItem)[] =>
  items.flatMap((item) => [
    item,
    ...all((item.items ?? []).filter((one): one is ImportItem => !('ref' in one))),
  ]);
const objects = all(records);

describe('the demo catalogue', () => {
  it('has at least 400 objects of every type, in at least five languages, from at least six providers', () => {
    expect(objects.length).toBeGreaterThanOrEqual(400);
    expect(new Set(records.map((record) => record.language)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(records.map((record) => record.provider)).size).toBeGreaterThanOrEqual(8);
    expect([...new Set(objects.map((object) => object.type))].sort()).toEqual([
      ...['assignment', 'award', 'course', 'document', 'event', 'interactive'],
      ...['link', 'manual', 'module', 'quiz', 'text', 'video'],
    ]);
    expect(
      new Set(objects.flatMap((object) => object.events ?? []).map((event) => event.location.country)).size,
    ).toBeGreaterThanOrEqual(5);
  });

  it('has modules with items in every course, as the specification says', () => {
    const courses = objects.filter(({ type }) => type === 'course');
    const kinds = courses.map(({ items = [] }) => items.map((item) => ('ref' in item ? 'ref' : item.type)));
    expect(new Set(kinds.flat())).toEqual(new Set(['module']));
    expect(kinds.filter((types) => types.length === 0)).toEqual([]);
  });

  it('has no placeholder left in any text', () => {
    expect(JSON.stringify(objects)).not.toMatch(/\{(title|chapter|summary|minutes)\}|undefined|NaN/);
  });
});

describe('the demo people and enrollments', () => {
  const people = demoPeople(now);
  const enrollable = records.map((record) => ({ ...record, assessable: record.assessable ?? false }));
  const enrollments = demoEnrollments(people, enrollable, now);

  it('are 600 enrollments over two years, in order, one per person and object', () => {
    expect(enrollments).toHaveLength(600);
    expect(new Set(enrollments.map((one) => `${one.email} ${one.provider} ${one.external_id}`)).size).toBe(
      600,
    );
    const first = enrollments[0]!.created_time.getTime();
    const last = enrollments[599]!.created_time.getTime();
    expect(last - first).toBeGreaterThan(500 * 86_400_000);
    // for charts of the last month
    const lastMonth = now.getTime() - 30 * 86_400_000;
    expect(enrollments.filter((one) => one.created_time.getTime() > lastMonth).length).toBeGreaterThan(10);
    expect(last).toBeLessThan(now.getTime());
    for (const one of enrollments) {
      expect(one.end_date !== null).toBe(one.status === 'completed');
      if (one.end_date) expect(one.end_date.getTime()).toBeLessThan(now.getTime());
    }
    expect(demoEnrollments(people, enrollable, now)).toEqual(enrollments);
  });
});
