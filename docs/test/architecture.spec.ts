import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

describe('ARCHITECTURE.md', () => {
  it('describes the purpose of every lib', () => {
    const [, table = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/^\| lib .*$/m);
    const [rows = ''] = table.split('\n\n');
    const named = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, libs]) =>
      [...libs!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    );
    expect(named.toSorted()).toEqual(readdirSync(join(root, 'libs')).toSorted());
  });
});
