import { sql } from '@app/database';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findCommand, isAlive, startPostgres } from '@app/local-services';
import { describeWith, launchChromium, Owner, temporaryFolder } from '@app/testing';
import type { Browser } from 'playwright-core';
import { ReadmeSteps } from './readme-steps.js';
import { Tool, TOOLS } from './tool.js';

const offsets = [0, 1, 2, 3, 4, 5, 25, 379, 432, 1000];
/** The test runs the built program. */
const isBuilt = existsSync(TOOLS);

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

async function freePortBase(): Promise<number> {
  for (;;) {
    // above the shares of jest's workers (ports.ts), with all offsets below the ephemeral range
    const base = 29_600 + Math.floor(Math.random() * 2_100);
    const free = await Promise.all(offsets.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

/** `npm start` without installing and building. */
class Stack extends Tool {
  constructor(
    readonly base: number,
    folder: string,
  ) {
    super(['start'], folder, { PORT_BASE: String(base) });
  }

  url(offset: number, path: string): string {
    return `http://127.0.0.1:${this.base + offset}${path}`;
  }
}

/** The API as called by acme's application. */
class Acme {
  private constructor(
    private readonly api: string,
    private readonly headers: Record<string, string>,
  ) {}

  static async at(stack: Stack): Promise<Acme> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'acme-app',
      client_secret: 'acme-app-secret',
    });
    const answer = await fetch(stack.url(0, '/oauth/token'), { method: 'POST', body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Acme(stack.url(1, ''), headers);
  }

  async post(path: string, body: object): Promise<unknown> {
    const sent = { method: 'POST', headers: this.headers, body: JSON.stringify(body) };
    return (await fetch(this.api + path, sent)).json();
  }

  async get(path: string): Promise<unknown> {
    return (await fetch(this.api + path, { headers: this.headers })).json();
  }
}

/** Process ids whose command line contains `text`. */
async function processes(text: string): Promise<number[]> {
  const ps = spawn('ps', ['-eo', 'pid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let list = '';
  ps.stdout.on('data', (bytes: Buffer) => (list += bytes.toString()));
  await once(ps, 'close');
  return list
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10));
}

(isBuilt ? describe : describe.skip)(isBuilt ? 'npm start' : 'npm start (needs npm run build)', () => {
  let folder: string;
  let stack: Stack;

  beforeAll(async () => {
    folder = temporaryFolder();
    stack = new Stack(await freePortBase(), folder);
    await stack.says('Ctrl-C ends everything');
  });

  afterAll(async () => {
    stack.signal('SIGTERM');
    await stack.exited;
  });

  it('prints the addresses of all parts, for people and for programs', () => {
    const facts = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    for (const address of Object.values<string>(facts.addresses).slice(0, 6))
      expect(stack.output).toContain(address);
    for (const { email } of facts.accounts) expect(stack.output).toContain(email);
    for (const { client_id, client_secret } of facts.clients) {
      expect(stack.output).toContain(client_id);
      if (client_secret) expect(stack.output).toContain(client_secret);
    }
    expect(stack.output).toContain(facts.try);
  });

  it('prints no line of a server after the table', () => {
    const [, after] = stack.output.split('Ctrl-C ends everything');
    expect(after!.split('\n').filter((line) => line.includes('│'))).toEqual([]);
  });

  it('prints a line that works when pasted into a shell', async () => {
    const { try: line } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    const shell = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
    let answer = '';
    shell.stdout.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    await once(shell, 'close');
    expect(JSON.parse(answer)).toMatchObject({
      total: expect.any(Number),
      hits: [{ id: expect.any(Number) }],
    });
  });

  it('serves the console, Swagger UI, the queue board, the mails and the media of the demo', async () => {
    for (const [offset, path] of [
      [1, '/docs'],
      [2, '/queues'],
      [3, '/'],
      [3, '/email'],
      [4, '/'],
      [5, '/demo-media/files/teamwork.webm'],
      [5, '/demo-media/files/checklist.pdf'],
      [5, '/demo-media/pictures/x.svg'],
      [5, '/demo-media/reading/x'],
    ] as const) {
      expect((await fetch(stack.url(offset, path))).status).toBe(200);
    }
  });

  it('redirects Swagger UI back to the API’s address', () => expectSwaggerUi(stack));

  it('npm run listen -- --create creates a webhook, prints verified events and removes it', async () => {
    const listener = new Tool(['listen', '--create', '--port', '0'], folder);
    await listener.says('Listening on http://127.0.0.1:');
    expect(listener.output).toMatch(/webhook \d+, all events/);
    const api = await Acme.at(stack);
    await api.post('/v2/users', { email: 'listen@acme.example', first_name: 'Lia', last_name: 'Stern' });
    await listener.says('user.create');
    expect(listener.output).toMatch(/user\.create #\d+ verified/);
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(listener.output)![1]!;
    const second = new Tool(['listen', '--port', port], folder);
    await second.exited;
    expect(second.output.trim()).toBe(`Port ${port} is in use by another program.`);
    listener.signal('SIGINT');
    await listener.exited;
    expect(listener.output).toMatch(/Webhook \d+ is removed\./);
    const { hits } = (await api.get('/v2/webhooks')) as { hits: { url: string }[] };
    expect(hits.filter(({ url }) => url.includes(`:${port}/`))).toEqual([]);
  });

  describe('the first steps of the README', () => {
    it('lead to a verified webhook if typed as printed', async () => {
      const readme = new ReadmeSteps(stack.base);
      expect(readme.count).toBe(7);
      expect(readme.commands(1)).toBe('npm start');
      const [npm, run, command, , ...options] = readme.commands(2).split(' ');
      expect([npm, run]).toEqual(['npm', 'run']);
      const listener = new Tool([command!, ...options, '--port', '0'], folder);
      await listener.says('Listening on');
      const printed = await readme.typed(3, 4, 5);
      const answers = (step: number, steps = printed) =>
        steps
          .get(step)!
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(answers(3)).toEqual([
        expect.objectContaining({ email: 'acme-app@clients.invalid' }),
        expect.objectContaining({ client_id: 'acme-app' }),
      ]);
      expect(answers(4)).toEqual([
        expect.objectContaining({ hits: [expect.anything(), expect.anything()], facets: expect.anything() }),
      ]);
      expect(answers(5)).toEqual([
        expect.objectContaining({ email: 'ada@acme.example' }),
        expect.objectContaining({ user_id: 3, status: 'completed', result: 92 }),
      ]);
      // within a second: on a busy machine the next command may be faster
      const revoke = async () => answers(6, await readme.typed(3, 6));
      let [done, refused] = await revoke();
      while (refused?.['code'] !== 401) [done, refused] = await revoke();
      expect(done).toEqual({});
      for (const event of ['user.create', 'enrolment.create']) {
        expect(readme.text(5)).toContain(`\`${event}\``);
        await listener.says(event);
        expect(listener.output).toMatch(new RegExp(`${event} #\\d+ verified`));
      }
      listener.signal('SIGINT');
      await listener.exited;
    });

    describeWith('chromium', 'in the browser', () => {
      let browser: Browser | undefined;
      afterEach(() => browser?.close());

      it('end with the tokens that the demo partner got for the code', async () => {
        const step = new ReadmeSteps(stack.base).text(7);
        const [, link = ''] = /<(http[^>]+)>/.exec(step) ?? [];
        const [, user = '', password = ''] = /Sign in as `([^`]+)` with `([^`]+)`/.exec(step) ?? [];
        browser = await launchChromium();
        const page = await browser.newPage();
        await page.goto(link);
        await page.click('form[action="/start/code"] button');
        await page.click('a.button');
        await page.fill('input[name=username]', user);
        await page.fill('input[name=password]', password);
        await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
        await page.locator('form[action="/oauth/authorize/portal"] button').first().click();
        await page.locator('form[action="/oauth/authorize/consent"] button[value=allow]').click();
        await page.waitForURL((url) => url.port === String(stack.base + 1000));
        const text = await page.innerText('body');
        for (const shown of [
          'code',
          'state',
          'access_token',
          `curl http://localhost:${stack.base}/oauth/token`,
        ])
          expect(text).toContain(shown);
      });
    });
  });

  it('keeps its secrets readable only by the owner', () => {
    expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('refuses a second stack in the same folder, and ports already in use', async () => {
    const second = new Stack(await freePortBase(), folder);
    await second.exited;
    expect(second.output).toMatch(/npm start already runs here \(process \d+\)/);
    const elsewhere = temporaryFolder();
    const third = new Stack(stack.base, elsewhere);
    await third.exited;
    expect(third.output).toMatch(/Port \d+ is in use by another program: end it, .*PORT_BASE=7000/);
  });

  it('stops everything on SIGTERM, keeps the data and starts again, on other ports if asked', async () => {
    const pids = await processes(folder);
    stack.signal('SIGTERM');
    await stack.exited;
    expect(pids.filter((pid) => isAlive(pid) && findCommand(pid)?.includes(folder))).toEqual([]);
    expect(existsSync(join(folder, 'start.pid'))).toBe(false);

    stack = new Stack(await freePortBase(), folder);
    await stack.says('Ctrl-C ends everything');
    expect(stack.output).not.toContain('migrated the database');
    await expectSwaggerUi(stack);
  });

  it('refuses a database made by an older version, and names the command that recreates it', async () => {
    stack.signal('SIGTERM');
    await stack.exited;
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { postgres: string };
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), password: secrets.postgres });
    const owner = new Owner(postgres.url);
    await owner.many(sql`
      insert into schema_migrations (timestamp, name) values (2026112100000, 'Base20261121000000')`);
    await owner.end();
    await postgres.stop();

    stack = new Stack(await freePortBase(), folder);
    await stack.exited;
    expect(stack.output.trim().split('\n').at(-1)).toBe(
      `The database in ${folder} was created by a version that this one cannot upgrade: npm run reset creates a new one.`,
    );
  });
});

/** Expects the login page, not the one for an unknown redirect_uri. */
async function expectSwaggerUi(stack: Stack): Promise<void> {
  const authorizeQuery = new URLSearchParams({
    client_id: 'swagger-ui',
    response_type: 'code',
    redirect_uri: `http://localhost:${stack.base + 1}/docs/oauth2-redirect.html`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  expect((await fetch(stack.url(0, `/oauth/authorize?${authorizeQuery.toString()}`))).status).toBe(200);
}
