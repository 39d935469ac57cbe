import { describeWith, type CatalogueSeed } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { request } from 'undici';
import { validateXML } from 'xmllint-wasm';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';
import { Signer } from '../signer.js';
import { launchToken, readLaunchToken } from './launch-token.js';

describe('GET /v2/learning-objects/{lo-id}/scorm', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let ids: Map<string, number>;
  let folder: string;

  beforeAll(async () => {
    acme = await api.administrator();
    const market = await api.portal();
    seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.provider('market', market.id);
    ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'course',
        type: 'course',
        title: 'Health & "safety" <at work> – für alle',
        items: [
          { external_id: 'text', type: 'text', title: 'Rules', content: { html: '<p>Be kind</p>' } },
          {
            external_id: 'quiz',
            type: 'quiz',
            title: 'Quiz',
            content: {
              questions: [
                { question: 'Which?', answers: ['This', 'That'], correct: 1 },
                { question: 'And?', answers: ['Yes', 'No'], correct: 0 },
              ],
            },
          },
        ],
      },
      {
        provider: 'market',
        external_id: 'priced',
        type: 'text',
        title: 'Priced',
        premium: true,
        pricing: { currency: 'EUR', price: 10 },
        content: { html: '<p>Paid</p>' },
      },
      { provider: 'acme', external_id: 'manual', type: 'manual', title: 'A workshop' },
    ]);
    folder = mkdtempSync(join(tmpdir(), 'scorm-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  const download = async (key: string) => {
    const answer = await request(`${api.http.baseUrl}/v2/learning-objects/${ids.get(key)}/scorm`, {
      headers: { authorization: `Bearer ${acme.token}` },
    });
    return {
      status: answer.statusCode,
      type: answer.headers['content-type'],
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };

  /** The package unpacked, by Python's own reader of zip files. */
  const unpack = async (key: string): Promise<string> => {
    const { body } = await download(key);
    const target = mkdtempSync(join(folder, 'package-'));
    writeFileSync(join(folder, 'package.zip'), body);
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'package.zip'), target]);
    return target;
  };
  const configOf = (target: string): { token: string; version: string; id: number } =>
    JSON.parse(/\{[^{}]*\}/.exec(readFileSync(join(target, 'config.js'), 'utf8'))![0]) as never;

  it('answers a zip at once, flat, with manifest, page, config.js and the four schemas', async () => {
    const { status, type } = await download('acme course');
    expect({ status, type }).toEqual({ status: 200, type: 'application/zip' });
    const target = await unpack('acme course');
    expect(readdirSync(target).sort()).toEqual([
      'adlcp_rootv1p2.xsd',
      'config.js',
      'ims_xml.xsd',
      'imscp_rootv1p1p2.xsd',
      'imsmanifest.xml',
      'imsmd_rootv1p2p1.xsd',
      'index.html',
    ]);
    const text = readFileSync(join(target, 'config.js'), 'utf8');
    expect(text.match(/\{/g)).toHaveLength(1);
    const config = configOf(target);
    expect(Object.keys(config)).toEqual(['token', 'version', 'id']);
    expect(config).toMatchObject({ version: '1.2', id: ids.get('acme course') });
    expect(config.token).toMatch(/^[A-Za-z0-9._-]{1,255}$/);
  });

  it('has a manifest that is valid against the SCORM 1.2 schemas', async () => {
    const target = await unpack('acme course');
    const file = (fileName: string) => ({ fileName, contents: readFileSync(join(target, fileName), 'utf8') });
    // one schema that brings all namespaces of the manifest together, as its schemaLocation does
    const all = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
      <xsd:import namespace="http://www.imsproject.org/xsd/imscp_rootv1p1p2" schemaLocation="imscp_rootv1p1p2.xsd"/>
      <xsd:import namespace="http://www.adlnet.org/xsd/adlcp_rootv1p2" schemaLocation="adlcp_rootv1p2.xsd"/>
    </xsd:schema>`;
    const validate = (manifest: { fileName: string; contents: string }) =>
      validateXML({
        xml: [manifest],
        schema: [{ fileName: 'all.xsd', contents: all }],
        preload: ['imscp_rootv1p1p2.xsd', 'adlcp_rootv1p2.xsd', 'ims_xml.xsd', 'imsmd_rootv1p2p1.xsd'].map(
          file,
        ),
      });
    const manifest = file('imsmanifest.xml');
    expect((await validate(manifest)).errors).toEqual([]);
    // the check itself is no empty one
    const broken = {
      ...manifest,
      contents: manifest.contents.replace('<resources>', '<resources><nonsense/>'),
    };
    expect((await validate(broken)).valid).toBe(false);
  });

  it('asks for a licence for priced premium content, and has nothing to pack of a workshop', async () => {
    const refused = await download('market priced');
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ error_code: 'licence_required' });
    await seed.licence(acme.portal.id, { provider: 'market', external_id: 'priced' }, 5);
    expect((await download('market priced')).status).toBe(200);
    expect((await download('acme manual')).status).toBe(409);
  });

  const launch = (token: string) => api.http.get(`/launch/${token}`);
  const tokenOf = async (key: string) => configOf(await unpack(key)).token;

  it('shows the object by its launch token alone, until that is revoked', async () => {
    const token = await tokenOf('acme course');
    expect((await launch(token)).text).toContain('Be kind');
    expect((await launch(token.replace(/^launch2\.\d+/, 'launch2.999'))).status).toBe(403);
    expect((await api.http.get('/v2/learning-objects', { token })).status).toBe(401);
    expect((await api.http.get(`/preview/${token}`)).status).toBe(403);
    await api.db.many('insert into learning.launch_generations values ($1, $2, 1)', [
      acme.portal.id,
      ids.get('acme course'),
    ]);
    expect((await launch(token)).status).toBe(403);
    expect((await launch(await tokenOf('acme course'))).status).toBe(200);
  });

  it('remembers in the launch token who asked for the package, and any learner can use it', async () => {
    const token = await tokenOf('acme course');
    expect(token.split('.').slice(0, 3)).toEqual([
      'launch2',
      String(acme.portal.id),
      String(ids.get('acme course')),
    ]);
    expect(token.split('.')[5]).toBe(String(acme.id));
    expect((await launch(token.replace(`.${acme.id}.`, `.${acme.id + 1}.`))).status).toBe(403);
    expect(token).toMatch(/^[A-Za-z0-9._-]{1,255}$/);
    const longest = { portalId: 2 ** 31 - 1, loId: 2 ** 31 - 1, generation: 2 ** 31 - 1 };
    const signer = api.server.app.get(Signer);
    const more = { portalGeneration: 2 ** 31 - 1, accountId: 2 ** 31 - 1, issued: new Date('9999-01-01') };
    expect(launchToken(signer, { ...longest, ...more }).length).toBeLessThanOrEqual(255);
    expect(readLaunchToken(signer, launchToken(signer, { ...longest, ...more }))).toEqual({
      ...longest,
      ...more,
    });
  });

  it('ends after a year', async () => {
    const token = await tokenOf('acme course');
    const year = 365 * 86_400;
    api.clock.advance(year - 60);
    expect((await launch(token)).status).toBe(200);
    api.clock.advance(120);
    expect((await launch(token)).status).toBe(403);
    api.clock.advance(-year - 60);
  });

  it('ends with the licence, and with the visibility of the object', async () => {
    const priced = { provider: 'market', external_id: 'priced' };
    await seed.licence(acme.portal.id, priced, 5);
    const token = await tokenOf('market priced');
    expect((await launch(token)).text).toContain('Paid');
    await seed.licence(acme.portal.id, priced, 0);
    expect((await launch(token)).status).toBe(403);
    await seed.licence(acme.portal.id, priced, 5);
    expect((await launch(token)).status).toBe(200);
    await api.db.many('update learning.learning_objects set premium = false where id = $1', [
      ids.get('market priced'),
    ]);
    await api.db.many('delete from learning.licences where lo_id = $1', [ids.get('market priced')]);
    await api.db.many('select learning.index_documents(array[$1::int])', [ids.get('market priced')]);
    expect((await launch(token)).status).toBe(404);
  });

  it('works with packages from before, until a year has passed or the portal ends them', async () => {
    const signer = api.server.app.get(Signer);
    const { generation } = await api.db.one(
      'select generation from learning.launch_generations where lo_id = $1',
      [ids.get('acme course')],
    );
    const seconds = Math.floor(api.clock.now().getTime() / 1000);
    const content = `launch.${acme.portal.id}.${ids.get('acme course')}.${generation}.${seconds}`;
    const token = `${content}.${signer.sign('launch', content)}`;
    expect((await launch(token)).status).toBe(200);
    const mixed = `launch2${content.slice(6)}`;
    expect((await launch(`${mixed}.${signer.sign('launch', mixed)}`)).status).toBe(403);
  });

  describe('DELETE /v2/scorm-packages', () => {
    const end = (by: TestAccount) => api.http.delete('/v2/scorm-packages', { token: by.token });

    it('ends all packages of the portal, and no other’s; later ones work', async () => {
      const other = await api.administrator();
      const seedOther = await api.catalogue();
      await seedOther.provider('other', other.portal.id);
      const theirs = (
        await seedOther.load([
          {
            provider: 'other',
            external_id: 'o',
            type: 'text',
            title: 'O',
            content: { html: '<p>Other</p>' },
          },
        ])
      ).get('other o')!;
      ids.set('other o', theirs);
      const before = await tokenOf('acme course');
      const first = `launch.${acme.portal.id}.${ids.get('acme course')}.1.${before.split('.')[6]}`;
      const old = `${first}.${api.server.app.get(Signer).sign('launch', first)}`;
      expect((await launch(old)).status).toBe(200);
      const own = acme;
      acme = other;
      const ofOther = await tokenOf('other o');
      acme = own;
      expect((await end(acme)).status).toBe(204);
      expect((await end(acme)).status).toBe(204);
      for (const token of [before, old]) expect((await launch(token)).status).toBe(403);
      expect((await launch(ofOther)).status).toBe(200);
      expect((await launch(await tokenOf('acme course'))).status).toBe(200);
      const [line] = await api.db.many(
        `select account_id, portal_id from auth.audit_log where event = 'packages.ended' order by id limit 1`,
      );
      expect(line).toEqual({ account_id: acme.id, portal_id: acme.portal.id });
    });

    it('is for administrators with lo.write', async () => {
      const token = await tokenOf('acme course');
      for (const role of ['Learner', 'Manager', 'Content administrator'])
        expect((await end(await api.account(acme.portal, { roles: [role] }))).status).toBe(403);
      expect((await end(await api.application(acme.portal, ['lo.read']))).body.error_code).toBe(
        'insufficient_scope',
      );
      expect((await launch(token)).status).toBe(200);
    });
  });

  describeWith('chromium', 'under scorm-again in Chromium', () => {
    let lms: Server | undefined;
    afterAll(() => new Promise((done) => (lms ? lms.close(done) : done(undefined))));

    it('initialises, completes, and reports score and time', async () => {
      const target = await unpack('acme course');
      const scormAgain = readFileSync(join(dirname(require.resolve('scorm-again')), 'scorm12.min.js'));
      lms = createServer((incoming, response) => {
        const name = (incoming.url ?? '/').slice(1);
        if (name === '') {
          response.setHeader('content-type', 'text/html');
          response.end(
            '<script src="scorm-again.js"></script><script>API = new Scorm12API({ autocommit: false }); calls = [];' +
              'API.on("LMSInitialize", () => calls.push("initialize")); API.on("LMSFinish", () => calls.push("finish"));times = []; API.on("LMSSetValue.cmi.core.session_time", (element, value) => times.push(value));</script>' +
              '<iframe id="sco" src="package/index.html"></iframe>',
          );
        } else if (name === 'scorm-again.js') response.end(scormAgain);
        else if (name.startsWith('package/')) {
          const file = readFileSync(join(target, name.slice('package/'.length)), 'utf8');
          response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html');
          // the public address of the service leads to the server of this test
          response.end(file.replaceAll(api.settings.API_PUBLIC_URL, api.http.baseUrl));
        } else response.writeHead(404).end();
      });
      await new Promise<void>((done) => lms!.listen(0, '127.0.0.1', done));
      const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
      try {
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${(lms.address() as AddressInfo).port}/`);
        const player = page.frameLocator('#sco').frameLocator('#player');
        await player.getByRole('button', { name: 'Next' }).click();
        expect(await page.evaluate('API.cmi.core.lesson_status')).toBe('incomplete');
        await player.getByText('That', { exact: true }).click();
        await player.getByText('No', { exact: true }).click();
        await player.getByRole('button', { name: 'Check answers' }).click();
        await player.getByRole('button', { name: 'Finish' }).click();
        await page.waitForFunction('API.cmi.core.lesson_status === "completed"');
        await page.evaluate('document.getElementById("sco").remove()');
        await page.waitForFunction('calls.includes("finish")');
        expect(
          await page.evaluate(
            '({ calls, status: API.cmi.core.lesson_status, raw: API.cmi.core.score.raw, time: times.at(-1) })',
          ),
        ).toEqual({
          calls: ['initialize', 'finish'],
          status: 'completed',
          raw: '50',
          time: expect.stringMatching(/^\d{4}:\d\d:\d\d/),
        });
      } finally {
        await browser.close();
      }
    });
  });
});
