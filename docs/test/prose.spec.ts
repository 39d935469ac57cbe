import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Finding {
  line: number;
  rule: string;
  sentence: string;
}
interface Prose {
  prosePaths: () => string[];
  findingsIn: (path: string, source: string) => Finding[];
}

const root = join(__dirname, '..', '..');
/** Not a literal: the script has no types. */
const PROSE = '../../scripts/lint/prose.mjs';
const long = `one ${'word '.repeat(25)}ends here.`;

describe('npm run lint -- prose', () => {
  let prose: Prose;
  beforeAll(async () => {
    prose = (await import(PROSE)) as Prose;
  });
  const rulesIn = (path: string, source: string) =>
    prose.findingsIn(path, source).map(({ line, rule }) => [line, rule.split(',')[0]]);

  it('refuses words in documents, docstrings, comments and titles, with their line', () => {
    expect(rulesIn('a.md', 'Fine.\n\n- It runs\n  anew.')).toEqual([[3, '“anew”']]);
    expect(rulesIn('a.md', '| one | Whoever comes. |')).toEqual([
      [1, '“Whoever”'],
      [1, 'begins with a bare pronoun'],
    ]);
    expect(rulesIn('a.ts', '\n/**\n * An index of\n * its own.\n */')).toEqual([[2, '“of its own”']]);
    expect(rulesIn('a.ts', "const a = 1; // nobody's\n")).toEqual([[1, "“nobody's”"]]);
    expect(rulesIn('a.spec.ts', "it('waits in vain', async () => {});")).toEqual([[1, '“in vain”']]);
  });

  it('refuses sentences of more than 25 words, and divides cells and refusals at semicolons', () => {
    expect(rulesIn('a.md', long)).toEqual([[1, '28 words']]);
    expect(rulesIn('a.ts', `/** Short. ${long} */`)).toEqual([[1, '28 words']]);
    const half = 'word '.repeat(15);
    expect(rulesIn('a.md', `| ${half}; ${half} |`)).toEqual([]);
    expect(rulesIn('a.ts', `/** @throws Error for ${half}; ${half} */`)).toEqual([]);
    expect(rulesIn('a.ts', `/** One ${half}; ${half} */`)).toEqual([[1, '31 words']]);
  });

  it.each(['What is', 'Whatever is', 'Who is', 'Whoever is', 'Whose page is', 'Those who are'])(
    'refuses sentences that begin with “%s”',
    (words) => {
      const pronouns = (path: string, source: string) =>
        rulesIn(path, source).filter(([, rule]) => rule === 'begins with a bare pronoun');
      const refused = [[1, 'begins with a bare pronoun']];
      expect(pronouns('a.ts', `/** Fine. ${words} stored. */`)).toEqual(refused);
      expect(pronouns('a.tsx', `/** ${words} stored. */`)).toEqual(refused);
      expect(pronouns('a.ts', `// ${words} stored.`)).toEqual(refused);
      expect(pronouns('a.md', `${words} stored. ${words} stored?`)).toEqual(refused);
      const title = `${words.toLowerCase()} stored`;
      expect(pronouns('a.spec.ts', `it.each(list())('T01 and T02 ${title}', () => {});`)).toEqual(refused);
      expect(pronouns('a.spec.ts', `describeWith('chromium', '${title}', () => {});`)).toEqual(refused);
    },
  );

  it('reads neither code nor what a program has written', () => {
    expect(rulesIn('a.md', '```sh\nrun anew\n```\n\n<!-- metrics -->\n\nanew\n\n<!-- /metrics -->')).toEqual(
      [],
    );
    expect(rulesIn('a.md', 'Says `anew`.')).toEqual([]);
    expect(rulesIn('a.ts', 'const anew = 1;')).toEqual([]);
  });

  it('finds only plain sentences in this project', () => {
    const paths = prose.prosePaths();
    expect(paths.length).toBeGreaterThan(1_000);
    expect(paths.some((path) => path.endsWith('.tsx'))).toBe(true);
    const refused = paths.flatMap((path) =>
      prose
        .findingsIn(path, readFileSync(join(root, path), 'utf8'))
        .map(({ line, rule, sentence }) => `${path}:${line}: ${rule}: ${sentence}`),
    );
    expect(refused).toEqual([]);
  });
});
