import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

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
const citation = new RegExp(
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
    const cited = globSync(['{apps,libs}/**/*.{ts,tsx}', '*.md', 'docs/**/*.md'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    }).flatMap((path) =>
      [...read(path).matchAll(citation)].flatMap(([, page, list]) =>
        list!.match(/\d+(?:\.\d+)?/g)!.map((number) => ({ id: `${page} ${number}`, path })),
      ),
    );
    const decisionIds = new Set(decisions.map(({ id }) => id));
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.filter(({ id }) => !decisionIds.has(id))).toEqual([]);
  });
});
