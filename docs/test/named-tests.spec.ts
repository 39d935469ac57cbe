import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  ...filesBelow('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];
const tests = new Set(
  ['apps', 'libs', 'docs', 'k8s', 'clients', 'observability']
    .flatMap(filesBelow)
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => path.split('/').at(-1)!),
);

describe('documents that name the test of their statements', () => {
  it('name only tests that there are', () => {
    const named = documents.flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /`(?:[\w./-]*\/)?([\w-]+(?:\.[\w-]+)*\.spec\.ts)`/g,
        ),
      ].map(([, name]) => ({ path, name: name! })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ name }) => !tests.has(name))).toEqual([]);
  });
});
