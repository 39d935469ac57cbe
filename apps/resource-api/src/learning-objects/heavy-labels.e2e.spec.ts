import { limits } from '@app/limits';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('Learning objects with long labels', () => {
  const api = useResourceApi();
  const { most } = limits.label_bytes;
  /** As many labels of 40 characters as there may be. */
  const labels = () =>
    Array.from({ length: Math.floor(most / 123) }, (_, index) => `${index}`.padEnd(40, '語'));
  let admin: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    ids = await seed.load(
      Array.from({ length: 50 }, (_, index) => ({
        provider: 'own',
        external_id: `heavy${index}`,
        type: 'text' as const,
        title: `Heavy ${index}`.padEnd(255, '語'),
        summary: '語'.repeat(2_000),
        description: '"'.repeat(19_999),
        tags: labels(),
        topics: labels(),
        authors: labels(),
        skills: labels(),
      })),
    );
    await seed.load([
      {
        provider: 'own',
        external_id: 'course',
        type: 'course' as const,
        title: 'Course',
        items: Array.from({ length: 600 }, (_, index) => ({
          external_id: `part${index}`,
          type: 'text' as const,
          title: `Part ${index}`,
          tags: labels(),
          topics: labels(),
          authors: labels(),
          skills: labels(),
        })),
      },
    ]);
  });

  const change = (json: object) =>
    api.http.patch(`/v2/learning-objects/${ids.get('own heavy0')}`, { token: admin.token, json });

  it.each(['tags', 'topics'])('are refused over the size limit of one list: %s', async (name) => {
    const { status, body } = await change({ [name]: [...labels(), 'x'.repeat(100), 'y'.repeat(100)] });
    expect([status, body.additional_errors?.[0].path]).toEqual([400, name]);
    expect((await change({ [name]: labels() })).status).toBe(200);
  });

  it('make no course longer than the limit of all its contents: the first items are returned', async () => {
    const hits = (await api.http.get('/v2/learning-objects?keyword=Course', { token: admin.token })).body
      .hits;
    const path = `/v2/learning-objects/${hits[0].id}`;
    const { status, body, text } = await api.http.get(path, { token: admin.token });
    expect([status, body.items_count]).toEqual([200, 600]);
    expect(body.items.length).toBeGreaterThan(300);
    expect(body.items.length).toBeLessThan(600);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.course_bytes.most + limits.page_bytes.most);
  });

  it('keep every page within the limit of an answer: descriptions are shortened and marked', async () => {
    const { status, body, text } = await api.http.get('/v2/learning-objects?keyword=Heavy&limit=50', {
      token: admin.token,
    });
    expect([status, body.hits.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    expect(
      body.hits.every(({ shortened }: { shortened?: string[] }) => shortened?.[0] === 'description'),
    ).toBe(true);
    expect(body.hits[0].description.length).toBeGreaterThan(1_000);
  });
});
