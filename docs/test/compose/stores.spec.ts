import { temporaryFolder } from '@app/testing';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompose, type Service } from './compose-file.js';
import { postgresProgram } from './stores.js';

describe('initdb, with the arguments of docker-compose.yml', () => {
  let folder: string;
  let postgres: Service;
  beforeAll(() => {
    folder = temporaryFolder();
    cpSync('docker-compose.yml', join(folder, 'docker-compose.yml'));
    const example = readFileSync('.env.example', 'utf8');
    writeFileSync(join(folder, '.env'), example.replaceAll(/^(\w+(?:PASSWORD|KEY|SECRET))=$/gm, '$1=drill'));
    postgres = readCompose(folder, ['docker-compose.yml']).services['postgres']!;
  });

  const makeDatabase = (service: Service, language: string) => {
    const volume = mkdtempSync(join(folder, 'volume-'));
    mkdirSync(volume, { recursive: true });
    chmodSync(volume, 0o755);
    return postgresProgram(service, volume, '127.0.0.1', language);
  };

  it.each(['C', 'en_US.utf8'])('makes a database where the language is %s', async (language) => {
    const { args } = await makeDatabase(postgres, language);
    expect(args).toContain('max_connections=300');
  });

  it('fails without an encoding, as it did', async () => {
    const { POSTGRES_INITDB_ARGS = '' } = postgres.environment;
    const initdbArgs = POSTGRES_INITDB_ARGS.replace('--encoding=UTF8 ', '');
    expect(initdbArgs).not.toBe(POSTGRES_INITDB_ARGS);
    const environment = { ...postgres.environment, POSTGRES_INITDB_ARGS: initdbArgs };
    await expect(makeDatabase({ ...postgres, environment }, 'C')).rejects.toThrow('requires encoding');
  });
});
