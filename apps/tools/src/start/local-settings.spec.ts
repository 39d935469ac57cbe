import { temporaryFolder } from '@app/testing';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { publishSettings, useLocalStack } from './local-settings.js';

describe('commands while npm start is running', () => {
  const folder = temporaryFolder();
  const settings = { DATABASE_URL: 'postgres://local', SECRETS_KEY: 'key' };

  function run(line: string, env: Record<string, string | undefined>) {
    const said: string[] = [];
    useLocalStack(line.split(' '), folder, env, (text) => said.push(text));
    return { env, said };
  }

  it('use its database, and print that', () => {
    const forget = publishSettings(folder, settings);
    const { env, said } = run('catalog import', { SECRETS_KEY: 'mine' });
    expect(env).toEqual({ DATABASE_URL: 'postgres://local', SECRETS_KEY: 'mine' });
    expect(said).toHaveLength(1);
    forget();
    expect(run('catalog import', {}).env).toEqual({});
  });

  it('do not in production, if a database is configured, or if they need none', () => {
    const forget = publishSettings(folder, settings);
    for (const [line, env] of [
      ['catalog import', { NODE_ENV: 'production' }],
      ['catalog import', { DATABASE_URL: 'postgres://other' }],
      ['migrate', {}],
      ['catalog import --help', {}],
    ] as const) {
      expect(run(line, { ...env })).toEqual({ env, said: [] });
    }
    forget();
  });

  it('the settings are readable only by their owner', () => {
    const forget = publishSettings(folder, settings);
    expect(statSync(join(folder, 'settings.json')).mode & 0o077).toBe(0);
    forget();
  });
});
