import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const OXLINT = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');

interface Report {
  diagnostics: { message: string; labels: { span: { line: number } }[] }[];
}

describe('names in code', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'names-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Applies one rule to lines of code. @returns the lines that it refuses, each with the message */
  async function lint(rule: string, lines: readonly string[]): Promise<[line: string, message: string][]> {
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
    return diagnostics
      .map(({ message, labels: [label] }) => ({ line: label!.span.line, message }))
      .sort((one, other) => one.line - other.line)
      .map(({ line, message }) => [lines[line - 1]!, message]);
  }

  it.each<[string, string[], string[]]>([
    [
      'things',
      [
        'const known = 1;',
        'const { found } = { found: 1 };',
        'const [own = 1] = [2];',
        'function count(given: number) { return given; }',
        'const sum = (one: number, ...others: number[]) => one + others.length;',
        'class Turn { readonly #kept = 1; }',
        'class Way { constructor(private readonly to: string) {} }',
        'interface Row { by: number }',
        'type Visit = (at: number) => void;',
        'try { count(1); } catch (told) { sum(1); }',
        'for (let from = 0; from < 9; from++) sum(from);',
        'function find() { return { told: 1 }; }',
        'const listAll = () => ({ of: 1 });',
      ],
      [
        'const knownIds = 1;',
        'const { found: isFound } = { found: 1 };',
        'const wish = { by: 1, to: 2 };',
        'function sumUp(from: number, to: number) { return to - from; }',
        'interface Range { from: Date; to: Date }',
        'const days = ({ from, to }: Range) => [from, to];',
        'function each(end: number) { for (let from = 0; from < end; from++) { const to = from + 1; sumUp(from, to); } }',
        'const row = read<{ id: number } & { found: boolean }>();',
        'const createRange = () => ({ from: 1, to: 2 });',
        'const entry = { details: { by: "form" } };',
      ],
    ],
    [
      'types',
      [
        'interface Known { id: number }',
        'export type Changed = { id: number };',
        'class Rejected extends Error {}',
        'const reject = class Given {};',
        'enum Found { no, yes }',
        'interface Turn<Of extends string> { id: Of }',
      ],
      [
        'interface KnownPerson { id: number }',
        'type Need = "session" | "login";',
        'class Unauthorized extends Error {}',
        'interface Turn<Kind extends string> { id: Kind }',
      ],
    ],
    [
      'functions',
      [
        'function noteUse() {}',
        'const askAgain = () => 1;',
        'class Turn { #takeNext() {} }',
        'class Way { leave = () => 1; }',
        'interface Door { holds(): boolean }',
        'interface Gate { tell: () => void }',
        'function run(giveUp: () => void) { giveUp(); }',
        'const idOf = (row: { id: number }) => row.id;',
        'function getName(id: number): string | undefined { return id ? "a" : undefined; }',
        'class Names { async getOne(): Promise<string | undefined> { return undefined; } }',
        'const asked = () => 1;',
      ],
      [
        'function recordUse() {}',
        'const isOneOf = () => true;',
        'const lookup = 1;',
        'const columnOf = { one: 1 };',
        'class Points { static of() {} at() {} put() {} }',
        'class PointsController { putTurn() {} }',
        'function getFirst(): string { return "a"; }',
        'const findFirst = (): string | undefined => undefined;',
        'call({ leave: () => 1 });',
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
    const findings = await lint(rule, [...refused, ...accepted]);
    expect(findings.map(([line]) => line)).toEqual(refused);
  });

  it('are refused with what to write instead', async () => {
    expect(await lint('functions', ['function noteUse() {}'])).toEqual([
      ['function noteUse() {}', '`note` means too many things: record, or enqueue.'],
    ]);
    expect(await lint('things', ['const known = 1;'])).toEqual([
      ['const known = 1;', 'Say what it is: `known` alone could be anything.'],
    ]);
    expect(await lint('types', ['type Known = 1;'])).toEqual([
      ['type Known = 1;', 'Say what it is: `Known` is no noun.'],
    ]);
    expect(await lint('bounds', ['const KEPT_HOURS = 2;'])).toEqual([
      ['const KEPT_HOURS = 2;', 'A duration ends in _MS, _SECONDS or _DAYS.'],
    ]);
  });
});
