import { sql } from '@app/database';
import { request } from 'undici';
import { readZipEntry } from '../../test/zip-file.js';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';
import { Signer } from './signer.js';

const api = useResourceApi();
const titles: Record<string, string> = {
  draft: 'A draft about walruses',
  shown: 'A lesson about walruses',
  course: 'A course about walruses',
  part: 'A part that is no longer published',
  rest: 'The rest of the course',
};
const question = { question: 'Who has tusks?', answers: ['The walrus', 'The gull'], correct: 0 };
let ids: Map<string, number>;
const lo = (name: string) => ids.get(`own ${name}`)!;
const accountByRole: Record<string, TestAccount> = {};

beforeAll(async () => {
  const portal = await api.portal();
  accountByRole['Administrator'] = await api.administrator(portal);
  accountByRole['Manager'] = await api.account(portal, { roles: ['Manager'] });
  accountByRole['Content administrator'] = await api.account(portal, { roles: ['Content administrator'] });
  accountByRole['Learner'] = await api.account(portal, { managers: [accountByRole['Manager'].id] });
  const seed = await api.catalogue();
  await seed.provider('own', portal.id);
  const item = (external_id: string, published = true) => ({
    external_id,
    type: 'text' as const,
    title: titles[external_id]!,
    tags: ['walrus'],
    published,
    content: { html: `<p>Walruses: ${external_id}.</p>`, questions: [question] },
  });
  ids = await seed.load([
    { provider: 'own', ...item('draft', false) },
    { provider: 'own', ...item('shown') },
    {
      provider: 'own',
      external_id: 'course',
      type: 'course',
      title: titles['course']!,
      items: [item('part', false), item('rest')],
    },
  ]);
});

const get = (path: string, role: string) => accountByRole[role]!.get(path);
const find = async (query: string, role: string): Promise<string[]> => {
  const { body } = await get(`/v2/learning-objects?${query}`, role);
  expect(body.total).toBe(body.hits.length);
  return body.hits.map((hit: { title: string }) => hit.title).sort();
};
const everybodyElse = ['Administrator', 'Manager', 'Content administrator'];

describe('an unpublished object', () => {
  it.each(['keyword=walruses', `id[]=0&id[]=`, 'tags=walrus', 'sort=title'])(
    'is not found by learners (%s)',
    async (query) => {
      const idQuery = query.startsWith('id') ? `id[]=${lo('draft')}&id[]=${lo('shown')}` : query;
      expect(await find(idQuery, 'Learner')).not.toContain(titles['draft']);
      expect(await find(idQuery, 'Learner')).toContain(titles['shown']);
      for (const role of everybodyElse) expect(await find(idQuery, role)).toContain(titles['draft']);
    },
  );

  it('is not counted for learners, neither in total nor in facets', async () => {
    const counted = async (role: string) => {
      const { body } = await get('/v2/learning-objects?tags=walrus&facets=tag&limit=0', role);
      return [body.total, body.facets.tag.buckets[0].doc_count];
    };
    expect(await counted('Learner')).toEqual([2, 2]);
    expect(await counted('Administrator')).toEqual([4, 4]);
  });

  it('is not in a learner’s scroll', async () => {
    const { body } = await get('/v2/learning-objects?scroll=true&keyword=walruses', 'Learner');
    expect(body.hits.map((hit: { id: number }) => hit.id)).not.toContain(lo('draft'));
    expect(body.total).toBe(3);
  });

  it.each(['', '/preview', '/scorm'])('is 404 for learners (%s)', async (path) => {
    expect((await get(`/v2/learning-objects/${lo('draft')}${path}`, 'Learner')).status).toBe(404);
    expect((await get(`/v2/learning-objects/${lo('shown')}${path}`, 'Learner')).status).toBe(200);
    for (const role of everybodyElse)
      expect((await get(`/v2/learning-objects/${lo('draft')}${path}`, role)).status).toBe(200);
  });

  it('is left out of the courses that learners see', async () => {
    const items = async (role: string) =>
      (await get(`/v2/learning-objects/${lo('course')}`, role)).body.items.map(
        (item: { title: string }) => item.title,
      );
    expect(await items('Learner')).toEqual([titles['rest']]);
    expect(await items('Manager')).toEqual([titles['part'], titles['rest']]);
    const previews = (await get(`/v2/learning-objects/${lo('course')}/preview`, 'Learner')).body.hits;
    expect(previews.map((hit: { id: number }) => hit.id)).toEqual([lo('rest')]);
  });

  it('cannot be enrolled in by learners; if others enroll them, they get the fields of a hidden object', async () => {
    const enroll = (json: object, role: string) => accountByRole[role]!.post('/v2/enrollments', json);
    expect((await enroll({ lo_id: lo('draft') }, 'Learner')).status).toBe(404);
    expect(
      (await enroll({ lo_id: lo('draft'), user_id: accountByRole['Learner']!.id }, 'Manager')).status,
    ).toBe(201);
    const { body } = await get(
      `/v2/enrollments?user_id=${accountByRole['Learner']!.id}&include=lo`,
      'Learner',
    );
    const provider = { id: expect.any(Number), name: 'own', logo: null };
    expect(body.hits[0].lo).toEqual({ id: lo('draft'), type: 'text', title: titles['draft'], provider });
  });

  it('cannot be opened with a URL created for an account that is now a learner’s', async () => {
    const editor = await api.account(accountByRole['Learner']!.portal, { roles: ['Content administrator'] });
    const path = `/v2/learning-objects/${lo('draft')}/preview`;
    const { body } = await editor.get(path);
    const { pathname } = new URL(body.hits[0].url);
    expect((await api.http.get(pathname, {})).status).toBe(200);
    await api.db.many(sql`update identity.accounts set roles = '{Learner}' where id = ${editor.id}`);
    expect((await api.http.get(pathname, {})).status).toBe(404);
  });
});

