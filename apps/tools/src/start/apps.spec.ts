import { temporaryFolder } from '@app/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apps } from './apps.js';
import { readStartConfig } from './config.js';

describe('the servers of npm start', () => {
  const root = temporaryFolder();
  beforeAll(() => {
    for (const name of ['auth-server', 'resource-api', 'webhook-worker', 'console']) {
      const script = join(root, 'dist', 'apps', name, 'src', 'main.js');
      mkdirSync(dirname(script), { recursive: true });
      writeFileSync(script, '');
    }
  });

  it('connect with roles of their own prefix', () => {
    const config = readStartConfig({ DATABASE_ROLE_PREFIX: 'mine' });
    const secrets = { sealingKey: 'k', roles: { auth: 'a', api: 'b', worker: 'c', console: 'd' } };
    const services = { databaseUrl: 'postgres://x@localhost/x', redisUrl: 'redis://localhost' };
    const started = apps(config, secrets as never, services as never, root);
    expect(started.map(({ env }) => new URL(env['DATABASE_URL']!).username)).toEqual([
      'mine_auth',
      'mine_api',
      'mine_worker',
      'mine_console',
    ]);
  });

  it('have no rate limits (contract 2.10)', () => {
    const secrets = { sealingKey: 'k', roles: { auth: 'a', api: 'b', worker: 'c', console: 'd' } };
    const services = { databaseUrl: 'postgres://x@localhost/x', redisUrl: 'redis://localhost' };
    const started = apps(readStartConfig({}), secrets as never, services as never, root);
    expect(started.map(({ name, env }) => [name, env['RATE_LIMITS']])).toEqual([
      ['auth-server', 'off'],
      ['resource-api', 'off'],
      ['webhook-worker', 'off'],
      ['console', 'off'],
    ]);
  });
});
