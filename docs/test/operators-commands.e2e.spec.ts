import { sql } from '@app/database';
import { startPostgres, type RunningPostgres } from '@app/local-services';
import { CatalogueSeed, Owner, temporaryFolder, TestClock } from '@app/testing';
import type { Command } from 'commander';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../apps/cli/src/program.js';

const CLI = 'dist/apps/cli/src/main.js';
const PASSWORD = 'drill-password-1234';
const files = [...globSync('docs/operations/*.md'), 'docs/runbooks.md', 'docs/upgrading.md'].sort();
const program = createProgram();

/** Commands that another test runs, or that need what this drill does not start. */
const elsewhere: [pattern: RegExp, where: string][] = [
  [/^search (?!forget)/, 'need OpenSearch'],
  [/^apply --force$/, 'runs in docs/test/first-hour.e2e.spec.ts without --force'],
  [/^backup base/, 'runs in docs/test/restore-drill.e2e.spec.ts'],
];

interface Found {
  where: string;
  text: string;
}

/** Code spans and lines of fenced blocks, each with its file and line. */
function listCode(file: string): Found[] {
  const text = readFileSync(file, 'utf8');
  const at = (index: number) => `${file}:${text.slice(0, index).split('\n').length}`;
  const blocks = [...text.matchAll(/^ *```(?:sh|sql)\n([^]*?)^ *```/gm)];
  return [
    ...[...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(({ 1: code, index }) => ({
      where: at(index),
      text: code!,
    })),
    ...blocks.flatMap(({ 1: code, index }) =>
      code!
        .trim()
        .split('\n')
        .map((line) => ({ where: at(index), text: line.trim() })),
    ),
  ];
}

/** The words of a command of the command line that has all its arguments; undefined for a mere mention. */
function readCommand({ text }: Found): string[] | undefined {
  const words = text.replace(/^.*?(?:npm run cli --|learning-platform) (?=[a-z])/, '').split(' ');
  let command: Command = program;
  let depth = 0;
  for (; command.commands.length > 0; depth += 1) {
    const next = command.commands.find((one) => one.name() === words[depth]);
    if (!next) return undefined;
    command = next;
  }
  const isOption = (word: string) => word.startsWith('-');
  const given = words
    .slice(depth)
    .filter((word, index, all) => !isOption(word) && !isOption(all[index - 1] ?? ''));
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  const options = command.options.filter(({ mandatory, long }) => mandatory && !words.includes(long!));
  return given.length < needed || options.length > 0 ? undefined : words;
}

const isSql = ({ text }: Found): boolean =>
  /^(select|update|alter system|create|revoke|grant) .*\s/.test(text);

/** Each text once, with the first place that has it. */
const unique = (found: readonly Found[]): [where: string, text: string][] =>
  [...new Map(found.toReversed().map(({ where, text }) => [text, where]))].map(([text, where]) => [
    where,
    text,
  ]);

const all = files.flatMap(listCode);
const commands = unique(
  all.flatMap((found) => {
    const words = readCommand(found);
    return words ? [{ where: found.where, text: words.join(' ') }] : [];
  }),
).toReversed();
const statements = unique(all.filter(isSql)).toReversed();
const isElsewhere = (text: string): boolean => elsewhere.some(([pattern]) => pattern.test(text));
const isOfOwner = (text: string): boolean => text.includes('platform_owner');

(existsSync(CLI) ? describe : describe.skip)('the commands of docs/operations and the runbooks', () => {
  const folder = temporaryFolder();
  let postgres: RunningPostgres;
  let owner: Owner;
  const env: Record<string, string> = {};
  let placeholders: [text: string, value: string][] = [];

  const fill = (text: string): string =>
    placeholders.reduce((filled, [name, value]) => filled.replaceAll(name, value), text);

  const runStatement = (db: Owner, text: string) => db.many(sql`${sql.raw(fill(text))}`);

  function run(args: string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      env: { PATH: process.env['PATH']!, ...env },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  function expectSuccess(args: string[]): string {
    const { status, output } = run(args);
    expect([args.join(' '), status, status === 0 ? '' : output]).toEqual([args.join(' '), 0, '']);
    return output;
  }

  beforeAll(async () => {
    const settings = { fsync: 'off', wal_level: 'replica' };
    postgres = await startPostgres({ dataDir: join(folder, 'data'), password: 'test', settings });
    const superuser = new Owner(postgres.url);
    placeholders = [[`'...'`, `'${PASSWORD}'`]];
    // install.md makes the owner and the database
    for (const [, text] of statements.filter(([, text]) => isOfOwner(text)))
      await runStatement(superuser, text);
    await superuser.end();
    const url = new URL(postgres.url);
    url.pathname = '/learning_platform';
    owner = new Owner(url.href);
    Object.assign(env, {
      DATABASE_URL: Object.assign(new URL(url.href), { username: 'platform_owner', password: PASSWORD }).href,
      AUTH_DATABASE_PASSWORD: PASSWORD,
      API_DATABASE_PASSWORD: PASSWORD,
      WORKER_DATABASE_PASSWORD: PASSWORD,
      CONSOLE_DATABASE_PASSWORD: PASSWORD,
      SECRETS_KEY: randomBytes(32).toString('base64'),
    });
    expectSuccess(['migrate']);
    writeFileSync(
      join(folder, 'bootstrap.yaml'),
      `portals:
  - { host: acme.example, name: Acme, title: Acme, features: [login_links, webhooks] }
  - { host: vendor.example, name: Vendor, title: Vendor, features: [webhooks] }
people:
  - email: ana@acme.example
    first_name: Ana
    last_name: Silva
    accounts: [{ portal: acme.example, roles: [Administrator] }]
`,
    );
    expectSuccess(['apply', '-f', join(folder, 'bootstrap.yaml')]);
    writeFileSync(join(folder, 'people.csv'), 'email,first_name,last_name\nbo@acme.example,Bo,Berg\n');
    const { id: portal } = await owner.one<{ id: number }>(sql`
      select id from identity.portals where name = 'acme.example'`);
    const seed = await CatalogueSeed.open(env['DATABASE_URL']!, new TestClock());
    await seed.provider('acme', portal);
    await seed.load([{ provider: 'acme', external_id: 'fire', type: 'course', title: 'Fire safety' }]);
    await seed.close();
    writeFileSync(
      join(folder, 'history.csv'),
      'user_email,provider,external_id,end_date\nana@acme.example,acme,fire,2025-03-31\n',
    );
    const { id: webhook } = await owner.one<{ id: number }>(sql`
      with portal as (select id from identity.portals where name = 'acme.example'), hook as (
        insert into learning.webhooks (portal_id, url) select id, 'https://hooks.example/' from portal
        returning id, portal_id)
      insert into learning.webhook_mailboxes (webhook_id, portal_id) select id, portal_id from hook
      returning webhook_id as id`);
    await owner.many(sql`
      insert into learning.content_groups (portal_id, slug, name)
      select id, 'drill', 'Drill' from identity.portals where name = 'vendor.example'`);
    const { id: person } = await owner.one<{ id: number }>(sql`
      select id from identity.persons order by id limit 1`);
    await owner.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${person}, ${Buffer.from('x')}, now())`);
    const kid = /[\w-]{43}/.exec(expectSuccess(['auth', 'keys', 'rotate']))![0];
    mkdirSync(join(folder, 'archive'));
    placeholders.push(
      ['<id>', String(webhook)],
      ['<group>', 'drill'],
      ['<host>', 'acme.example'],
      ['<team>', 'drill'],
      ['<kid>', kid],
      ['--from <time>', '--from 2026-01-31T06:00:00Z'],
      ['--to <time>', '--to 2026-01-31T07:00:00Z'],
      ['https://...', 'https://hooks.example/'],
      ['people.csv', join(folder, 'people.csv')],
      ['history.csv', join(folder, 'history.csv')],
      ['/mnt/archive', join(folder, 'archive')],
      ['(...)', '(0)'],
    );
  });
  afterAll(async () => {
    await owner?.end();
    await postgres?.stop();
  });

  it.each(commands.filter(([, text]) => !isElsewhere(text)))('%s: %s', (_where, text) => {
    const words = fill(text).split(' ');
    expect([text, words.filter((word) => /^<|\.\.\./.test(word))]).toEqual([text, []]);
    expectSuccess(words);
  });

  it.skip.each(elsewhere)('%s: %s', () => undefined);

  it.each(statements.filter(([, text]) => !isOfOwner(text)))('%s: %s', async (_where, text) => {
    expect([text, await runStatement(owner, text)]).toEqual([text, expect.anything()]);
  });
});
