import { listen } from '@app/local-services';
import { describeWith, launchChromium } from '@app/testing';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { request } from 'undici';
import { readZipEntry } from '../../../test/zip-file.js';
import { useResourceApi } from '../../../test/resource-api.js';

const folder = dirname(require.resolve('scorm-again'));
const scripts = Object.fromEntries(
  ['scorm12', 'cross-frame-lms', 'cross-frame-api'].map((name) => [
    `/${name}.js`,
    readFileSync(join(folder, `${name}.min.js`)),
  ]),
);

/** The frames and windows in which LMS open a package: scorm-again is the LMS, its content server has another origin. */
describeWith('chromium', 'A SCORM package in the frames of an LMS', () => {
  const api = useResourceApi();
  let browser: Browser;
  let context: BrowserContext;
  let server: Server;
  let files: Record<string, string>;
  /** Two names of one server: two origins. */
  let lms: string;
  let content: string;

  /** The API of the LMS; what it has kept of the learner stands in the fragment. */
  const lmsApi = `<script src="/scorm12.js"></script><script>
    API = new Scorm12API({ autocommit: false });
    kept = JSON.parse(decodeURIComponent(location.hash.slice(1)) || 'null');
    if (kept) API.loadFromJSON(kept, 'cmi');
    calls = []; for (const name of ['LMSInitialize', 'LMSFinish', 'LMSCommit']) API.on(name, () => calls.push(name));
  </script>`;
  const frame = (src: string, id = 'inner') =>
    `<iframe id="${id}" src="${src}" width="900" height="600"></iframe>`;
  const sco = '/package/index.html';

  beforeAll(async () => {
    const admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const ids = await seed.load([
      {
        provider: 'own',
        external_id: 'course',
        type: 'course',
        title: 'A course',
        items: [
          { external_id: 'text', type: 'text', title: 'Rules', content: { html: '<p>Be kind</p>' } },
          {
            external_id: 'quiz',
            type: 'quiz',
            title: 'Quiz',
            content: { questions: [{ question: 'Which?', answers: ['This', 'That'], correct: 1 }] },
          },
        ],
      },
    ]);
    const answer = await request(`${api.http.baseUrl}/v2/learning-objects/${ids.get('own course')}/scorm`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const zip = Buffer.from(await answer.body.arrayBuffer());
    const page = await readZipEntry(zip, 'index.html');
    files = {
      [sco]: page.replaceAll(api.settings.API_PUBLIC_URL, api.http.baseUrl),
      '/package/config.js': await readZipEntry(zip, 'config.js'),
    };
    const pages = (): Record<string, string> => ({
      // the package three frames deep
      '/deep': `${lmsApi}${frame('/deep/menu')}`,
      '/deep/menu': frame('/deep/stage'),
      '/deep/stage': frame(sco, 'sco'),
      // in a frame of a window that the LMS opened
      '/window': `${lmsApi}<button onclick="window.open('/window/stage')">Launch</button>`,
      '/window/stage': frame(sco, 'sco'),
      // on the content server, with what scorm-again has for that: calls go as messages, and answers come later
      '/across': `${lmsApi}<script src="/cross-frame-lms.js"></script>
        <script>new CrossFrameLMS(API, '${content}')</script>${frame(`${content}/across/stage`)}`,
      '/across/stage': `<script src="/cross-frame-api.js"></script>
        <script>API = new CrossFrameAPI('${lms}')</script>${frame(sco, 'sco')}`,
      // on the content server, and nothing to pass calls on
      '/foreign': `${lmsApi}${frame(content + sco, 'sco')}`,
    });
    server = createServer((incoming, response) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://lms');
      const fileContent = scripts[pathname] ?? files[pathname] ?? pages()[pathname];
      response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
      if (fileContent === undefined) response.writeHead(404).end();
      else response.end(pathname.endsWith('.js') ? fileContent : `<!doctype html>${String(fileContent)}`);
    });
    const port = await listen(server);
    [lms, content] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    browser = await launchChromium();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser?.close();
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
  });

  const open = async (path: string, keptData?: object): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${lms}${path}${keptData ? `#${encodeURIComponent(JSON.stringify(keptData))}` : ''}`);
    return page;
  };
  const inside = (page: Page, depth: number): FrameLocator => {
    let innermost: Page | FrameLocator = page;
    for (let level = 0; level < depth; level++) innermost = innermost.frameLocator('#inner');
    return innermost.frameLocator('#sco').frameLocator('#player');
  };
  const isKept = (page: Page, status: string, score: string) =>
    page.waitForFunction(
      `API.cmi.core.lesson_status === '${status}' && API.cmi.core.score.raw === '${score}'`,
    );
  async function playThrough(player: FrameLocator): Promise<void> {
    await player.getByRole('button', { name: 'Next' }).first().click();
    await player.getByText('That', { exact: true }).click();
    await player.getByRole('button', { name: 'Check answers' }).click();
    await player.getByRole('button', { name: 'Finish' }).click();
    await player.getByText('Score: 100 %').waitFor();
  }

  it('finds the LMS several frames above, and reports progress to it', async () => {
    const page = await open('/deep');
    await playThrough(inside(page, 2));
    await isKept(page, 'passed', '100');
    await page.evaluate('document.getElementById("inner").remove()');
    await page.waitForFunction('calls.filter((name) => name === "LMSFinish").length === 1');
  });

  it('finds it above the window that opened its window', async () => {
    const page = await open('/window');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Launch' }).click(),
    ]);
    await playThrough(inside(opened, 0));
    await isKept(page, 'passed', '100');
    await opened.close({ runBeforeUnload: true });
    await page.waitForFunction('calls.includes("LMSFinish")');
  });

  it('goes through a relay to an LMS of another origin, whose answers come later', async () => {
    const page = await open('/across');
    await playThrough(inside(page, 1));
    await isKept(page, 'passed', '100');
    await page.waitForFunction('API.cmi.interactions.childArray.length === 1');
  });

  it('waits for the data of such an LMS: position and passed state', async () => {
    const earlier = { id: 'quiz1-1', type: 'choice', student_response: 'a', result: 'wrong' };
    const midway = {
      core: { lesson_location: '2', lesson_status: 'incomplete', entry: 'resume' },
      interactions: { '0': earlier },
    };
    const page = await open('/across', midway);
    const player = inside(page, 1);
    await player.getByText('That', { exact: true }).click();
    await player.getByRole('button', { name: 'Check answers' }).click();
    await page.waitForFunction('API.cmi.interactions.childArray.length === 2');
    const passed = await open('/across', { core: { lesson_status: 'passed', score: { raw: '90' } } });
    await inside(passed, 1).getByRole('button', { name: 'Next' }).click();
    await passed.waitForFunction('calls.includes("LMSCommit")');
    await isKept(passed, 'passed', '90');
  });

  it('plays without an LMS that it may not see', async () => {
    const page = await open('/foreign');
    const faults: Error[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    await playThrough(inside(page, 0));
    expect(faults).toEqual([]);
    expect(await page.evaluate('calls')).toEqual([]);
  });

  it('keeps progress when the network fails and recovers', async () => {
    const page = await open('/deep');
    const player = inside(page, 2);
    await context.setOffline(true);
    await player.getByRole('button', { name: 'Next' }).first().click();
    await page.waitForFunction('API.cmi.core.lesson_location === "2"');
    await player.getByText('That', { exact: true }).click();
    await player.getByRole('button', { name: 'Check answers' }).click();
    await player.getByText('Your answers could not be checked').waitFor();
    await context.setOffline(false);
    await player.getByRole('button', { name: 'Check answers' }).click();
    await context.setOffline(true);
    await player.getByRole('button', { name: 'Finish' }).click();
    await isKept(page, 'passed', '100');
    expect(await page.evaluate('API.cmi.core.lesson_location')).toBe('');
  });
});
