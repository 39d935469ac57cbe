import { sql } from '@app/database';
import { listen, readPort } from '@app/local-services';
import { describeWith, type CatalogueSeed, launchChromium } from '@app/testing';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { request } from 'undici';
import { readZipEntry } from '../../../test/zip-file.js';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

/** The data that a learner's LMS stores between two sessions. */
interface StoredState {
  lesson_location: string;
  lesson_status: string;
  suspend_data: string;
  raw: string;
  exit: string;
}

describeWith('chromium', 'A SCORM package under scorm-again in Chromium', () => {
  const api = useResourceApi();
  let acme: TestAccount;
  let ids: Map<string, number>;
  let browser: Browser;
  let lms: Server;
  /** URL of the service, as the package uses it. */
  let service: string;
  let files: Record<string, string>;

  beforeAll(async () => {
    acme = await api.administrator();
    const seed: CatalogueSeed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    const question = (correct: number) => ({
      question: `Which, ${correct}?`,
      answers: ['This', 'That'],
      correct,
    });
    ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'course',
        type: 'course',
        title: 'Sicherheit am Arbeitsplatz',
        language: 'de',
        items: [
          { external_id: 'text', type: 'text', title: 'Regeln', content: { html: '<p>Be kind</p>' } },
          {
            external_id: 'quiz',
            type: 'quiz',
            title: 'Quiz',
            content: { questions: [question(1), question(0)] },
          },
          { external_id: 'link', type: 'link', title: 'Mehr', url: 'http://127.0.0.1:9/more' },
        ],
      },
      {
        provider: 'acme',
        external_id: 'text only',
        type: 'text',
        title: 'Only a text',
        content: { html: '<p>Hi</p>' },
      },
    ]);
    const scormAgain = readFileSync(join(dirname(require.resolve('scorm-again')), 'scorm12.min.js'));
    lms = createServer((incoming, response) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://lms');
      response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
      if (pathname === '/') {
        response.end(`<!doctype html><script src="scorm-again.js"></script><script>
          kept = JSON.parse(decodeURIComponent(location.hash.slice(1)) || 'null'); times = []; calls = [];
          own = new Scorm12API({ autocommit: false });
          if (kept) own.loadFromJSON({ core: { lesson_location: kept.lesson_location,
            lesson_status: kept.lesson_status, entry: 'resume' }, suspend_data: kept.suspend_data,
            student_data: { mastery_score: kept.mastery || '' } }, 'cmi');
          own.on('LMSInitialize', () => calls.push('initialize'));
          own.on('LMSFinish', () => calls.push('finish'));
          own.on('LMSSetValue.cmi.core.session_time', (element, value) => times.push(value));
          keep = () => ({ lesson_location: own.cmi.core.lesson_location, lesson_status: own.cmi.core.lesson_status,
            suspend_data: own.cmi.suspend_data, raw: own.cmi.core.score.raw, exit: exits.at(-1) });
          exits = []; own.on('LMSSetValue.cmi.core.exit', (element, value) => exits.push(value));
          refusing = { LMSInitialize: () => 'true', LMSGetValue: () => 'not attempted', LMSSetValue: () => 'false',
            LMSCommit: () => 'false', LMSFinish: () => 'true' };
          if (!kept || kept.api !== 'none') API = kept && kept.api === 'refusing' ? refusing : own;
        </script><iframe id="sco" src="package/index.html"></iframe>`);
      } else if (pathname === '/scorm-again.js') response.end(scormAgain);
      else {
        const file = files[pathname.replace('/package/', '')];
        if (file === undefined) response.writeHead(404).end();
        else response.end(file.replaceAll(api.settings.API_PUBLIC_URL, service)); // the service's URL in this test
      }
    });
    await listen(lms);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    service = api.http.baseUrl;
    await unpack('acme course');
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((done) => (lms ? lms.close(done) : done(undefined)));
  });

  async function unpack(key: string): Promise<void> {
    const answer = await request(`${api.http.baseUrl}/v2/learning-objects/${ids.get(key)}/scorm`, {
      headers: { authorization: `Bearer ${acme.token}` },
    });
    const zip = Buffer.from(await answer.body.arrayBuffer());
    files = {
      'index.html': await readZipEntry(zip, 'index.html'),
      'config.js': await readZipEntry(zip, 'config.js'),
    };
  }

  /** A learner opens the package in the LMS. */
  async function session(
    keptData: Partial<StoredState> & { mastery?: string; api?: 'none' | 'refusing' } = {},
    clock: { install?: true } = {},
  ) {
    const page = await browser.newPage();
    if (clock.install) await page.clock.install();
    const state = Object.keys(keptData).length > 0 ? `#${encodeURIComponent(JSON.stringify(keptData))}` : '';
    await page.goto(`http://127.0.0.1:${readPort(lms)}/${state}`);
    const player = page.frameLocator('#sco').frameLocator('#player');
    const press = (name: string) => player.getByRole('button', { name }).click();
    const choose = async (...answers: string[]) => {
      for (const [place, answer] of answers.entries())
        await player.locator('fieldset').nth(place).getByText(answer, { exact: true }).click();
      await press('Antworten prüfen');
    };
    /** Leaves as LMSs do, by removing the frame. */
    const closePlayer = async (): Promise<StoredState> => {
      await page.evaluate('document.getElementById("sco").remove()');
      await page.waitForFunction('calls.includes("finish")');
      const keptData = await page.evaluate<StoredState>('keep()');
      await page.close();
      return keptData;
    };
    return { page, player, press, choose, leave: closePlayer };
  }
  const statusIs = (page: Page, status: string) =>
    page.waitForFunction(`API.cmi.core.lesson_status === "${status}"`);

  it('starts, passes by score and reports the time', async () => {
    const { page, press, choose, leave } = await session();
    await press('Weiter');
    await statusIs(page, 'incomplete');
    await choose('That', 'That');
    await press('Weiter');
    await press('Beenden');
    await statusIs(page, 'passed');
    expect(await page.evaluate('times.at(-1)')).toMatch(/^\d{4}:\d\d:\d\d/);
    expect(await leave()).toMatchObject({ raw: '50', lesson_status: 'passed', lesson_location: '' });
  });

  it('fails below the pass mark, the LMS’s own if it sets one', async () => {
    for (const [mastery, answers, status] of [
      ['', ['This', 'That'], 'failed'],
      ['80', ['That', 'That'], 'failed'],
      ['80', ['That', 'This'], 'passed'],
    ] as const) {
      const { page, press, choose, leave } = await session({ mastery, lesson_status: 'incomplete' });
      await press('Weiter');
      await choose(...answers);
      await press('Weiter');
      await press('Beenden');
      await statusIs(page, status);
      expect((await leave()).lesson_status).toBe(status);
    }
  });

  it('reports each answer as an interaction, a second attempt behind the first', async () => {
    const { page, player, press, choose, leave } = await session();
    const quiz = await api.db.one<{ id: number }>(sql`
      select id from learning.learning_objects where external_id = 'quiz'`);
    await press('Weiter');
    await choose('That', 'That');
    await press('Weiter');
    await press('Beenden');
    await page.waitForFunction('API.LMSGetValue("cmi.interactions._count") == 2');
    await player.locator('body').evaluate('location.replace(location.href.split("#")[0] + "&again=1")');
    await press('Weiter');
    await player.locator('fieldset').nth(1).getByText('This', { exact: true }).click();
    await press('Antworten prüfen');
    await page.waitForFunction('API.LMSGetValue("cmi.interactions._count") == 4');
    const cmiData = await page.evaluate<Record<string, Record<string, string>>>(
      'JSON.parse(JSON.stringify(API.renderCMIToJSONObject())).cmi.interactions',
    );
    const interaction = (question: number, student_response: string, result: string) => ({
      id: `quiz${quiz.id}-${question}`,
      type: 'choice',
      student_response,
      result,
      time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      latency: expect.stringMatching(/^\d{2,4}:\d\d:\d\d$/),
    });
    expect(Object.values(cmiData)).toMatchObject([
      interaction(1, 'b', 'correct'),
      interaction(2, 'b', 'wrong'),
      interaction(1, '', 'wrong'),
      interaction(2, 'a', 'correct'),
    ]);
    await leave();
  });

  it('is completed without a score where there is nothing to score', async () => {
    await unpack('acme text only');
    const { page, press, leave } = await session();
    await press('Finish');
    await statusIs(page, 'completed');
    expect((await leave()).raw).toBe('');
  });

  it('resumes where the learner left off, with the earlier answers', async () => {
    const first = await session();
    await first.press('Weiter');
    await first.choose('That', 'This');
    await first.press('Weiter');
    await first.page.waitForFunction('API.cmi.core.lesson_location === "3"');
    const keptData = await first.leave();
    expect(keptData).toMatchObject({ lesson_status: 'incomplete', lesson_location: '3', exit: 'suspend' });

    const second = await session(keptData);
    await second.player.getByRole('link', { name: 'Öffnen' }).waitFor();
    await second.press('Beenden');
    await statusIs(second.page, 'passed');
    expect(await second.leave()).toMatchObject({ raw: '100', exit: '' });
  });

  it('starts again when the stored state is invalid, or the learner had finished', async () => {
    for (const keptData of [
      { lesson_location: '99', suspend_data: 'not ours', lesson_status: 'incomplete' },
      { lesson_location: '2', suspend_data: '', lesson_status: 'passed' },
    ]) {
      const { player, leave } = await session(keptData);
      await player.frameLocator('iframe').getByText('Be kind').waitFor();
      expect((await leave()).lesson_status).toBe(keptData.lesson_status);
    }
  });

  it('stays passed, whatever happens in a repetition', async () => {
    const { page, player, press, choose, leave } = await session({ lesson_status: 'passed' });
    await press('Weiter');
    await choose('This', 'That');
    await press('Weiter');
    await press('Beenden');
    await player.getByText('Punkte: 0 %').waitFor();
    expect(await page.evaluate('API.cmi.core.lesson_status')).toBe('passed');
    expect((await leave()).lesson_status).toBe('passed');
  });

  it('stays failed when it is opened again, until the quiz is answered', async () => {
    const { page, press, choose, leave } = await session({ lesson_status: 'failed' });
    await press('Weiter');
    await page.waitForFunction('own.cmi.core.lesson_location === "2"');
    expect(await page.evaluate('own.cmi.core.lesson_status')).toBe('failed');
    await choose('That', 'This');
    await statusIs(page, 'incomplete');
    await press('Weiter');
    await press('Beenden');
    await statusIs(page, 'passed');
    expect(await leave()).toMatchObject({ raw: '100', lesson_status: 'passed' });
  });

  describe('reports once that the LMS does not record', () => {
    const notRecorded = 'Ihre Lernplattform zeichnet diesen Kurs nicht auf.';
    /** How long the package looks for the API of the LMS. */
    const SEARCH_MS = 10_000;

    it('if the LMS has no API after ten seconds', async () => {
      const { page, player, press } = await session({ api: 'none' }, { install: true });
      const sco = page.frameLocator('#sco');
      await page.clock.runFor(SEARCH_MS - 1_000);
      expect(await sco.getByText(notRecorded).isVisible()).toBe(false);
      await page.clock.runFor(2_000);
      await sco.getByText(notRecorded).waitFor();
      await player.getByRole('button', { name: 'Weiter' }).waitFor();
      await sco.getByRole('button', { name: 'OK' }).click();
      await press('Weiter');
      expect(await sco.getByText(notRecorded).isVisible()).toBe(false);
      await page.close();
    });

    it('but not if the API appears late', async () => {
      const { page, press } = await session(
        { api: 'none', lesson_location: '2', lesson_status: 'incomplete' },
        { install: true },
      );
      await page.clock.runFor(SEARCH_MS - 1_000);
      await page.evaluate('API = own');
      await page.clock.runFor(200);
      await press('Antworten prüfen');
      await page.waitForFunction('API.LMSGetValue("cmi.interactions._count") == 2');
      expect(await page.frameLocator('#sco').getByText(notRecorded).isVisible()).toBe(false);
      await page.close();
    });

    it('if the LMS refuses every value', async () => {
      const { page, press } = await session({ api: 'refusing' });
      const sco = page.frameLocator('#sco');
      await sco.getByText(notRecorded).waitFor();
      await sco.getByRole('button', { name: 'OK' }).click();
      await press('Weiter');
      await press('Antworten prüfen');
      await press('Weiter');
      expect(await sco.getByText(notRecorded).isVisible()).toBe(false);
      await page.close();
    });
  });

  it('opens links next to the player, in a page outside its sandbox', async () => {
    const { page, player, leave } = await session({ lesson_location: '3', lesson_status: 'incomplete' });
    const [beside] = await Promise.all([
      page.context().waitForEvent('page'),
      player.getByRole('link', { name: 'Öffnen' }).click(),
    ]);
    expect(beside).not.toBe(page);
    expect(await beside.evaluate('window.opener')).toBeNull();
    await beside.close();
    await player.getByRole('button', { name: 'Beenden' }).waitFor();
    await leave();
  });

  it('displays an error in its language if the service is unreachable, and continues once it is back', async () => {
    service = 'http://127.0.0.1:1';
    const { page } = await session();
    const sco = page.frameLocator('#sco');
    await sco.getByRole('heading', { name: 'Der Kurs ist nicht erreichbar' }).waitFor();
    expect(await sco.locator('html').getAttribute('lang')).toBe('de');
    await page.route('http://127.0.0.1:1/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const answer = await api.http.get(pathname);
      await route.fulfill({
        status: answer.status,
        contentType: 'text/html',
        headers: { 'content-security-policy': String(answer.headers['content-security-policy']) },
        body: answer.text,
      });
    });
    await sco.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await sco.frameLocator('#player').getByRole('button', { name: 'Weiter' }).waitFor();
    await page.close();
  });

  it('reports that answers cannot be checked, keeps them, and checks them when the service is back', async () => {
    const { page, player, press, choose, leave } = await session();
    await press('Weiter');
    await page.context().setOffline(true);
    await choose('That', 'This');
    await player.getByText('Ihre Antworten konnten nicht geprüft werden').waitFor();
    expect(await player.getByRole('button', { name: 'Weiter' }).last().isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await press('Antworten prüfen');
    await press('Weiter');
    await leave();
  });
});
