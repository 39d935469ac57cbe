import { grantNames } from '@app/contracts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const listLinks = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, path]) => path!);
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

  const files = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ];

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
