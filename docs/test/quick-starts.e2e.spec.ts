import { sql } from '@app/database';
import type { HttpApp } from '@app/http';
import { freePort } from '@app/local-services';
import { CatalogueSeed, describeWith, describeWithVariable, temporaryFolder } from '@app/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { parse } from 'yaml';
import { C1, startServer, MovableClock, useAuthServers } from '../../apps/auth-server/test/auth-stack.js';
import { createResourceApi } from '../../apps/resource-api/src/app.js';
import { loadSettings } from '../../apps/resource-api/src/config.js';

const folder = join(__dirname, '..', 'quick-starts');

interface Ran {
  code: number;
  output: string;
}

function run(program: string, args: string[], env: Record<string, string>, input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, NODE_OPTIONS: '', ...env }, cwd: folder };
    const child = execFile(program, args, options, (error, output, errors) =>
      resolve({ code: error === null ? 0 : 1, output: error === null ? output : output + errors }),
    );
    child.stdin!.end(input);
  });
}

describe('docs/quick-starts', () => {
  const stack = useAuthServers(0);
  let api: HttpApp;
  let env: Record<string, string>;

  beforeAll(async () => {
    const [authPort, apiPort] = [await freePort(), await freePort()];
    env = {
      AUTH: `http://127.0.0.1:${authPort}`,
      API: `http://127.0.0.1:${apiPort}`,
      CLIENT_ID: C1.clientId,
      CLIENT_SECRET: C1.secret,
    };
    Object.assign(stack.settings, { AUTH_PUBLIC_URL: env['AUTH'], API_PUBLIC_URL: env['API'] });
    const seed = await CatalogueSeed.open(stack.database.urls.owner, new MovableClock());
    await seed.provider('a', 1);
    await seed.load([{ provider: 'a', external_id: '1', type: 'course', title: 'A course' }]);
    await seed.close();
    await startServer(stack, authPort);
    const settings = { ...stack.settings, DATABASE_URL: stack.database.urls.api, LOG_LEVEL: 'silent' };
    api = await createResourceApi(loadSettings(settings));
    await api.app.listen(apiPort, '127.0.0.1');
  });
  afterAll(() => api.app.close());

  describeWith('jq', 'curl', () => tests('sh', 'quick-start.sh'));
  describeWith('python3', 'Python', () => tests('python3', 'quick_start.py'));
  describeWith('php', 'PHP', () => tests('php', 'quick-start.php'));
  describe('TypeScript', () => tests(process.execPath, 'quick-start.mts'));

  describeWithVariable('AIRBYTE_PYTHON', 'Airbyte', (python) => {
    it('reads every person once, page by page', async () => {
      const people = await stack.db.column<number>(sql`
        with named as (
          insert into identity.persons (email, first_name, last_name)
          select format('airbyte-%s@a.example', n), 'Ana', 'Silva' from generate_series(1, 120) n returning id)
        insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, status, accepted_at)
        select 1, id, 'Ana', 'Silva', '{learner}', true, now() from named returning id`);
      const directory = temporaryFolder();
      const writeJson = (name: string, value: unknown) => {
        writeFileSync(join(directory, name), JSON.stringify(value));
        return join(directory, name);
      };
      const config = writeJson('config.json', {
        __injected_declarative_manifest: parse(readFileSync(join(folder, 'airbyte.yaml'), 'utf8')) as unknown,
        auth_url: env['AUTH'],
        api_url: env['API'],
        client_id: env['CLIENT_ID'],
        client_secret: env['CLIENT_SECRET'],
      });
      const catalog = writeJson('catalog.json', {
        streams: [
          {
            stream: { name: 'users', json_schema: {}, supported_sync_modes: ['full_refresh'] },
            sync_mode: 'full_refresh',
            destination_sync_mode: 'overwrite',
          },
        ],
      });
      const command = 'from airbyte_cdk.cli.source_declarative_manifest import run; run()';
      const { code, output } = await run(
        python,
        ['-c', command, 'read', '--config', config, '--catalog', catalog],
        {},
      );
      expect([code, output]).toEqual([0, expect.any(String)]);
      const ids = output
        .split('\n')
        .filter((line) => line.startsWith('{"type":"RECORD"'))
        .map((line) => (JSON.parse(line) as { record: { data: { id: number } } }).record.data.id);
      expect(ids).toEqual(expect.arrayContaining(people));
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  function tests(program: string, file: string): void {
    it('gets a token, searches, creates a person and enrolls them', async () => {
      const { code, output } = await run(program, [file], env);
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/^course \d+\nperson \d+\nenrollment completed\n$/),
      ]);
    });

    it('reports it when access is refused', async () => {
      const { code, output } = await run(program, [file], { ...env, CLIENT_SECRET: 'wrong-secret' });
      expect([code, output]).toEqual([1, expect.stringContaining('401')]);
    });

    it('verifies webhooks', async () => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const body = JSON.stringify({ type: 'user.create', data: { name: 'Ä “quoted”\n' } });
      const time = new Date();
      const seconds = String(Math.floor(time.getTime() / 1000));
      const signature = new Webhook(secret).sign('evt_1', time, body);
      const verify = (id: string, time: string, signatures: string, text = body) =>
        run(program, [file, 'verify', id, time, signatures], { WEBHOOK_SECRET: secret }, text);
      expect(await verify('evt_1', seconds, signature)).toEqual({ code: 0, output: 'verified\n' });
      expect((await verify('evt_1', seconds, `v1,AAAA ${signature}`)).code).toBe(0); // during a secret rotation
      const old = new Date(time.getTime() - 600_000);
      const oldSeconds = String(Math.floor(old.getTime() / 1000));
      for (const bad of [
        await verify('evt_2', seconds, signature),
        await verify('evt_1', seconds, signature, `${body} `),
        await verify('evt_1', seconds, 'v1,AAAA'),
        await verify('evt_1', oldSeconds, new Webhook(secret).sign('evt_1', old, body)),
      ])
        expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('not authentic')]);
    });
  }
});
