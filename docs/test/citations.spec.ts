import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = globSync('{apps,libs}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] });
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

const rules = [...read('docs/contract.md').matchAll(/^- \*\*(\d\.\d+)\*\*/gm)].map(([, id]) => id!);

/** `contract 3.12`, also with further rules: `contract 3.12, 3.14 and 4.2`; a comment may break the line. */
const contractCitation = /\bcontract(?:\s|\*)+(\d\.\d+(?:(?:,| and)(?:\s|\*)+\d\.\d+)*)/g;

const citedIn = (paths: string[]): { rule: string; path: string }[] =>
  paths.flatMap((path) =>
    [...read(path).matchAll(contractCitation)].flatMap(([, list]) =>
      list!.match(/\d\.\d+/g)!.map((rule) => ({ rule, path })),
    ),
  );

describe('docs/contract.md', () => {
  const inSources = citedIn(sources);

  it('counts its rules from 1 in each section', () => {
    const sections = Map.groupBy(rules, (rule) => rule.split('.')[0]!);
    expect(rules.length).toBeGreaterThan(100);
    expect(rules).toEqual(
      [...sections].flatMap(([section, { length }]) =>
        Array.from({ length }, (_, index) => `${section}.${index + 1}`),
      ),
    );
  });

  it('has every rule that code, tests and documents cite', () => {
    const cited = [...inSources, ...citedIn(documents)];
    expect(cited.length).toBeGreaterThan(rules.length);
    expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });

  it('has no rule that neither code nor a test cites', () => {
    const cited = new Set(inSources.map(({ rule }) => rule));
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  });
});

interface Decision {
  /** As it is cited: the page, then its section, if it has any, and the number there. */
  id: string;
  text: string;
}

/** The numbered lines of a page. */
function listDecisions(path: string): Decision[] {
  const page = basename(path, '.md');
  let section = '';
  return read(path)
    .split('\n')
    .flatMap((line) => {
      section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
      const [, number, text] = /^(\d+)\. (.*)$/.exec(line) ?? [];
      return text === undefined ? [] : [{ id: `${page} ${section && `${section}.`}${number}`, text }];
    });
}

const pages = globSync('docs/decisions/*.md', { cwd: root });
const names = pages.map((path) => basename(path, '.md'));
/** `decision oauth 6.5`, also with further ones of the page: `decisions platform 2.4 and 2.5`. */
const decisionCitation = new RegExp(
  `\\bdecisions?\\s+(?:\\*\\s+)?(${names.join('|')}) (\\d+(?:\\.\\d+)?(?:(?:,| and) \\d+(?:\\.\\d+)?)*)`,
  'gi',
);

describe('docs/decisions', () => {
  const decisions = pages.flatMap(listDecisions);

  it('number each decision, from 1 in each section', () => {
    const points = pages.flatMap((path) => read(path).match(/^\s*([-*]|\d+\.) /gm) ?? []);
    expect(decisions.length).toBe(points.length);
    const sections = Map.groupBy(decisions, ({ id }) => id.replace(/\d+$/, ''));
    expect(decisions.map(({ id }) => id)).toEqual(
      [...sections].flatMap(([section, { length }]) =>
        Array.from({ length }, (_, index) => `${section}${index + 1}`),
      ),
    );
  });

  it('name the test of each decision', () => {
    expect(decisions.filter(({ text }) => !/`[\w.-]+\.spec\.ts`/.test(text))).toEqual([]);
  });

  it('have every decision that code and documents cite', () => {
    const cited = [...sources, ...documents].flatMap((path) =>
      [...read(path).matchAll(decisionCitation)].flatMap(([, page, list]) =>
        list!.match(/\d+(?:\.\d+)?/g)!.map((number) => ({ id: `${page} ${number}`, path })),
      ),
    );
    const decisionIds = new Set(decisions.map(({ id }) => id));
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.filter(({ id }) => !decisionIds.has(id))).toEqual([]);
  });
});
