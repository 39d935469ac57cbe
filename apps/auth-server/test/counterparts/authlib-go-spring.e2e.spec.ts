import { freePort } from '@app/local-services';
import { describeWithVariable, WAIT_TIMEOUT_MS, temporaryFolder } from '@app/testing';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PartnerVisit, useIssuer } from './partner-visit.js';

const run = promisify(execFile);

/** An application in another language. */
interface Application {
  /** Its folder of `assets`. */
  source: string;
  signIn: string;
  callback: string;
  /** Builds what is in `folder`. @returns the command that starts it; the environment says for whom, and where */
  build: (folder: string, visit: { port: number; clientId: string; issuer: string }) => Promise<string[]>;
}

/** A Python with what `assets/authlib/requirements.txt` names. */
describeWithVariable('SIGN_IN_PYTHON', 'Authlib', (python) =>
  tests({
    source: 'authlib',
    signIn: '/sign-in',
    callback: '/callback',
    build: async (folder) => [python, join(folder, 'app.py')],
  }),
);

/** A `go` that reaches a proxy for modules, or has them. */
describeWithVariable('SIGN_IN_GO', 'go-oidc', (go) =>
  tests({
    source: 'go-oidc',
    signIn: '/sign-in',
    callback: '/callback',
    build: async (folder) => {
      await run(go, ['build', '-o', 'app', '.'], { cwd: folder });
      return [join(folder, 'app')];
    },
  }),
);

/** An `mvn` that reaches Maven Central, or has what it needs; a Java 17 or later stands on the PATH. */
describeWithVariable('SIGN_IN_MAVEN', 'Spring Boot', (maven) =>
  tests({
    source: 'spring',
    signIn: '/oauth2/authorization/portal',
    callback: '/login/oauth2/code/portal',
    build: async (folder, { port, clientId, issuer }) => {
      const classpath = join(folder, 'classpath');
      const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${classpath}`];
      await run(maven, ['-q', '-B', ...goals], { cwd: folder });
      const path = `${join(folder, 'target', 'classes')}:${readFileSync(classpath, 'utf8').trim()}`;
      const client = '--spring.security.oauth2.client';
      return [
        ...['java', '-cp', path, 'partner.SignIn', `--server.port=${port}`, '--server.address=127.0.0.1'],
        `${client}.registration.portal.client-id=${clientId}`,
        // the secret stands in the environment
        `${client}.registration.portal.client-secret=\${CLIENT_SECRET}`,
        `${client}.registration.portal.scope=openid,profile,email`,
        `${client}.registration.portal.authorization-grant-type=authorization_code`,
        `${client}.registration.portal.redirect-uri={baseUrl}/login/oauth2/code/{registrationId}`,
        `${client}.provider.portal.issuer-uri=${issuer}`,
      ];
    },
  }),
);

function tests({ source, signIn, callback, build }: Application): void {
  const { stack, issuer } = useIssuer();
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder();
    cpSync(join(__dirname, 'assets', source), folder, { recursive: true });
  });

  it('signs a person in from discovery, and out', async () => {
    const port = await freePort();
    const visit = new PartnerVisit(stack, source, `http://127.0.0.1:${port}`);
    await visit.register(callback);
    const [program = '', ...args] = await build(folder, { port, clientId: visit.clientId, issuer });
    const settings = { ISSUER: issuer, PORT: `${port}`, CLIENT_ID: source, CLIENT_SECRET: visit.secret };
    const app = spawn(program, args, { env: { ...process.env, ...settings } });
    let output = '';
    for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    try {
      await waitForStart(visit, () => output);
      expect(await readHome(visit)).toBe('Hello');
      await visit.browser.get(signIn);
      await visit.signIn();
      expect(await readHome(visit)).toBe('Hello Ada Admin (admin@a.example)');
      await visit.browser.get('/sign-out');
      await visit.signOut();
      expect(await readHome(visit)).toBe('Hello');
    } finally {
      const exited = once(app, 'exit');
      if (app.kill()) await exited;
    }
  });
}

const readHome = async ({ browser }: PartnerVisit): Promise<string> => (await browser.get('/')).text;

async function waitForStart(visit: PartnerVisit, readOutput: () => string): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_TIMEOUT_MS; waitedMs += 100) {
    if (await readHome(visit).catch(() => undefined)) return;
    await delay(100);
  }
  throw new Error(`the application does not answer: ${readOutput()}`);
}
