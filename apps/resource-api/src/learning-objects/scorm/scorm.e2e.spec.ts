import { Database, sql } from '@app/database';
import { sha256, allKeys, Sealer } from '@app/kernel';
import { limits } from '@app/limits';
import { temporaryFolder, type CatalogueSeed } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { validateXML } from 'xmllint-wasm';
import { launchKeyContext, signatureKey } from '@app/catalogue';
import { randomBytes } from 'node:crypto';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';
import { Signer } from '../signer.js';
import { launchToken, readLaunchToken } from './launch-token.js';
import type { Settings } from '../../config.js';

const api = useResourceApi();

describe('GET /v2/learning-objects/{lo-id}/scorm', () => {
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let ids: Map<string, number>;
  const folder = temporaryFolder();

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
        language: 'de',
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

  /** The package, unpacked by Python's zip module. */
  const unpack = async (key: string): Promise<string> => {
    const { body } = await download(key);
    const target = mkdtempSync(join(folder, 'package-'));
    writeFileSync(join(folder, 'package.zip'), body);
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'package.zip'), target]);
    return target;
  };
  const readConfig = (target: string): { token: string; version: string; id: number } =>
    JSON.parse(/\{[^{}]*\}/.exec(readFileSync(join(target, 'config.js'), 'utf8'))![0]) as never;

  it('answers with a zip immediately, flat, with manifest, page, config.js and the four schemas', async () => {
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
    const config = readConfig(target);
    expect(Object.keys(config)).toEqual(['token', 'version', 'id']);
    expect(config).toMatchObject({ version: '1.2', id: ids.get('acme course') });
    expect(config.token).toMatch(/^[A-Za-z0-9._-]{1,255}$/);
  });

  it('has a manifest that is valid against the SCORM 1.2 schemas', async () => {
    const target = await unpack('acme course');
    const file = (fileName: string) => ({ fileName, contents: readFileSync(join(target, fileName), 'utf8') });
    // one schema that combines all namespaces of the manifest, as its schemaLocation does
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
    // proves that the check can fail
    const broken = {
      ...manifest,
      contents: manifest.contents.replace('<resources>', '<resources><nonsense/>'),
    };
    expect((await validate(broken)).valid).toBe(false);
  });

  it('has the object’s title and language, and a pass mark for the LMS if there is a score', async () => {
    const target = await unpack('acme course');
    const page = readFileSync(join(target, 'index.html'), 'utf8');
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<title>Health &amp; &quot;safety&quot; &lt;at work&gt; – für alle</title>');
    const manifest = readFileSync(join(target, 'imsmanifest.xml'), 'utf8');
    expect(manifest).toContain('<adlcp:masteryscore>50</adlcp:masteryscore>');
    await seed.licence(acme.portal.id, { provider: 'market', external_id: 'priced' }, 5);
    const without = readFileSync(join(await unpack('market priced'), 'imsmanifest.xml'), 'utf8');
    await seed.licence(acme.portal.id, { provider: 'market', external_id: 'priced' }, 0);
    expect(without).not.toContain('masteryscore');
  });

  it('contains no correct answers: the service checks them, for holders of the token', async () => {
    const token = await readToken('acme course');
    const { text } = await launch(token);
    expect(text).toContain('Which?');
    expect(text).not.toMatch(/correct/i);
    const quiz = Number(/data-quiz="(\d+)"/.exec(text)![1]);
    const check = (form: Record<string, string>, accessToken = token) =>
      api.http.post(`/launch/${accessToken}/answers`, { form });
    const all = await check({ item: String(quiz), 'answers[0]': '1', 'answers[1]': '0' });
    expect([all.status, all.body]).toEqual([200, { results: [true, true] }]);
    expect(all.headers['access-control-allow-origin']).toBe('*');
    const some = await check({ item: String(quiz), 'answers[0]': '-1', 'answers[1]': '0' });
    expect(some.body).toEqual({ results: [false, true] });
    expect((await check({ item: String(quiz), 'answers[0]': 'x' })).status).toBe(400);
    expect((await check({ item: String(ids.get('acme manual')), 'answers[0]': '1' })).status).toBe(404);
    const foreign = token.replace(/^launch2\.\d+/, 'launch2.999');
    expect((await check({ item: String(quiz), 'answers[0]': '1' }, foreign)).status).toBe(404);
  });

  it('checks a quiz as often as a company full of learners needs it, and no more', async () => {
    const token = await readToken('acme course');
    const quiz = /data-quiz="(\d+)"/.exec((await launch(token)).text)![1]!;
    const check = (item = quiz) =>
      api.http.post(`/launch/${token}/answers`, { form: { item, 'answers[0]': '1', 'answers[1]': '0' } });
    expect((await check()).status).toBe(200);
    // no address is kept
    const owner = sha256(`${acme.portal.id} ${quiz} 127.0.0.0`).toString('base64url');
    const { most } = limits.packaged_quiz_checks;
    await api.db.many(sql`
      insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
      select 'packaged_quiz_checks', ${owner}, date_bin('1 hour', now(), 'epoch') + n * interval '1 hour',
             ${most - 2}, now() + interval '2 days'
        from generate_series(0, 1) n
      on conflict (limit_name, owner, window_start) do update set count = excluded.count`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => check()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ error_code: 'limit_reached', limit: 'packaged_quiz_checks' });
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.text).not.toContain('results');
    // where there is no quiz, nothing is counted
    expect((await check('999999')).status).toBe(404);
    await api.db.many(sql`delete from maintenance.limit_counts where limit_name = 'packaged_quiz_checks'`);
  });

  it('requires a licence for priced premium content, and refuses a workshop', async () => {
    const refused = await download('market priced');
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ error_code: 'licence_required' });
    await seed.licence(acme.portal.id, { provider: 'market', external_id: 'priced' }, 5);
    expect((await download('market priced')).status).toBe(200);
    expect((await download('acme manual')).status).toBe(409);
  });

  const launch = (token: string) => api.http.get(`/launch/${token}`);
  const readToken = async (key: string) => readConfig(await unpack(key)).token;

  it('shows the object with only its launch token, until that is revoked', async () => {
    const token = await readToken('acme course');
    expect((await launch(token)).text).toContain('Be kind');
    expect((await launch(token.replace(/^launch2\.\d+/, 'launch2.999'))).status).toBe(403);
    expect((await api.http.get('/v2/learning-objects', { token })).status).toBe(401);
    expect((await api.http.get(`/preview/${token}`)).status).toBe(403);
    await api.db.many(sql`
      insert into learning.launch_generations values (${acme.portal.id}, ${ids.get('acme course')}, 1)`);
    expect((await launch(token)).status).toBe(403);
    expect((await launch(await readToken('acme course'))).status).toBe(200);
  });

  it('records the requesting account in the launch token, and any learner can use it', async () => {
    const token = await readToken('acme course');
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
    const token = await readToken('acme course');
    const year = 365 * 86_400;
    api.clock.advance(year - 60);
    expect((await launch(token)).status).toBe(200);
    api.clock.advance(120);
    expect((await launch(token)).status).toBe(403);
    api.clock.advance(-year - 60);
  });

  it('ends with the licence, and with the object’s visibility', async () => {
    const priced = { provider: 'market', external_id: 'priced' };
    await seed.licence(acme.portal.id, priced, 5);
    const token = await readToken('market priced');
    expect((await launch(token)).text).toContain('Paid');
    await seed.licence(acme.portal.id, priced, 0);
    expect((await launch(token)).status).toBe(403);
    await seed.licence(acme.portal.id, priced, 5);
    expect((await launch(token)).status).toBe(200);
    await api.db.many(sql`
      update learning.learning_objects set premium = false where id = ${ids.get('market priced')}`);
    await api.db.many(sql`delete from learning.licences where lo_id = ${ids.get('market priced')}`);
    await api.db.many(sql`select learning.index_documents(array[${ids.get('market priced')}::int])`);
    expect((await launch(token)).status).toBe(404);
  });

  it('accepts older packages, until a year has passed or the portal ends them', async () => {
    const signer = api.server.app.get(Signer);
    const { generation } = await api.db.one(sql`
      select generation from learning.launch_generations where lo_id = ${ids.get('acme course')}`);
    const seconds = Math.floor(api.clock.now().getTime() / 1000);
    const content = `launch.${acme.portal.id}.${ids.get('acme course')}.${generation}.${seconds}`;
    const token = `${content}.${signer.sign('launch', content)}`;
    expect((await launch(token)).status).toBe(200);
    const mixed = `launch2${content.slice(6)}`;
    expect((await launch(`${mixed}.${signer.sign('launch', mixed)}`)).status).toBe(403);
  });

  describe('DELETE /v2/scorm-packages', () => {
    const end = (actor: TestAccount) => actor.delete('/v2/scorm-packages');

    it('ends all packages of this portal only; later ones work', async () => {
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
      const before = await readToken('acme course');
      const first = `launch.${acme.portal.id}.${ids.get('acme course')}.1.${before.split('.')[6]}`;
      const old = `${first}.${api.server.app.get(Signer).sign('launch', first)}`;
      expect((await launch(old)).status).toBe(200);
      const ownAccount = acme;
      acme = other;
      const otherToken = await readToken('other o');
      acme = ownAccount;
      expect((await end(acme)).status).toBe(204);
      expect((await end(acme)).status).toBe(204);
      for (const token of [before, old]) expect((await launch(token)).status).toBe(403);
      expect((await launch(otherToken)).status).toBe(200);
      expect((await launch(await readToken('acme course'))).status).toBe(200);
      const [line] = await api.db.many(sql`
        select account_id, portal_id from auth.audit_log where event = 'packages.ended' order by id limit 1`);
      expect(line).toEqual({ account_id: acme.id, portal_id: acme.portal.id });
    });
  });
});