describe('a SCORM package', () => {
  const readPath = async (name: string, { token }: TestAccount): Promise<string> => {
    const url = `${api.http.baseUrl}/v2/learning-objects/${lo(name)}/scorm`;
    const answer = await request(url, { headers: { authorization: `Bearer ${token}` } });
    const config = await readZipEntry(Buffer.from(await answer.body.arrayBuffer()), 'config.js');
    return `/launch/${/"token":"([^"]+)"/.exec(config)![1]}`;
  };
  const shows = async (path: string, name: string): Promise<boolean> =>
    (await api.http.get(path)).text.includes(`Walruses: ${name}.`);
  const check = async (path: string, name: string): Promise<number> =>
    (await api.http.post(`${path}/answers`, { form: { item: String(lo(name)), 'answers[0]': '0' } })).status;

  it('includes the drafts that its account sees, and checks no answers of other objects', async () => {
    const path = await readPath('course', accountByRole['Learner']!);
    expect([await shows(path, 'rest'), await shows(path, 'part')]).toEqual([true, false]);
    expect([await check(path, 'rest'), await check(path, 'part')]).toEqual([200, 404]);
    for (const role of everybodyElse) {
      const theirs = await readPath('course', accountByRole[role]!);
      expect([role, await shows(theirs, 'part'), await check(theirs, 'part')]).toEqual([role, true, 200]);
    }
  });

  it('no longer includes objects unpublished since', async () => {
    const path = await readPath('shown', accountByRole['Learner']!);
    expect(await shows(path, 'shown')).toBe(true);
    const publish = (published: boolean) =>
      accountByRole['Administrator']!.patch(`/v2/learning-objects/${lo('shown')}`, { published });
    await publish(false);
    expect([(await api.http.get(path)).status, await check(path, 'shown')]).toEqual([404, 404]);
    await publish(true);
    expect(await shows(path, 'shown')).toBe(true);
  });

  it.each([
    ['is a learner now', sql`roles = '{Learner}'`],
    ['is blocked', sql`status = false`],
    ['is closed', sql`closed_time = now()`],
  ])('continues with published objects when its account %s', async (_, change) => {
    const editor = await api.account(accountByRole['Learner']!.portal, { roles: ['Content administrator'] });
    const [course, draft] = [await readPath('course', editor), await readPath('draft', editor)];
    expect([await shows(course, 'part'), await shows(draft, 'draft')]).toEqual([true, true]);
    await api.db.many(sql`update identity.accounts set ${change} where id = ${editor.id}`);
    expect([await shows(course, 'rest'), await shows(course, 'part')]).toEqual([true, false]);
    expect((await api.http.get(draft)).status).toBe(404);
    expect(await check(course, 'part')).toBe(404);
  });

  it('from before accounts were recorded includes published objects', async () => {
    const signer = api.server.app.get(Signer);
    const issued = Math.floor(api.clock.now().getTime() / 1000);
    const content = `launch.${accountByRole['Learner']!.portal.id}.${lo('course')}.0.${issued}`;
    const path = `/launch/${content}.${signer.sign('launch', content)}`;
    expect([await shows(path, 'rest'), await shows(path, 'part')]).toEqual([true, false]);
  });
});

describe('GET /v2/learning-objects?published=', () => {
  it('filters for people who see drafts', async () => {
    const drafts = [titles['draft'], titles['part']].sort();
    for (const role of everybodyElse) {
      expect(await find('published=false', role)).toEqual(drafts);
      expect(await find('published=true', role)).not.toContain(titles['draft']);
    }
  });

  it('finds no drafts for learners', async () => {
    expect(await find('published=false', 'Learner')).toEqual([]);
    expect(await find('published=True', 'Learner')).toHaveLength(3);
  });

  it('answers 400 to anything that is not a boolean', async () => {
    const { status, body } = await get('/v2/learning-objects?published=maybe', 'Administrator');
    expect([status, body.additional_errors[0].path]).toEqual([400, 'published']);
  });
});
