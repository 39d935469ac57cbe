import { listen, readPort } from '@app/local-services';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  createTestDatabase,
  ServerProcess,
  temporaryFolder,
  type TestDatabase,
  testRedis,
} from '@app/testing';

interface LockedPackage {
  dev?: boolean;
  version: string;
  license?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
/** The packages that `npm prune --omit=dev` leaves, by folder; packages for other platforms are not installed. */
const pruned = Object.keys(packages).filter((path) => path !== '' && !packages[path]!.dev);
const SLIM = '../../scripts/slim.mjs';
/** The files of them that scripts/slim.mjs leaves. */
const production = async (): Promise<[path: string, LockedPackage][]> => {
  const { neededPackages } = (await import(SLIM)) as { neededPackages: (all: object) => Set<string> };
  return [...neededPackages(packages)].map((path) => [path, packages[path]!]);
};

const megabytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) / 1e6;

const parseName = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages that name their licence in a file alone (pause: in its README), or in a field of long ago. */
const NAMED_ELSEWHERE: Record<string, string> = {
  busboy: 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  streamsearch: 'MIT',
};

/** As the Dockerfile makes it: the packages that are left by `npm prune` and scripts/slim.mjs, and dist. */
describe('the image', () => {
  const started: ServerProcess[] = [];
  let folder: string;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = temporaryFolder();
    for (const path of pruned)
      if (path.lastIndexOf('node_modules/') === 0 && existsSync(path))
        cpSync(path, join(folder, path), { recursive: true });
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/slim.mjs'])
      cpSync(file, join(folder, file));
    const [, command] = /^RUN (npm pkg .*)$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
    execFileSync('sh', ['-c', command!], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    for (const group of ['apps', 'libs', 'clients'])
      if (existsSync(join('dist', group)))
        cpSync(join('dist', group), join(folder, 'dist', group), {
          recursive: true,
          filter: (path) =>
            !/^dist\/(apps\/(bench|demo-partner|tools)|libs\/(local-services|testing))$/.test(path),
        });
  });
  afterAll(async () => {
    await Promise.all(started.map((replica) => replica.stop()));
    await database?.drop();
  });

  it('is less than 110 MB', () => {
    expect(megabytes(join(folder, 'dist'))).toBeGreaterThan(2);
    expect(megabytes(folder)).toBeLessThan(110);
  });

  it('has no development tool, and no file that only such a tool needs', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const inside = Object.keys(devDependencies).filter((name) =>
      existsSync(join(folder, 'node_modules', name)),
    );
    // Fastify, passport-jwt and openid-client need these as well
    expect(inside).toEqual(['ajv', 'jsonwebtoken', 'oauth4webapi']);
    // what comes with @nestjs/platform-express, which @nestjs/core could use
    for (const name of ['express', 'multer', 'body-parser', 'cors'])
      expect([name, existsSync(join(folder, 'node_modules', name))]).toEqual([name, false]);
  });

  it('is sufficient to start the servers, with their documentation and the queue board', async () => {
    const shared = {
      ...testRedis(),
      NODE_ENV: 'test',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_PUBLIC_URL: 'http://127.0.0.1:1',
      API_PUBLIC_URL: 'http://127.0.0.1:1',
    };
    const start = async (app: Parameters<typeof ServerProcess.start>[0]['app'], env: object) => {
      const replica = await ServerProcess.start({ app, root: folder, env: { ...shared, ...env } });
      started.push(replica);
      return replica.url;
    };
    const auth = await start('auth-server', { DATABASE_URL: database.urls.auth });
    const [api, worker, pages] = await Promise.all([
      start('resource-api', {
        DATABASE_URL: database.urls.api,
        JWKS_URL: `${auth}/.well-known/jwks.json`,
      }),
      start('webhook-worker', { DATABASE_URL: database.urls.worker }),
      start('console', {
        DATABASE_URL: database.urls.console,
        CONSOLE_PUBLIC_URL: 'http://127.0.0.1:1',
        CONSOLE_CLIENT_SECRET: 'x',
      }),
    ]);
    const addresses = [
      `${pages}/`,
      `${auth}/oauth/account`,
      `${api}/docs`,
      `${api}/docs/swagger-ui-bundle.js`,
      `${worker}/queues`,
    ];
    const answers = await Promise.all(addresses.map(async (page) => [page, (await fetch(page)).status]));
    expect(answers).toEqual(addresses.map((page) => [page, 200]));
    for (const url of [auth, api, worker, pages])
      expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok', version });
  });

  it('has a bill of materials that names every package', async () => {
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(
      bill.components.map(({ name, version: packageVersion }) => `${name} ${packageVersion}`),
    );
    const installed = (await production()).filter(([path]) => existsSync(path));
    expect([...listed].sort()).toEqual(
      [
        ...new Set(
          installed.map(([path, { version: packageVersion }]) => `${parseName(path)} ${packageVersion}`),
        ),
      ].sort(),
    );
  });

  it('has the command line', () => {
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(folder, 'dist/apps/cli/src/main.js'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: database.urls.owner },
      });
    expect(run('--help')).toContain('migrate');
    expect(run('--version').trim()).toBe(version);
    writeFileSync(join(folder, 'bootstrap.yaml'), 'portals: []\n');
    expect(() => run('apply', '-f', 'bootstrap.yaml')).not.toThrow();
  });
});