describe('Signer', () => {
  const newKey = () => randomBytes(32).toString('base64');
  const [old, next] = [newKey(), newKey()];
  const signer = async (SECRETS_KEY: string, ...OTHER_SECRETS_KEYS: string[]): Promise<Signer> => {
    const newSigner = new Signer(
      api.server.app.get(Database),
      { SECRETS_KEY, OTHER_SECRETS_KEYS } as unknown as Settings,
      api.server.logger,
    );
    await newSigner.onModuleInit();
    return newSigner;
  };
  const keep = (fingerprint: string, keySealed: Buffer) =>
    api.db.many(sql`
      insert into learning.retired_launch_keys (fingerprint, key_sealed)
      values (${fingerprint}, ${keySealed})`);

  it('accepts signatures by the other keys, only for the same purpose', async () => {
    const signed = (await signer(old)).sign('launch', 'package');
    expect((await signer(next, old)).isSigned('launch', 'package', signed)).toBe(true);
    expect((await signer(next, old)).isSigned('preview', 'package', signed)).toBe(false);
    expect((await signer(next)).isSigned('launch', 'package', signed)).toBe(false);
  });

  it('accepts packages from before an exchange of SECRETS_KEY, with and without other damaged keys', async () => {
    const before = await signer(old);
    const [launch, preview] = [before.sign('launch', 'package'), before.sign('preview', 'page')];
    const launchKey = signatureKey(allKeys({ SECRETS_KEY: old })[0]!, 'launch').toString('base64');
    await keep('damaged', Buffer.from('damaged'));
    await keep('old', Sealer.of({ SECRETS_KEY: next }).seal(launchKey, launchKeyContext('old')));
    const after = await signer(next);
    expect(after.isSigned('launch', 'package', launch)).toBe(true);
    expect(after.isSigned('launch', 'another package', launch)).toBe(false);
    expect(after.isSigned('preview', 'page', preview)).toBe(false);
    expect(after.sign('launch', 'package')).not.toBe(launch);
  });
});
