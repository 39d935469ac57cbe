import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@app/kernel';
import { freePort } from '@app/local-services';
import { WAIT_TIMEOUT_MS, programOnPath, temporaryFolder, eventually } from '@app/testing';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { request } from 'undici';
import { useResourceApi } from '../../../test/resource-api.js';
import type { Settings } from '../../config.js';

/** A Python with the packages scormhost and wagtail-lms. */
const python = process.env['LMS_PYTHON'];
const describeIf = python && programOnPath('chromium') ? describe : describe.skip;
const assets = join(__dirname, '..', '..', '..', 'test', 'assets');

interface StoredState {
  status: string;
  score: string;
  place: string;
  lastAnswer: string;
}

/** The differences between platforms: how a package gets in, and how a learner opens it. */
interface Lms {
  start: (folder: string, port: number, packageFile: string) => string[];
  /** @returns the address of the page that plays the package */
  prepare: (page: Page, base: string, zip: Buffer) => Promise<string>;
  frame: string;
  readKept: (page: Page) => Promise<StoredState>;
}

const elements = {
  status: 'cmi.core.lesson_status',
  score: 'cmi.core.score.raw',
  place: 'cmi.core.lesson_location',
  lastAnswer: 'cmi.interactions.0.result',
};

const platforms: Record<string, Lms> = {
  scormhost: {
    start: (folder, port) => [join(assets, 'with_scormhost.py'), folder, String(port)],
    prepare: async (page, base, zip) => {
      const boss = { email: 'boss@lms-tests.com', username: 'boss', password: 'Boss-pass-12345' };
      await page.request.post(`${base}/api/auth/register`, { data: { ...boss, display_name: 'Boss' } });
      const file = { name: 'course.zip', mimeType: 'application/zip', buffer: zip };
      const answer = await page.request.post(`${base}/api/packages`, { multipart: { file } });
      return base + ((await answer.json()) as { launch_url: string }).launch_url;
    },
    frame: '#scormhost-content',
    readKept: async (page) => {
      const url = page.url().replace('/launch/', '/api/scorm/');
      const answer = await page.request.get(`${url}/cmi?launch=index.html`);
      const stored = ((await answer.json()) as { elements: Record<string, string> }).elements;
      return Object.fromEntries(
        Object.entries(elements).map(([name, key]) => [name, stored[key] ?? '']),
      ) as unknown as StoredState;
    },
  },
  'wagtail-lms': {
    start: (folder, port, packageFile) => [
      join(assets, 'with_wagtail_lms.py'),
      folder,
      String(port),
      packageFile,
    ],
    prepare: async (page, base) => {
      await page.goto(`${base}/admin/login/?next=/health`);
      await page.fill('#id_username', 'ann');
      await page.fill('#id_password', 'Ann-pass-1234');
      await page.click('[type=submit]');
      return `${base}/lms/scorm-lesson/${await page.innerText('body')}/play/`;
    },
    frame: '#scorm-frame',
    readKept: (page) =>
      page.evaluate<StoredState>(
        `Object.fromEntries(Object.entries(${JSON.stringify(elements)}).map(([name, key]) => [name, String(API.LMSGetValue(key))]))`,
      ),
  },
};

describeIf(`A SCORM package in a learning platform${python ? '' : ' (needs LMS_PYTHON)'}`, () => {
  const api = useResourceApi();
  let browser: Browser;
  let zip: Buffer;
  const folder = temporaryFolder();
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    api.server.app.get<Settings>(SETTINGS).API_PUBLIC_URL = api.http.baseUrl; // where the package finds the service
    const admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const text = (name: string) => ({
      external_id: name,
      type: 'text',
      title: name,
      content: { html: '<p>Be kind</p>' },
    });
    const quiz = {
      external_id: 'quiz',
      type: 'quiz',
      title: 'Quiz',
      content: { questions: [{ question: 'Which?', answers: ['This', 'That'], correct: 1 }] },
    };
    const ids = await seed.load([
      {
        provider: 'own',
        external_id: 'course',
        type: 'course',
        title: 'A course',
        items: [text('Rules'), quiz],
      },
    ]);
    const answer = await request(`${api.http.baseUrl}/v2/learning-objects/${ids.get('own course')}/scorm`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    zip = Buffer.from(await answer.body.arrayBuffer());
    writeFileSync(join(folder, 'course.zip'), zip);
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({
      executablePath: programOnPath('chromium')!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    for (const child of started) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
  });

  async function start(name: string): Promise<string> {
    const home = mkdtempSync(join(folder, `${name}-`));
    const port = await freePort();
    const args = platforms[name]!.start(home, port, join(folder, 'course.zip'));
    const child = spawn(python!, args, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
    started.push(child);
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const base = `http://127.0.0.1:${port}`;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${name} does not start: ${said}`);
      const answer = await fetch(`${base}/health`).catch(() => undefined);
      if (answer?.ok) return base;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  it.each(Object.keys(platforms))(
    '%s: starts, resumes, passes, and is remembered as passed',
    async (name) => {
      const lms = platforms[name]!;
      const base = await start(name);
      const page = await browser.newPage();
      page.setDefaultTimeout(WAIT_TIMEOUT_MS);
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(fault.message));
      const address = await lms.prepare(page, base, zip);
      const open = async (): Promise<FrameLocator> => {
        await page.goto(address);
        return page.frameLocator(lms.frame).frameLocator('#player');
      };
      const keeps = async (expected: Partial<StoredState>) => {
        const { asymmetricMatch } = expect.objectContaining(expected);
        await eventually('kept', () => lms.readKept(page), asymmetricMatch);
      };

      let player = await open();
      await player.getByRole('button', { name: 'Next' }).first().click();
      await keeps({ status: 'incomplete', place: '2' });

      player = await open();
      await player.getByText('That', { exact: true }).click();
      await player.getByRole('button', { name: 'Check answers' }).click();
      await keeps({ lastAnswer: 'correct' });
      await player.getByRole('button', { name: 'Finish' }).click();
      await keeps({ status: 'passed', score: '100', place: '' });

      player = await open();
      await player.getByRole('button', { name: 'Next' }).first().click();
      await keeps({ status: 'passed', score: '100', place: '' });
      await page.close();
      expect(faults).toEqual([]);
    },
  );
});
