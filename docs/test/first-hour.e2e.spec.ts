import { temporaryFolder } from '@app/testing';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Addresses } from './compose/addresses.js';
import { parseCommands, toPattern, runInShell, type ShownCommand } from './compose/console.js';
import { DockerWithoutEngine } from './compose/docker.js';

const FILES = ['docker-compose.yml', 'docker-compose.trial.yml', 'docker-compose.observability.yml'];
const hasEngine =
  spawnSync('docker', ['compose', 'version']).status === 0 && spawnSync('docker', ['info']).status === 0;
/** The drill in containers builds the image first. */
const isThorough = process.env['THOROUGH'] === '1';

const inSandbox = `
token=$(curl -sS -u "$1:$2" -d grant_type=client_credentials $AUTH_PUBLIC_URL/oauth/token | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
curl -sS -H "Authorization: Bearer $token" "$API_PUBLIC_URL/v2/learning-objects?keyword=safety"`;
const mails = `docker compose run --rm --entrypoint node cli -e '
  const { Client } = require("pg");
  const client = new Client(process.env.DATABASE_URL);
  client.connect()
    .then(() => client.query("select recipient from identity.mails where next_try_time is not null"))
    .then(({ rows }) => { console.log(JSON.stringify(rows)); return client.end(); });'`;

/** Commands of the test, after those of the page. */
const more: ShownCommand[] = [
  { command: 'curl -sS $AUTH_PUBLIC_URL/.well-known/openid-configuration', output: '{"issuer":"...",...}' },
  {
    command: 'sandbox=$(docker compose run --rm cli sandbox create drill); echo "$sandbox" | head -1',
    output: 'portal         sandbox-drill.learning.localhost',
  },
  {
    command: `set -- $(echo "$sandbox" | sed -nE 's/^client_(id|secret) +//p')\n${inSandbox}`,
    output: '{"total":...,"hits":[{...}...',
  },
  { command: mails, output: '...first@example.com...' },
];
/** The additions of the observability file, which is read on top of the page's. */
const watched = {
  command: `sed -i 's/^COMPOSE_FILE=.*/&:docker-compose.observability.yml/; s/^GRAFANA_PASSWORD=.*/&drill/' .env`,
  output: '',
};
/** With an engine that file is read too; its programs are those of others. */
const checked = {
  command:
    'GRAFANA_PASSWORD=drill docker compose -f docker-compose.yml -f docker-compose.observability.yml config --quiet',
  output: '',
};
const stopped = {
  command: `docker compose stop && docker compose ps --all --format '{{.ExitCode}}' | sort -u`,
  output: '0',
};
const down = { command: 'docker compose down -v', output: '' };

/** @param inContainers with an engine; else each service is a process */
function theFirstHour(inContainers: boolean): void {
  let folder: string;
  let addresses: Addresses;
  let docker: DockerWithoutEngine | undefined;

  beforeAll(async () => {
    folder = temporaryFolder();
    const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const isMounted = (file: string) => /^(?:observability\/|docs\/runbooks\.md$)/.test(file);
    const processFiles = [...FILES, '.env.example', ...tracked.filter(isMounted)];
    for (const file of inContainers ? tracked : processFiles) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    addresses = new Addresses(folder, FILES);
    if (!inContainers) docker = await DockerWithoutEngine.start(folder, addresses);
  });
  afterAll(async () => {
    if (inContainers) spawnSync('docker', ['compose', 'down', '-v'], { cwd: folder });
    await docker?.stop();
  });

  it('prints the documented output, from an empty Postgres to a delivered webhook, and every server ends with 0', async () => {
    const here = (text: string) => (inContainers ? text : addresses.in(text));
    if (!inContainers) {
      const example = readFileSync(join(folder, '.env.example'), 'utf8');
      const served = example
        .replace('=http://localhost:4000', `=http://${addresses.of('auth-server')}:4000`)
        .replace('=http://localhost:4001', `=http://${addresses.of('resource-api')}:4001`);
      writeFileSync(join(folder, '.env.example'), served);
    }
    const page = parseCommands(readFileSync(join('docs', 'operations', 'first-hour.md'), 'utf8'));
    const up = page.findIndex(({ command }) => command.startsWith('docker compose up'));
    expect(up).toBeGreaterThan(2);
    const before = inContainers ? checked : watched;
    const after = inContainers ? [...more, stopped, down] : [...more, down];
    const shown = [...page.toSpliced(up, 0, before), ...after];
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: process.env['HOME']! };
    const printed = await runInShell(
      shown.map(({ command }) => here(command)),
      { cwd: folder, env },
    );
    shown.forEach(({ command, output }, index) => {
      if (output !== '')
        expect([command, printed[index]]).toEqual([command, expect.stringMatching(toPattern(here(output)))]);
    });
    if (docker) {
      expect(Object.keys(docker.exitCodes)).toHaveLength(7);
      expect(docker.exitCodes).toEqual(allZero(Object.keys(docker.exitCodes)));
    }
  });
}

describe('docs/operations/first-hour.md, with each service as a process', () => theFirstHour(false));

(hasEngine && isThorough ? describe : describe.skip)(
  `docs/operations/first-hour.md, in containers (${hasEngine ? 'npm test -- --all' : 'needs docker compose'})`,
  () => theFirstHour(true),
);

const allZero = (names: string[]) => Object.fromEntries(names.map((name) => [name, 0]));
