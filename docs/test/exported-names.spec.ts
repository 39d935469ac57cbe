import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(__dirname, '..', '..');

/** Each app has its own settings, and its own modules beside those of libs. */
const isAllowedTwice = (name: string): boolean => /^(settings|Settings|loadSettings|.*Module)$/.test(name);
/** Each file there bears the name of one function of the database, and SQL names those. */
const isNamedBySql = (path: string): boolean => path.startsWith('libs/database/src/schema/functions/');

/** The names that a module declares and exports, a type and a value of one name once; it may also pass others on. */
function exportedNames(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  const names = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest, localName }) => moduleRequest === null && !imported.has(localName.name ?? ''))
    .flatMap(({ exportName }) => exportName.name ?? []);
  return [...new Set(names)];
}

/** @returns names that more than one of these modules exports, each with their paths */
function exportedTwice(sources: ReadonlyMap<string, string>): string[] {
  const paths = new Map<string, string[]>();
  for (const [path, source] of sources)
    for (const name of exportedNames(path, source)) paths.set(name, [...(paths.get(name) ?? []), path]);
  return [...paths]
    .filter(([name, exporters]) => exporters.length > 1 && !isAllowedTwice(name))
    .map(([name, exporters]) => `${name}: ${exporters.sort().join(', ')}`)
    .sort();
}

const ofTwo = (one: string, other: string) =>
  exportedTwice(
    new Map([
      ['a.ts', one],
      ['b.ts', other],
    ]),
  );

describe('exported names', () => {
  it.each([
    ['const', 'export const place = 1;', 'export const place = 2;'],
    ['function and class', 'export function place() {}', 'export abstract class place {}'],
    ['type and interface', 'export type place = string;', 'export interface place {}'],
    ['list', 'const place = 1; export { place };', 'const here = 1; export { here as place };'],
  ])('are refused in a second module: %s', (_, one, other) => {
    expect(ofTwo(one, other)).toEqual(['place: a.ts, b.ts']);
  });

  it.each([
    ['a name that is passed on', 'export const place = 1;', `export { place } from './a.js';`],
    [
      'an import that is passed on',
      'export const place = 1;',
      `import { place } from './a.js'; export { place };`,
    ],
    ['everything that is passed on', 'export const place = 1;', `export * from './a.js';`],
    ['a name that stays inside', 'export const place = 1;', 'const place = 2; export const here = place;'],
    [
      'settings and modules',
      'export const settings = 1; export class HomeModule {}',
      'export const settings = 2; export class HomeModule {}',
    ],
    ['a schema and its type', 'export const Place = 1; export type Place = 1;', 'export const Here = 1;'],
  ])('are accepted: %s', (_, one, other) => {
    expect(ofTwo(one, other)).toEqual([]);
  });

  // the browser runs a separate program, whose types are those of the published document
  it.each([
    ['the servers, tools and libs', 1_000, (path: string) => !path.startsWith('apps/console/web/')],
    ['the pages of the console', 50, (path: string) => path.startsWith('apps/console/web/')],
  ])('have one meaning in %s', (_, fewest, belongs) => {
    const paths = globSync('{apps,libs}/**/*.{ts,tsx,mts}', { cwd: root }).filter(
      (path) => !/node_modules|\/dist\/|\/generated\//.test(path) && !isNamedBySql(path) && belongs(path),
    );
    expect(paths.length).toBeGreaterThan(fewest);
    const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
    expect(exportedTwice(sources)).toEqual([]);
  });
});
