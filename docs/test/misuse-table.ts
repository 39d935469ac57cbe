import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A misuse case. */
export interface MisuseRow {
  id: string;
  situation: string;
  /** Only in section K. */
  attempt: string | undefined;
  expected: string;
}

/** A test for a case. */
export interface NamedTest {
  path: string;
  name: string;
}

/** First argument of `it`, `describe` or the function returned by `it.each`, when it begins with the id of a case. */
const named = /(?:\bit|\bdescribe|\]\)|\w\))\(\s*(['"`])([A-JT]\d\d\b(?:(?!\1).)*)\1/gs;
const ids = /^[A-JT]\d\d(?:(?:,| and) [A-JT]\d\d)*/;
/** Ids that a title names further on. */
const further = /(?:; |, )(T\d\d)\b/g;

/** @param root of the repository. @returns the tests of each id, in the order of their paths. */
export function testsByCase(root: string): Map<string, NamedTest[]> {
  const tests = new Map<string, NamedTest[]>();
  for (const tree of ['apps', 'libs']) {
    const paths = (readdirSync(join(root, tree), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.spec.ts') && !path.includes('node_modules'))
      .map((path) => join(tree, path))
      .sort();
    for (const path of paths) {
      for (const [, , name = ''] of readFileSync(join(root, path), 'utf8').matchAll(named)) {
        for (const id of parseIds(name)) tests.set(id, [...(tests.get(id) ?? []), { path, name }]);
      }
    }
  }
  return tests;
}

function parseIds(name: string): Set<string> {
  const first = ids.exec(name)![0].match(/[A-JT]\d\d/g)!;
  return new Set([...first, ...[...name.matchAll(further)].map(([, id]) => id!)]);
}

/** The rows of all tables in the document. */
export function parseRows(text: string): MisuseRow[] {
  return text
    .split('\n')
    .filter((line) => /^\| [A-JT]\d\d\s/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      if (cells.length !== 3 && cells.length !== 4) throw new Error(`not three or four cells: ${line}`);
      const [id = '', situation = '', ...rest] = cells.map((cell) => cell.trim());
      return { id, situation, attempt: rest.length > 1 ? rest[0] : undefined, expected: rest.at(-1)! };
    });
}
