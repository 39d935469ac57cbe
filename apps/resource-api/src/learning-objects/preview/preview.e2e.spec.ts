import { sql } from '@app/database';
import { listen } from '@app/local-services';
import { limits } from '@app/limits';
import { describeWith, launchChromium } from '@app/testing';
import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

describe('GET /v2/learning-objects/{lo-id}/preview', () => {
  const api = useResourceApi();
  let acme: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    acme = await api.administrator();
    const market = await api.portal();
    const seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.provider('market', market.id);
    ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'course',
        type: 'course',
        title: 'Welcome <b>all</b>',
        items: [
          {
            external_id: 'video',
            type: 'video',
            title: 'Film',
            content: { url: 'https://media.example/film.mp4' },
          },
          {
            external_id: 'text',
            type: 'text',
            title: 'Rules',
            content: { html: '<p id="rule">Be kind</p><script>parent.document.title="broken out"</script>' },
          },
          {
            external_id: 'quiz',
            type: 'quiz',
            title: 'Quiz',
            content: { questions: [{ question: 'Which?', answers: ['This', 'That'], correct: 1 }] },
          },
          { external_id: 'talk', type: 'event', title: 'Talk' },
        ],
      },
      {
        provider: 'acme',
        external_id: 'inter',
        type: 'interactive',
        title: 'Simulation',
        content: {
          html: '<p id="out"></p><script>document.getElementById("out").textContent = "runs"</script>',
        },
      },
      { provider: 'acme', external_id: 'manual', type: 'manual', title: 'A workshop' },
      {
        provider: 'market',
        external_id: 'priced',
        type: 'text',
        title: 'Priced',
        premium: true,
        pricing: { currency: 'EUR', price: 10 },
        content: { html: '<p>Paid</p>' },
      },
    ]);
  });

  const preview = (key: string, query = '') =>
    acme.get(`/v2/learning-objects/${ids.get(key)}/preview${query}`);
  /** The page behind a public URL, requested from the server of this test. */
  const open = (url: string) => api.http.get(url.replace(api.settings.API_PUBLIC_URL, ''));

  it('returns one URL for each playable item of a course', async () => {
    const answer = await preview('acme course');
    expect(answer.status).toBe(200);
    expect(answer.body.total).toBe(3);
    expect(answer.body.hits).toEqual(
      [
        ['video', 'Film', 'video/mp4'],
        ['text', 'Rules', 'text/html'],
        ['quiz', 'Quiz', 'text/html'],
      ].map(([type, title, mimetype]) => ({
        id: ids.get(`acme ${type}`),
        type,
        title,
        mimetype,
        url: expect.stringMatching(/^https:\/\/api\.example\/preview\/[\w-]+\.[\w-]{43}$/),
      })),
    );
  });

  it('needs no licence, and answers 409 when there is nothing to show', async () => {
    expect((await preview('market priced')).status).toBe(200);
    const nothing = await preview('acme manual');
    expect(nothing.status).toBe(409);
    expect(nothing.body.error_code).toBe('not_previewable');
  });

  it('serves the page in a sandbox that any page may frame', async () => {
    const { hits } = (await preview('acme text')).body;
    const page = await open(hits[0].url);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;/);
    expect(policy).not.toContain('connect-src'); // no request to the service without questions
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toContain("script-src 'unsafe-inline'");
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.text).not.toContain('<p id="rule">');
  });

  it('refuses an altered or expired URL with a clear page and 403', async () => {
    const { hits } = (await preview('acme text')).body;
    const url: string = hits[0].url;
    const [content, signature] = url.split('/').at(-1)!.split('.') as [string, string];
    const other = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(content, 'base64url').toString()),
        lo: ids.get('acme video'),
      }),
    ).toString('base64url');
    for (const token of [
      `${other}.${signature}`,
      `${content}.${'A'.repeat(43)}`,
      `${content}`,
      'x',
      `${content}.${signature}.`,
    ]) {
      const page = await api.http.get(`/preview/${token}`);
      expect(page.status).toBe(403);
      expect(page.text).toContain('This preview has ended');
    }
    api.clock.advance(901);
    expect((await open(url)).status).toBe(403);
  });

  it('ends with the account that it was given to', async () => {
    const address = async (actor: TestAccount): Promise<string> =>
      (await actor.get(`/v2/learning-objects/${ids.get('acme text')}/preview`)).body.hits[0].url;
    const people = [await api.account(acme.portal), await api.account(acme.portal)] as const;
    const urls = [await address(people[0]), await address(people[1])] as const;
    for (const url of urls) expect((await open(url)).status).toBe(200);
    const { token } = acme;
    const blocked = await api.http.patch(`/v2/users/${people[0].id}`, { token, json: { status: false } });
    const removed = await api.http.delete(`/v2/users/${people[1].id}`, { token });
    expect([blocked.status, removed.status]).toEqual([200, 204]);
    for (const url of urls) {
      const page = await open(url);
      expect([page.status, page.text.includes('This preview has ended')]).toEqual([403, true]);
    }
    await api.http.patch(`/v2/users/${people[0].id}`, { token, json: { status: true } });
    expect((await open(urls[0])).status).toBe(200);
  });

  it('is bound to account, portal and object by its signature', async () => {
    const { hits } = (await preview('acme text')).body;
    const [content, signature] = hits[0].url.split('/').at(-1).split('.');
    const claims = JSON.parse(Buffer.from(content, 'base64url').toString());
    expect(claims).toMatchObject({ a: acme.id, p: acme.portal.id, lo: ids.get('acme text') });
    const other = await api.administrator();
    for (const change of [
      { a: other.id },
      { p: other.portal.id },
      { lo: ids.get('acme video') },
      { a: undefined },
    ]) {
      const altered = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
      expect((await api.http.get(`/preview/${altered}.${signature}`)).status).toBe(403);
    }
  });

  it('returns URLs that work even for the longest redirect_url', async () => {
    const back = `https://partner.example/${'x'.repeat(2_024)}`;
    const { body } = await preview('acme text', `?redirect_url=${back}`);
    const { pathname } = new URL(body.hits[0].url);
    expect((await api.http.get(pathname)).status).toBe(200);
    const refused = await preview('acme text', `?redirect_url=${back}x`);
    expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'redirect_url']);
  });

  it('signs redirect_url and accepts only http and https', async () => {
    const { hits } = (await preview('acme text', '?redirect_url=https://partner.example/back?a=1')).body;
    expect((await open(hits[0].url)).text).toContain('href="https://partner.example/back?a=1"');
    for (const bad of ['javascript:alert(1)', '/path', 'ftp://x.example/'])
      expect((await preview('acme text', `?redirect_url=${encodeURIComponent(bad)}`)).status).toBe(400);
  });

  it('no longer shows objects retired since', async () => {
    const { hits } = (await preview('acme inter')).body;
    const removed = await acme.delete(`/v2/learning-objects/${ids.get('acme inter')}`);
    expect(removed.status).toBe(204);
    expect((await open(hits[0].url)).status).toBe(404);
  });

  describeWith('chromium', 'framed by another site in Chromium', () => {
    let browser: Browser;
    let foreign: Server;
    let foreignUrl: string;
    let frameUrl = '';

    beforeAll(async () => {
      browser = await launchChromium();
      foreign = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(
          `<title>Partner</title><script>messages=[];addEventListener('message',e=>messages.push({...e.data,origin:e.origin}))</script><iframe src="${frameUrl}"></iframe>`,
        );
      });
      foreignUrl = `http://127.0.0.1:${await listen(foreign)}/`;
    });
    afterAll(async () => {
      await browser?.close();
      await new Promise((done) => foreign.close(done));
    });

    it('reports too many quiz checks, only for this account', async () => {
      const { hits } = (await preview('acme quiz')).body;
      const url = (hits[0].url as string).replace(api.settings.API_PUBLIC_URL, api.http.baseUrl);
      await api.db.many(sql`
        insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
        select 'previewed_quiz_checks', ${`${acme.id} ${ids.get('acme quiz')}`}, date_bin('1 hour', now(),
               'epoch') + n * interval '1 hour', ${limits.previewed_quiz_checks.most},
               now() + interval '2 days'
          from generate_series(0, 1) n`);
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByText('That', { exact: true }).click();
      await page.getByRole('button', { name: 'Check answers' }).click();
      await page.getByText('These answers have been checked too often').waitFor();
      expect(await page.getByRole('button', { name: 'Finish' }).isDisabled()).toBe(true);
      await page.close();
      const other = await api.administrator(acme.portal);
      const theirs = await other.get(`/v2/learning-objects/${ids.get('acme quiz')}/preview`);
      const path = new URL(theirs.body.hits[0].url as string).pathname;
      const form = { item: String(ids.get('acme quiz')), 'answers[0]': '1' };
      expect((await api.http.post(`${path}/answers`, { form })).body).toEqual({ results: [true] });
      await api.db.many(sql`delete from maintenance.limit_counts where limit_name = 'previewed_quiz_checks'`);
    });

    it('plays a quiz, messages the surrounding page, and isolates imported HTML', async () => {
      const quiz = (await preview('acme quiz')).body.hits[0].url as string;
      frameUrl = quiz.replace(api.settings.API_PUBLIC_URL, api.http.baseUrl);
      const page = await browser.newPage();
      await page.goto(foreignUrl);
      const frame = page.frameLocator('iframe');
      await frame.getByText('That', { exact: true }).click();
      await frame.getByRole('button', { name: 'Check answers' }).click();
      await frame.getByRole('button', { name: 'Finish' }).click();
      await frame.getByText('Score: 100 %').waitFor();
      // it arrives by itself, after the score is shown
      await page.waitForFunction(`messages.at(-1)?.event === 'completed'`);
      const messages = await page.evaluate<{ event: string; score?: number; origin: string }[]>('messages');
      expect(messages.at(-1)).toMatchObject({ event: 'completed', score: 100, origin: 'null' });

      const text = (await preview('acme text')).body.hits[0].url as string;
      frameUrl = text.replace(api.settings.API_PUBLIC_URL, api.http.baseUrl);
      await page.goto(foreignUrl);
      await page.frameLocator('iframe').frameLocator('iframe').getByText('Be kind').waitFor();
      expect(await page.title()).toBe('Partner');
      expect(await page.frameLocator('iframe').locator('title').textContent()).toBe('Rules');
      await page.close();
    });
  });
});
