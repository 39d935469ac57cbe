import { useResourceApi, type Sent, type TestAccount } from '@app/testing';

async function multipart(fields: Record<string, string>): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

describe('POST /v2/content/links and /v2/content/manual', () => {
  const api = useResourceApi();
  let acme: TestAccount;

  beforeAll(async () => {
    api.clock.set(new Date('2026-11-21T10:00:00Z'));
    acme = await api.administrator();
  });

  const link = { title: 'Travel rules', url: 'https://travel.example/rules' };
  const manual = { title: 'Forklift', provider: 'Fahrschule Nord' };
  /** What both answer beside their own. */
  const plain = {
    id: expect.any(Number),
    description: '',
    summary: null,
    image: null,
    language: 'en',
    published: true,
    assessable: false,
    created_time: '2026-11-21T10:00:00+00:00',
    updated_time: '2026-11-21T10:00:00+00:00',
    pricing: { currency: 'USD', price: 0, tax: 0, tax_included: true },
    subscription: { licenses: -1, package: null },
    ratings: { ratings_count: 0, five_star_rating: 0 },
    reviews: { count: 0, rating: 0 },
    tags: [],
    topics: [],
    items: [],
    items_count: 0,
    collections: [],
    portal_collection: false,
    authors: [],
    skills: [],
    events: [],
    attributes: { topics: [] },
  };

  it.each([
    [
      'links',
      link,
      { ...link, type: 'link', previewable: true, delivery: { duration: 0, mode: 'self-paced' } },
    ],
    [
      'manual',
      manual,
      {
        title: 'Forklift',
        type: 'manual',
        previewable: false,
        delivery: { duration: 0, mode: 'in-person' },
      },
    ],
  ])('%s: answers 201 with the learning object, as detail and search show it', async (kind, json, own) => {
    const made = await api.http.post(`/v2/content/${kind}`, { token: acme.token, json });
    expect(made.status).toBe(201);
    const provider = {
      id: expect.any(Number),
      name: kind === 'links' ? acme.portal.name : 'Fahrschule Nord',
      logo: null,
    };
    expect(made.body).toEqual({ ...plain, ...own, provider });
    const detail = await api.http.get(`/v2/learning-objects/${made.body.id}`, { token: acme.token });
    expect(detail.body).toEqual(made.body);
    const found = await api.http.get(
      `/v2/learning-objects?type=learning_resource&id[]=${made.body.id}&facets=type`,
      { token: acme.token },
    );
    expect(found.body.hits).toEqual([made.body]);
    expect(found.body.facets.type.buckets).toEqual([{ key: own.type, doc_count: 1 }]);
  });

  it.each([
    ['urlencoded', { form: { ...link, description: 'Read it', language: 'pt-br' } }],
    ['JSON', { json: { ...link, description: 'Read it', language: 'pt-br' } }],
    ['multipart/form-data', multipart({ ...link, description: 'Read it', language: 'pt-br' })],
  ])('takes the fields as %s', async (_, sent: Sent | Promise<Sent>) => {
    const made = await api.http.post('/v2/content/links', { token: acme.token, ...(await sent) });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...link, description: 'Read it', language: 'pt-br' });
  });

  it.each([
    'http://intranet/handbook',
    'http://10.0.0.7:8080/wiki',
    'http://localhost/start',
    'https://example.com/a?b=c#d',
  ])('takes %s: any http or https address will do, and none is asked', async (url) => {
    const made = await api.http.post('/v2/content/links', { token: acme.token, json: { title: 'x', url } });
    expect([made.status, made.body.url]).toEqual([201, url]);
  });

  it.each([
    ['links', { ...link, url: 'ftp://files.example/' }, 'url'],
    ['links', { ...link, url: '/relative' }, 'url'],
    ['links', { ...link, url: `https://x.example/${'a'.repeat(2048)}` }, 'url'],
    ['links', { ...link, url: 'data:text/html,x' }, 'url'],
    ['links', { ...link, title: '' }, 'title'],
    ['links', { ...link, title: 7 }, 'title'],
    ['links', { ...link, language: 'english' }, 'language'],
    ['links', { ...link, language: 'en-GB' }, 'language'],
    ['links', {}, 'title'],
    ['manual', { provider: 'x' }, 'title'],
    ['manual', { ...manual, provider: '' }, 'provider'],
    ['manual', { ...manual, title: 'x'.repeat(256) }, 'title'],
    ['manual', { ...manual, language: 'd' }, 'language'],
  ])('%s refuses %j and names %s', async (kind, json, field) => {
    const answer = await api.http.post(`/v2/content/${kind}`, { token: acme.token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.additional_errors.map((error: { path: string }) => error.path)).toContain(field);
  });

  it('is for administrators and content administrators, with lo.write', async () => {
    const send = async (token: string) =>
      api.http.post('/v2/content/manual', { token, json: { ...manual, title: 'By role' } });
    const by = async (role: string) => (await api.account(acme.portal, { roles: [role] })).token;
    expect((await send(await by('Content administrator'))).status).toBe(201);
    for (const role of ['Manager', 'Learner']) expect((await send(await by(role))).status).toBe(403);
    const reader = await api.application(acme.portal, ['lo.read']);
    expect((await send(reader.token)).body).toMatchObject({ code: 403, error_code: 'insufficient_scope' });
  });
});