describe('docs/third-party.md', () => {
  const heading = [
    '# Packages in the image',
    '',
    'With their licences, as package-lock.json has them. Written by `UPDATE_DOCS=1 npm run jest -- k8s/test/image-contents`.',
    '',
  ];
  let list: string[];
  let text: string;
  beforeAll(async () => {
    const lines = (await production()).map(([path, { version: packageVersion, license }]) => {
      const name = parseName(path);
      return `- ${name} ${packageVersion}: ${license ?? NAMED_ELSEWHERE[name] ?? 'no licence'}`;
    });
    list = [...new Set(lines)].sort();
    text = `${[...heading, ...list].join('\n')}\n`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync('docs/third-party.md', text);
  });

  it('lists every package with its licence', () => {
    expect(readFileSync('docs/third-party.md', 'utf8')).toBe(text);
    expect(list.length).toBeGreaterThan(200);
  });

  it('has only licences that require no more than a notice', () => {
    const asking = list.filter(
      (line) => !/: \(?(?:MIT|ISC|BSD|0BSD|Apache-2\.0|BlueOak|CC0|Unlicense|Python-2\.0|MIT-0)/.test(line),
    );
    expect(asking).toEqual([]);
  });
});

describe('the image’s health check', () => {
  it.each(['auth-server', 'resource-api', 'webhook-worker', 'console'])(
    'checks whether %s is ready',
    async (app) => {
      const folder = temporaryFolder();
      let status = 200;
      const server = createServer((request, reply) => {
        reply.writeHead(request.url === '/health/ready' ? status : 404).end();
      });
      await listen(server);
      try {
        const file = join(folder, 'cmdline');
        writeFileSync(
          file,
          `node\0--enable-source-maps\0--no-memory-reducer\0--expose-gc\0/app/dist/apps/${app}/src/main.js\0`,
        );
        const PORT = String(readPort(server));
        const exitCode = async () => {
          const child = spawn('sh', ['scripts/docker-healthcheck.sh', file], {
            env: { PATH: process.env['PATH'], PORT },
          });
          return new Promise((resolve) => child.once('close', resolve));
        };
        expect(await exitCode()).toBe(0);
        status = 503;
        expect(await exitCode()).toBe(1);
        writeFileSync(file, 'node\0/app/dist/apps/cli/src/main.js\0migrate\0');
        expect(await exitCode()).toBe(0);
      } finally {
        server.close();
        server.closeAllConnections();
      }
    },
  );
});
