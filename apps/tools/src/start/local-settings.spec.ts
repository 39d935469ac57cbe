import { Command } from 'commander';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveSettings, useLocalStack } from './local-settings.js';

describe('Commands beside a running npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-settings-'));
  const settings = { DATABASE_URL: 'postgres://local', SECRETS_KEY: 'key' };
  afterAll(() => rmSync(folder, { recursive: true }));

  async function run(line: string, env: Record<string, string | undefined>) {
    const said: string[] = [];
    const program = new Command('learning-platform');
    program.command('start').action(() => undefined);
    program
      .command('catalog')
      .command('import')
      .action(() => undefined);
    useLocalStack(program, folder, env, (text) => said.push(text));
    await program.parseAsync(line.split(' '), { from: 'user' });
    return { env, said };
  }

  it('work on its database, and say so', async () => {
    const forget = leaveSettings(folder, settings);
    const { env, said } = await run('catalog import', { SECRETS_KEY: 'mine' });
    expect(env).toEqual({ DATABASE_URL: 'postgres://local', SECRETS_KEY: 'mine' });
    expect(said).toHaveLength(1);
    forget();
    expect((await run('catalog import', {})).env).toEqual({});
  });

  it('never in production, nor when a database is named, nor for what brings its own stack', async () => {
    const forget = leaveSettings(folder, settings);
    for (const [line, env] of [
      ['catalog import', { NODE_ENV: 'production' }],
      ['catalog import', { DATABASE_URL: 'postgres://other' }],
      ['start', {}],
    ] as const) {
      expect(await run(line, { ...env })).toEqual({ env, said: [] });
    }
    forget();
  });

  it('nobody else may read the settings', () => {
    const forget = leaveSettings(folder, settings);
    expect(statSync(join(folder, 'settings.json')).mode & 0o077).toBe(0);
    forget();
  });
});
