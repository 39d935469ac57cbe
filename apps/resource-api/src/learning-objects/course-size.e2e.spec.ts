import type { LearningObject } from '@app/catalogue';
import { sql } from '@app/database';
import { limits } from '@app/limits';
import { recordStatements, describeWith, launchChromium } from '@app/testing';
import { request } from 'undici';
import type { Browser, Page } from 'playwright-core';
import { readZipEntry } from '../../test/zip-file.js';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();

const { most } = limits.places;
let admin: TestAccount;
let ids: Map<string, number>;
const lo = (name: string) => ids.get(`own ${name}`)!;

const large = (name: string) => ({
  external_id: name,
  type: 'text' as const,
  title: `Lesson ${name}`,
  // what Postgres can hardly make smaller
  content: {
    html: `<p>Text of ${name}.</p>${Array.from({ length: 1_500 }, () => crypto.randomUUID()).join()}`,
  },
});

beforeAll(async () => {
  admin = await api.administrator();
  const seed = await api.catalogue();
  await seed.provider('own', admin.portal.id);
  const ownProvider = { provider: 'own' };
  const layers = Array.from({ length: 9 }, (_, layer) =>
    Array.from({ length: 5 }, (_, index) => `${layer}-${index}`),
  );
  ids = await seed.load([
    ...layers.flat().map((external_id) => ({
      ...ownProvider,
      external_id,
      type: 'module' as const,
      title: external_id,
      content: { html: '<p>Short</p>' },
    })),
    { ...ownProvider, external_id: 'top', type: 'course', title: 'Top' },
    {
      ...ownProvider,
      external_id: 'large',
      type: 'course',
      title: 'Large',
      items: [
        ...['one', 'two', 'three'].map(large),
        {
          external_id: 'quiz',
          type: 'quiz',
          title: 'Quiz',
          summary: 'What was it about?',
          content: { questions: [{ question: 'Which?', answers: ['This', 'That'], correct: 1 }] },
        },
      ],
    },
    {
      ...ownProvider,
      external_id: 'small',
      type: 'course',
      title: 'Small',
      items: Array.from({ length: 20 }, (_, index) => ({
        external_id: `small${index}`,
        type: 'text' as const,
        title: `Small ${index}`,
        content: { html: `<p>Word ${index}.</p>` },
      })),
    },
    {
      ...ownProvider,
      external_id: 'wordy',
      type: 'course',
      title: 'Wordy',
      description: 'x'.repeat(99_999),
      items: Array.from({ length: 101 }, (_, index) => ({
        external_id: `wordy${index}`,
        type: 'manual' as const,
        title: `Wordy ${index}`,
        description: index === 100 ? '語'.repeat(6_666) : 'x'.repeat(99_999),
      })),
    },
  ]);
  // nine layers, each module with all five of the next, as it may have been stored before there was a limit
  await api.db.many(sql`
    insert into learning.learning_object_items (parent_id, child_id, position, required)
    select p.id, c.id, right(c.external_id, 1)::int, false
      from learning.learning_objects p join learning.learning_objects c on c.external_id ~ '^\\d-\\d$'
     where p.external_id = 'top' and c.external_id like '0-%'
        or p.external_id ~ '^\\d-\\d$' and left(c.external_id, 1)::int = left(p.external_id, 1)::int + 1`);
});

const get = (path: string) => admin.get(`/v2/learning-objects/${path}`);
/** The page of a SCORM package, and its address. */
const launch = async (name: string) => {
  const url = `${api.http.baseUrl}/v2/learning-objects/${lo(name)}/scorm`;
  const answer = await request(url, { headers: { authorization: `Bearer ${admin.token}` } });
  const config = await readZipEntry(Buffer.from(await answer.body.arrayBuffer()), 'config.js');
  const path = `/launch/${/"token":"([^"]+)"/.exec(config)![1]}`;
  return { path, page: await api.http.get(path) };
};
/** The objects of which the API reads the content itself meanwhile. */
const contentsRead = async (work: () => Promise<unknown>): Promise<number[]> =>
  (await recordStatements(work))
    .filter(({ text }) => /[\s,.]content\s+from\s/.test(text))
    .flatMap(({ values }) => String(values![0]).match(/\d+/g)!.map(Number));

