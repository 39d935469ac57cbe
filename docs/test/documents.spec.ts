import { grantNames } from '@app/contracts';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseScenario } from '../../apps/bench/src/report/result.js';
import { pageIn, readResults } from '../../apps/bench/src/report/results.js';

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const listLinks = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, path]) => path!);
const files = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

/** The anchors that GitHub gives the headings of a text. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)) {
    const words = title!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count++) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

describe('README.md', () => {
  it('links to every guide', () => {
    const links = listLinks(read('README.md'));
    const guides = globSync('docs/*.md', { cwd: root }).filter((file) => file !== 'docs/imports.md'); // of ARCHITECTURE.md
    expect(guides.filter((file) => !links.includes(file))).toEqual([]);
  });

  it('has no broken links, and nor do the guides', () => {
    const dead = files.flatMap((file) =>
      listLinks(read(file))
        .filter((link) => !existsSync(join(root, dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('links to existing headings, and so do the guides', () => {
    const links = files.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, path, anchor]) => ({
        file,
        target: path ? join(dirname(file), path) : file,
        anchor: anchor!,
      })),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ target, anchor }) => !listAnchors(read(target)).has(anchor))).toEqual([]);
  });
});

describe('docs/grants.md', () => {
  it('draws every grant in the metadata', () => {
    const grants = grantNames.map((name) => name.split(':').at(-1)!.replaceAll('_', ' '));
    const headings = [...read('docs/grants.md').matchAll(/^## (.*)$/gm)].map(([, title]) =>
      title!.toLowerCase(),
    );
    const isDrawn = (grant: string) =>
      headings.some(
        (title) => title.startsWith(grant) || (grant === 'jwt-bearer' && title === 'service jwt'),
      );
    expect(grants.filter((grant) => !isDrawn(grant))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('describes the purpose of every lib', () => {
    const [, table = ''] = read('ARCHITECTURE.md').split(/^\| lib .*$/m);
    const [rows = ''] = table.split('\n\n');
    const named = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, libs]) =>
      [...libs!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    );
    expect(named.toSorted()).toEqual(readdirSync(join(root, 'libs')).toSorted());
  });
});

describe('documents that name the test of their statements', () => {
  it('name only tests that there are', () => {
    const specs = globSync('{apps,libs,docs,k8s,clients,observability}/**/*.spec.ts', {
      cwd: root,
      exclude: ['**/node_modules/**'],
    });
    const tests = new Set(specs.map((path) => basename(path)));
    const examples = 'CONTRIBUTING.md'; // it names tests of no code
    const named = files
      .filter((path) => path !== examples)
      .flatMap((path) =>
        [...read(path).matchAll(/`(?:[\w./-]*\/)?([\w-]+(?:\.[\w-]+)*\.spec\.ts)`/g)].map(([, name]) => ({
          path,
          name: name!,
        })),
      );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ name }) => !tests.has(name))).toEqual([]);
  });
});

describe('docs/performance.md', () => {
  it('matches bench/results (npm run bench or UPDATE_DOCS=1 npm run jest docs writes it)', async () => {
    const expectedText = await pageIn(root);
    if (process.env['UPDATE_DOCS']) writeFileSync(join(root, 'docs', 'performance.md'), expectedText);
    expect(read('docs/performance.md')).toBe(expectedText);
  });

  it('has a run for the scenario of every row', () => {
    const { rows, runs } = readResults(root);
    const scenarios = [...new Set(rows.map(parseScenario))].sort();
    expect(scenarios.length).toBeGreaterThan(0);
    expect(runs.map(({ scenario }) => scenario).sort()).toEqual(scenarios);
  });
});
