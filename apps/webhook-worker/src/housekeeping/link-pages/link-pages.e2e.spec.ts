import { listen } from '@app/local-services';
import { enqueueLinkPage } from '@app/catalogue';
import { type Database, openDatabase, sql } from '@app/database';
import { CatalogueSeed, TestClock } from '@app/testing';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { useDelivery } from '../../../test/delivery-harness.js';

interface Link {
  title: string;
  image: string | null;
  summary: string | null;
}

describe('pages of links', () => {
  const harness = useDelivery();
  let pages: Server;
  let base: string;
  let owner: Database;
  const requestedPaths: string[] = [];
  const broken = new Set(['/broken']);
  let hanging: ServerResponse[] = [];

  beforeAll(async () => {
    pages = createServer((request, response) => {
      const path = request.url ?? '';
      requestedPaths.push(path);
      const html = (text: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
      if (path.startsWith('/hangs')) hanging.push(response);
      else if (broken.has(path)) response.writeHead(503).end();
      else if (path === '/moved') response.writeHead(302, { location: '/page' }).end();
      else if (path === '/inwards') response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
      else if (path === '/for-ever') response.writeHead(302, { location: '/for-ever' }).end();
      else if (path === '/image') response.setHeader('content-type', 'image/png').end('PNG');
      else if (path === '/long') html(`<title>Long</title>${'x'.repeat(3_000_000)}`);
      else if (path === '/inner-image')
        html('<title>Inner</title><meta property="og:image" content="http://192.168.0.1/a.png">');
      else
        html(
          '<title>Löwen &amp; Bären</title><meta property="og:image" content="https://example.com/bear.png">',
        );
    });
    base = `http://127.0.0.1:${await listen(pages)}`;
    owner = await openDatabase({ url: harness.ownerUrl, applicationName: 'test', poolSize: 2 });
  });
  afterAll(async () => {
    await owner.dataSource.destroy();
    await new Promise((done) => pages.close(done));
  });

  /** Links to these URLs, all waiting to be read; returns ids in the same order. */
  async function links(portalId: number, urls: string[], more: object = {}): Promise<number[]> {
    const seed = await CatalogueSeed.open(harness.ownerUrl, new TestClock());
    const provider = `p-${portalId}`;
    await seed.provider(provider, portalId);
    const records = urls.map((url, n) => ({
      provider,
      external_id: `l${n}`,
      type: 'link' as const,
      title: `Link ${n}`,
      url,
      ...more,
    }));
    const ids = await seed.load(records);
    await seed.close();
    const inOrder = records.map(({ external_id }) => ids.get(`${provider} ${external_id}`)!);
    await owner.write(async (tx) => {
      for (const id of inOrder) await enqueueLinkPage(tx, id);
    });
    return inOrder;
  }
  const shown = (id: number) =>
    harness.db.one<Link>(sql`select title, image, summary from learning.learning_objects where id = ${id}`);
  const open = () =>
    harness.db.many<{ lo_id: number; tries: number }>(sql`
      select lo_id, tries from learning.link_pages order by 1`);
  const untilOpen = (count: number) => harness.eventually(open, (rows) => rows.length === count);

  it('give a link its image, and their title as summary; the partner’s own values stay', async () => {
    const webhook = await harness.webhook({ events: ['lo.update'] });
    const [plain, moved] = await links(webhook.portalId, [`${base}/page`, `${base}/moved`]);
    const [full] = await links(await harness.portal(), [`${base}/page`], {
      image: 'https://example.com/own.png',
      summary: 'Our own words',
    });
    await harness.startWorker();
    await untilOpen(0);
    const pageFields = { image: 'https://example.com/bear.png', summary: 'Löwen & Bären' };
    expect(await shown(plain!)).toEqual({ title: 'Link 0', ...pageFields });
    expect(await shown(moved!)).toEqual({ title: 'Link 1', ...pageFields });
    expect(await shown(full!)).toMatchObject({
      image: 'https://example.com/own.png',
      summary: 'Our own words',
    });
    const bodies = await harness.delivered(webhook.id, 2);
    expect(bodies.map((delivery) => delivery['type'])).toEqual(['lo.update', 'lo.update']);
    const [document] = await harness.db.many<{ found: boolean }>(sql`
      select doc @@ '''lowen'''::tsquery as found from learning.search_doc where lo_id = ${plain}`);
    expect(document?.found).toBe(true);
  });

  it('are requested under the address rules, at each hop; nothing internal is requested or stored', async () => {
    const ids = await links(await harness.portal(), [
      'http://10.1.2.3/intranet',
      `${base}/inwards`,
      `${base}/for-ever`,
      `${base}/image`,
      `${base}/inner-image`,
      `${base}/long`,
    ]);
    await harness.startWorker();
    await untilOpen(0);
    const all = await Promise.all(ids.map(shown));
    expect(all.map(({ image }) => image)).toEqual([null, null, null, null, null, null]);
    expect(all.map(({ summary }) => summary)).toEqual([null, null, null, null, 'Inner', 'Long']);
    expect(requestedPaths.filter((path) => path === '/for-ever')).toHaveLength(4);
  });

  it('are requested again when they do not answer, and given up in the end', async () => {
    const [id] = await links(await harness.portal(), [`${base}/broken`]);
    await harness.startWorker();
    for (const tries of [1, 2, 3]) {
      await harness.eventually(open, (rows) => rows[0]?.tries === tries);
      await harness.eventually(
        () =>
          harness.db.one<{ later: boolean }>(sql`
            select next_try > now() + interval '50 s' as later from learning.link_pages`),
        ({ later }) => later,
      );
      await harness.stopWorker(harness.workers[0]!);
      await harness.db.many(sql`update learning.link_pages set next_try = now()`);
      await harness.startWorker();
    }
    await untilOpen(0);
    expect(await shown(id!)).toMatchObject({ image: null, summary: null });
  });

  /** Links of a portal, all waiting to be read, without anything that makes them searchable. */
  async function manyLinks(portalId: number, count: number, url: string): Promise<void> {
    await harness.db.many(sql`
      with provider as (insert into learning.providers (slug, name,
             portal_id) values ('many-' || ${portalId}::int, 'Many', ${portalId}::int) returning id),
      made as (
        insert into learning.learning_objects (portal_id, provider_id, type, title, url)
        select ${portalId}::int, p.id, 'link', 'Link ' || n, ${url}::text || n
          from provider p, generate_series(1, ${count}::int) n returning id)
      insert into learning.link_pages (lo_id, portal_id, next_try)
      select id, ${portalId}::int, now() - interval '1 day' from made`);
  }
  const waiting = (ids: (number | undefined)[]) =>
    harness.db.many(sql`select lo_id from learning.link_pages where lo_id = any(${ids})`);

  it('of a portal with ten thousand hanging links do not delay those of other portals', async () => {
    const large = await harness.portal();
    await manyLinks(large, 10_000, `${base}/hangs/`);
    const otherLinks = [
      ...(await links(await harness.portal(), [`${base}/page`, `${base}/moved`, `${base}/page`])),
      ...(await links(await harness.portal(), [`${base}/page`])),
    ];
    hanging = [];
    // none of the hanging ones ends by itself
    await harness.startWorker({ linkPageMs: 300_000 });
    await harness.eventually(
      () => waiting(otherLinks),
      (rows) => rows.length === 0,
    );
    const askedTogether = (count: number) =>
      harness.eventually(
        () => Promise.resolve(hanging.length),
        (requestCount) => requestCount >= count,
      );
    expect(await askedTogether(2)).toBe(2);
    for (const response of hanging) response.end();
    expect(await askedTogether(4)).toBe(4);
    for (const response of hanging) response.end();
    await harness.db.many(sql`delete from learning.link_pages`);
  });

  it('of objects that are no longer links, or that cannot be filled in, are given up without blocking others', async () => {
    const portalId = await harness.portal();
    await manyLinks(portalId, 20, `${base}/hangs/`);
    await harness.db.many(sql`update learning.learning_objects set url = null where portal_id = ${portalId}`);
    const [poison] = await links(await harness.portal(), [`${base}/page`]);
    const [good] = await links(await harness.portal(), [`${base}/page`]);
    await harness.db.many(sql`
      create function learning.refuse() returns trigger language plpgsql as $$ begin raise 'damaged'; end $$;
      create trigger refuse before update on learning.learning_objects for each row when (old.id =
             ${sql.raw(String(poison))})
        execute function learning.refuse()`);
    await harness.startWorker();
    await harness.eventually(open, (rows) => rows.length === 1 && rows[0]!.tries === 1);
    expect(await open()).toEqual([{ lo_id: poison, tries: 1 }]);
    expect(await shown(good!)).toMatchObject({ summary: 'Löwen & Bären' });
  });
});
