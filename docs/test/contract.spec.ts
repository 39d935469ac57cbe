import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const rules = [
  ...readFileSync(join(root, 'docs', 'contract.md'), 'utf8').matchAll(/^- \*\*(\d\.\d+)\*\*/gm),
].map(([, id]) => id!);

/** `contract 3.12`, also with further rules: `contract 3.12, 3.14 and 4.2`; a comment may break the line. */
const citation = /\bcontract(?:\s|\*)+(\d\.\d+(?:(?:,| and)(?:\s|\*)+\d\.\d+)*)/g;
const sources = globSync('{apps,libs}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

const citedIn = (paths: string[]): { rule: string; path: string }[] =>
  paths.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(citation)].flatMap(([, list]) =>
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
