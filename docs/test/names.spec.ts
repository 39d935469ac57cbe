import { temporaryFolder } from '@app/testing';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const OXLINT = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');

interface Report {
  diagnostics: { labels: { span: { line: number } }[] }[];
}

describe('names in code', () => {
  const folder = temporaryFolder();

  /** Applies one rule to lines of code. @returns the lines that it refuses */
  async function lint(rule: string, lines: readonly string[]): Promise<string[]> {
    const config = {
      categories: { correctness: 'off' },
      jsPlugins: [join(root, 'scripts', 'lint', 'names.mjs')],
      rules: { [`names/${rule}`]: 'error' },
    };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'code.ts'), lines.join('\n'));
    const text = await new Promise<string>((resolve) => {
      // it exits with 1 when it refuses something
      execFile(
        process.execPath,
        [OXLINT, '-c', '.oxlintrc.json', '-f', 'json'],
        { cwd: folder },
        (_, stdout) => resolve(stdout),
      );
    });
    const { diagnostics } = JSON.parse(text) as Report;
    const refused = diagnostics.map(({ labels: [label] }) => label!.span.line);
    return refused.sort((one, other) => one - other).map((line) => lines[line - 1]!);
  }

  it.each<[string, string[], string[]]>([
    [
      'functions',
      [
        'function getName(id: number): string | undefined { return id ? "a" : undefined; }',
        'class Names { async getOne(): Promise<string | undefined> { return undefined; } }',
        'interface Names { getOne(): string | undefined }',
        'function run(getOne: () => string | undefined) { getOne(); }',
      ],
      [
        'function getFirst(): string { return "a"; }',
        'const findFirst = (): string | undefined => undefined;',
      ],
    ],
    [
      'bounds',
      [
        'const MOST_ROWS = 1;',
        'const LONGEST_NAME = 200;',
        'const POLL_INTERVAL = 1_000;',
        'const TIMEOUT = 60 * 1000;',
        'const KEPT_HOURS = 2;',
      ],
      [
        'const MAX_ROWS = 1;',
        'const MIN_NAME_LENGTH = 1;',
        'const POLL_INTERVAL_MS = 1_000;',
        'const KEPT_DAYS = 2;',
        'const REQUESTS_PER_MINUTE = 60;',
        "const STATEMENT_TIMEOUT = '57014';",
      ],
    ],
  ])('follow the rule about %s', async (rule, refused, accepted) => {
    expect(await lint(rule, [...refused, ...accepted])).toEqual(refused);
  });
});
