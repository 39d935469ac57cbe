import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { apps } from './apps.js';
import { readStartConfig } from './config.js';

describe('the servers of npm start', () => {
  const root = mkdtempSync(join(tmpdir(), 'apps-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('have no limits of rates (wire contract section 2)', () => {
    for (const name of ['auth-server', 'resource-api', 'webhook-worker']) {
      const script = join(root, 'dist', 'apps', name, 'src', 'main.js');
      mkdirSync(dirname(script), { recursive: true });
      writeFileSync(script, '');
    }
    const secrets = { sealingKey: 'k', roles: { auth: 'a', api: 'b', worker: 'c' } };
    const services = { databaseUrl: 'postgres://x@localhost/x', redisUrl: 'redis://localhost' };
    const started = apps(readStartConfig({}), secrets as never, services as never, root);
    expect(started.map(({ name, env }) => [name, env['RATE_LIMITS']])).toEqual([
      ['auth-server', 'off'],
      ['resource-api', 'off'],
      ['webhook-worker', 'off'],
    ]);
  });
});
