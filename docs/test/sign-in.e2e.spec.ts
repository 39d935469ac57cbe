import { freePort } from '@app/local-services';
import { describeWith, WAIT_TIMEOUT_MS } from '@app/testing';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OPS, startServer, useAuthServers } from '../../apps/auth-server/test/auth-stack.js';
import { leadsTo, TestBrowser } from '../../apps/auth-server/test/test-browser.js';

const folder = join(__dirname, '..', 'quick-starts');
const registration = /```sh\n([\s\S]*?)```/.exec(
  readFileSync(join(__dirname, '..', 'sign-in-with-us.md'), 'utf8'),
)![1]!;

/** A browser's way through the application alone: it keeps the cookie. */
class AppBrowser {
  #cookie = '';

  constructor(private readonly home: string) {}

  async open(address: string): Promise<{ status: number; location: string | null; text: string }> {
    const headers = { cookie: this.#cookie };
    const response = await fetch(new URL(address, this.home), { redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.#cookie = line.split(';')[0]!;
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    };
  }
}

describeWith('curl', 'docs/sign-in-with-us.md', () => {
  const stack = useAuthServers(0);
  let issuer: string;

  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    Object.assign(stack.settings, { AUTH_PUBLIC_URL: issuer });
    await startServer(stack, port);
  });

  describe('TypeScript', () => tests(() => [process.execPath, 'sign-in.mts']));
  describeWith('python3', 'Python', () => tests(() => ['python3', 'sign_in.py']));
  describeWith('php', 'PHP', () => tests((port) => ['php', '-S', `localhost:${port}`, 'sign-in.php']));

  function tests(command: (port: number) => string[]): void {
    it('registers an application, signs a person in by it, refuses another state, and signs out', async () => {
      const port = await freePort();
      const home = `http://localhost:${port}/`;
      const script = registration
        .replaceAll('http://localhost:4000', issuer)
        .replaceAll('http://localhost:5055/', home)
        .replace('ops-app-secret', OPS.secret);
      const { stdout } = await promisify(execFile)('bash', ['-c', script]);
      const registered = JSON.parse(stdout) as {
        client_id: string;
        client_secret: string;
      };
      const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = registered;
      const [program = '', ...args] = command(port);
      const env = {
        ...process.env,
        NODE_OPTIONS: '',
        AUTH: issuer,
        PORT: `${port}`,
        CLIENT_ID,
        CLIENT_SECRET,
      };
      const app = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
      try {
        const browser = new AppBrowser(home);
        await opened(browser);
        const { location } = await browser.open('/sign-in');
        const auth = new TestBrowser(stack);
        await auth.get(location!.slice(issuer.length));
        await auth.login();
        const back = leadsTo(await auth.allow());
        expect(back).toMatch(new RegExp(`^${home}callback\\?`));

        const stranger = new AppBrowser(home);
        expect(await stranger.open(back)).toMatchObject({
          status: 400,
          text: 'this sign-in did not begin here',
        });
        expect(await browser.open(back)).toMatchObject({ status: 302, location: home });
        expect((await browser.open('/')).text).toBe('Hello Ada Admin (admin@a.example). Go on to /sign-out');
        expect((await browser.open(back)).status).toBe(400); // its state works once

        const ended = await browser.open('/sign-out');
        expect(leadsTo(await auth.get(ended.location!.slice(issuer.length)))).toBe(home);
        expect((await browser.open('/')).text).toBe('Go on to /sign-in');
      } finally {
        const exited = once(app, 'exit');
        if (app.kill()) await exited;
      }
    });
  }
});

/** Waits until the application answers. */
async function opened(browser: AppBrowser): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_TIMEOUT_MS; waitedMs += 100) {
    const answer = await browser.open('/').catch(() => undefined);
    if (answer?.text === 'Go on to /sign-in') return;
    await delay(100);
  }
  throw new Error('the application does not answer');
}
