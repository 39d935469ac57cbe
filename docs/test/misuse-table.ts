import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A misuse case, and the tests whose names begin with its id. */
export interface MisuseRow {
  id: string;
  situation: string;
  expected: string;
  shown: string;
}

/** A test for a case. */
interface NamedTest {
  path: string;
  name: string;
}

/** First argument of `it`, `describe` or the function returned by `it.each`, when it begins with the id of a case. */
const named = /(?:\bit|\bdescribe|\]\)|\w\))\(\s*(['"`])([A-J]\d\d\b(?:(?!\1).)*)\1/gs;
const ids = /^[A-J]\d\d(?:(?:,| and) [A-J]\d\d)*/;

/** @param root of the repository. @returns the tests of each id, in the order of their paths. */
export function testsByCase(root: string): Map<string, NamedTest[]> {
  const found = new Map<string, NamedTest[]>();
  for (const tree of ['apps', 'libs']) {
    const paths = (readdirSync(join(root, tree), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.spec.ts') && !path.includes('node_modules'))
      .map((path) => join(tree, path))
      .sort();
    for (const path of paths) {
      for (const [, , name = ''] of readFileSync(join(root, path), 'utf8').matchAll(named)) {
        for (const id of ids.exec(name)![0].match(/[A-J]\d\d/g)!)
          found.set(id, [...(found.get(id) ?? []), { path, name }]);
      }
    }
  }
  return found;
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** The last column: each file once, with the names of its tests. */
export function shownBy(tests: readonly NamedTest[]): string {
  const files = Map.groupBy(tests, ({ path }) => path);
  return [...files]
    .map(([path, ones]) => `\`${path}\`: ${ones.map(({ name }) => `“${escaped(name)}”`).join(', ')}`)
    .join('; ');
}

/** The rows of all tables in the document, each with its source line. */
export function rowsOf(text: string): (MisuseRow & { line: string })[] {
  return text
    .split('\n')
    .filter((line) => /^\| [A-J]\d\d\s/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      if (cells.length !== 4) throw new Error(`not four cells: ${line}`);
      const [id = '', situation = '', expected = '', shown = ''] = cells.map((cell) => cell.trim());
      return { id, situation, expected, shown, line };
    });
}