describe('a course over the limit of items, stored before the limit', () => {
  it('is returned level by level up to the limit, with the true number of items', async () => {
    const { status, body } = await get(String(lo('top')));
    expect(status).toBe(200);
    let level = (body as LearningObject).items;
    const sizes: number[] = [];
    for (; level.length > 0; level = level.flatMap(({ items }) => items)) {
      sizes.push(level.length);
      expect(new Set(level.map(({ items_count }) => items_count))).toEqual(new Set([5]));
    }
    expect(sizes).toEqual([5, 25, 125, 625, most - 780]);
  });

  it('is searched, previewed, packed and played within bounds', async () => {
    const { body } = await admin.get('/v2/learning-objects?keyword=Top');
    expect(body.hits[0]).toMatchObject({ id: lo('top'), items_count: 5, previewable: true });
    // each module once: those of the levels that are read
    expect((await get(`${lo('top')}/preview`)).body.total).toBe(25);
    const { page } = await launch('top');
    expect([page.status, page.text.match(/data-part=/g)?.length]).toEqual([200, 25]);
  });
});

describe('extremely long descriptions', () => {
  const isShortened = ({ shortened }: LearningObject) => shortened?.includes('description') === true;

  it('are shortened in the items of a course, and the course keeps its own', async () => {
    const { body, text } = await get(String(lo('wordy')));
    const course = body as LearningObject;
    expect([course.items.length, course.items_count]).toEqual([101, 101]);
    expect(course.items.every(isShortened)).toBe(true);
    expect([course.description.length, isShortened(course)]).toEqual([99_999, false]);
    expect(course.items[0]!.description.length).toBeGreaterThan(3_000);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
  });

  it('are shortened and marked in a page of search results; an object read by its id has all', async () => {
    const path = '/v2/learning-objects?keyword=Wordy&limit=50';
    const { body, text } = await admin.get(path);
    const hits = body.hits as LearningObject[];
    expect(hits).toHaveLength(50);
    expect(hits.every(isShortened)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    const one = (await get(String(hits[1]!.id))).body as LearningObject;
    expect([one.description.length, isShortened(one)]).toEqual([99_999, false]);
  });

  it('are not shortened if their characters fit into the share, whatever their bytes', async () => {
    const { body } = await admin.get('/v2/learning-objects?keyword=Wordy&limit=50&sort=title:asc');
    const hit = (body.hits as LearningObject[]).find(({ title }) => title === 'Wordy 100')!;
    expect([hit.description, isShortened(hit)]).toEqual(['語'.repeat(6_666), false]);
  });

  it('are complete on a page within the limit', async () => {
    const path = '/v2/learning-objects?keyword=Wordy&limit=10';
    const { body } = await admin.get(path);
    const hits = body.hits as LearningObject[];
    expect(hits.map(({ description }) => description.length)).toEqual(hits.map(() => 99_999));
    expect(hits.some(isShortened)).toBe(false);
  });
});

describe('the contents of a course', () => {
  it('are not read for previews and packages, which need only their kinds', async () => {
    expect(await contentsRead(() => get(`${lo('large')}/preview`))).toEqual([]);
    expect(await contentsRead(() => get(`${lo('large')}/scorm`))).toEqual([]);
  });

  it('come with the page of a small course, which then needs no network', async () => {
    const { page } = await launch('small');
    for (const index of [0, 7, 19]) expect(page.text).toContain(`Word ${index}.`);
    expect(page.headers['content-security-policy']).not.toContain('connect-src');
  });

  it('are sent with the page of a large course as far as it displays them first, and then one by one', async () => {
    const { path, page } = await launch('large');
    expect([page.text.includes('Text of one.'), page.text.includes('Text of two.')]).toEqual([true, false]);
    for (const title of ['Lesson two', 'Lesson three', 'Quiz']) expect(page.text).toContain(title);
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(await contentsRead(() => api.http.get(path))).toEqual([lo('one')]);
    const part = (name: string) => api.http.get(`${path}/items/${lo(name)}`);
    expect(await contentsRead(() => part('three'))).toEqual([lo('three')]);
    const three = await part('three');
    expect([three.status, Object.keys(three.body)]).toEqual([200, ['html']]);
    expect(three.body.html).toMatch(/^<iframe[^>]*srcdoc="&lt;style&gt;[^"]*&lt;p&gt;Text of three\./);
    // the page that asks has no origin
    expect(three.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    const quiz = (await part('quiz')).body.html;
    expect(quiz).toContain('What was it about?');
    expect(quiz).toContain(`data-quiz="${lo('quiz')}"`);
    expect(quiz).not.toMatch(/correct/i);
  });

  it('are only those of displayed items', async () => {
    const { path } = await launch('large');
    for (const item of [lo('small1'), lo('large'), 999_999])
      expect((await api.http.get(`${path}/items/${item}`)).status).toBe(404);
    expect((await api.http.get(`${path}x/items/${lo('one')}`)).status).toBe(404);
    const { body } = await get(`${lo('one')}/preview`);
    const preview = new URL(body.hits[0].url).pathname;
    expect((await api.http.get(`${preview}/items/${lo('one')}`)).body.html).toContain('Text of one.');
    expect((await api.http.get(`${preview}/items/${lo('two')}`)).status).toBe(404);
  });

  it('are read only for the quiz whose answers are checked', async () => {
    const { path } = await launch('large');
    const form = { item: String(lo('quiz')), 'answers[0]': '1' };
    const read = await contentsRead(async () => {
      expect((await api.http.post(`${path}/answers`, { form })).body).toEqual({ results: [true] });
    });
    expect(read).toEqual([lo('quiz')]);
  });
});

/** A course whose contents do not come with the page. */
describeWith('chromium', 'A large course in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    const question = { question: 'Which?', answers: ['This', 'That'], correct: 1 };
    const quiz = {
      external_id: 'test',
      type: 'quiz' as const,
      title: 'Test',
      content: { questions: [question] },
    };
    const items = [large('first'), large('second'), quiz, large('fourth')];
    const seed = await api.catalogue();
    const course = {
      provider: 'own',
      external_id: 'played',
      type: 'course' as const,
      title: 'Played',
      items,
    };
    for (const [key, id] of await seed.load([course])) ids.set(key, id);
    address = `${api.http.baseUrl}${(await launch('played')).path}`;
    browser = await launchChromium();
  });
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());
  afterAll(() => browser?.close());

  const next = (name = 'Next') => page.getByRole('button', { name, exact: true });
  const isOwnItem = (name: string) => (url: URL) => url.pathname.endsWith(`/items/${lo(name)}`);
  const shows = (name: string) =>
    page
      .locator(`section:not([hidden]) iframe[title="Lesson ${name}"]`)
      .contentFrame()
      .getByText(`Text of ${name}.`);

  it('has loaded each part when the learner reaches it, requested by the one before it', async () => {
    const faults: Error[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    const second = page.waitForResponse((answer) => isOwnItem('second')(new URL(answer.url())));
    await page.goto(address);
    await shows('first').waitFor();
    await second;
    await next().click();
    await shows('second').waitFor();
    await next().click();
    await page.getByText('That', { exact: true }).click();
    expect(await next().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Check answers' }).click();
    await next().click();
    await shows('fourth').waitFor();
    await next('Finish').click();
    await page.getByText('Score: 100 %').waitFor();
    expect(faults).toEqual([]);
  });

  it('continues where the learner stopped', async () => {
    await page.goto(`${address}#${encodeURIComponent(JSON.stringify({ part: 4, scores: { 3: 50 } }))}`);
    await shows('fourth').waitFor();
    await next('Finish').click();
    await page.getByText('Score: 50 %').waitFor();
  });

  it('reports an unavailable part, and loads it once the service is back', async () => {
    await page.route(isOwnItem('second'), (route) => route.abort());
    await page.goto(address);
    await next().click();
    const problem = page.locator('section:not([hidden])').getByRole('alert');
    await problem.getByText('The learning service does not answer').waitFor();
    expect(await next().isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows('second').waitFor();
    expect(await problem.count()).toBe(0);
    await next().click();
    await page.getByText('Which?').waitFor();
  });

  it('reports that it has ended in the meantime', async () => {
    await page.route(isOwnItem('second'), (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(address);
    await next().click();
    await page.getByText('This page has expired. Open the course again.').waitFor();
  });
});
